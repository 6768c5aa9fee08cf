import { z } from 'zod'
import { createMassMessage } from '#app/domain/chat/create-mass-message.server.ts'
import { readMediaPrice } from '#app/domain/chat/media-price.ts'
import { countSubscribers } from '#app/domain/chat/mass-queries.server.ts'
import { listFanLists } from '#app/domain/fans/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { kampalaField, readKampalaTime } from '#app/platform/kampala-time.ts'
import { personContext } from '#app/web/context.server.ts'
import {
  changeMessageFiles,
  FILES_TO_MANY,
  loadMessageFiles,
} from '#app/web/creator/chat-media/message-files.server.ts'
import { PRICE_TEXTS } from '#app/web/creator/chat-media/texts.ts'
import { refuseMass } from '#app/web/creator/messages/refuse-mass.server.ts'
import { counted } from '#app/platform/counted.ts'
import postsStylesUrl from '#app/web/creator/posts/posts.css?url'
import { readFormWithFiles } from '#app/web/file-field.server.ts'
import { invalidForm, parseFields } from '#app/web/forms.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { NewMassMessageView } from './new-message-view.tsx'
import type { Route } from './+types/new-message'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: postsStylesUrl }]

export const handle = creatorForm('New message to many', { shell: 'focused', backHref: to.massMessages })

/** Whom it can go to, what was added to it, and with `kind` the field for one more file. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const kind = url.searchParams.get('kind')
  const [subscribers, lists, files] = await Promise.all([
    countSubscribers(creator.id),
    listFanLists(creator.id),
    loadMessageFiles(creator, FILES_TO_MANY, kind),
  ])
  return {
    files,
    filesShown: kind !== null || files.count > 0,
    addFilesHref: withQuery(toDashboard.newMassMessage, { kind: 'photo' }),
    clientId: newId(),
    audiences: [
      { value: 'subscribers', label: `All subscribers (${subscribers.toLocaleString('en')})` },
      ...lists.map((list) => ({ value: list.id, label: `${list.name} (${counted(list.fans, 'fan')})` })),
    ],
    earliest: kampalaField(now()),
  }
}

const Fields = z.object({
  text: z.string().default(''),
  client_id: z.string().max(60).default(''),
  to: z.string().max(60).default('subscribers'),
  when: z.enum(['now', 'later']).default('now'),
  at: z.string().max(40).default(''),
  // Only where the page shows files.
  price: z.string().max(20).optional(),
  other: z.string().max(20).default(''),
})

export async function action({ request, context }: Route.ActionArgs) {
  const creator = context.get(personContext)
  const form = await readFormWithFiles(request)
  return (await changeMessageFiles(creator, FILES_TO_MANY, form)) ?? create(creator, form)
}

async function create(creator: Person, typed: FormData) {
  const form = parseFields(typed, Fields)
  if (!form.ok) return invalidForm({ text: 'This message could not be read' }, form.values)
  const { text, client_id: clientId, to: audience, when, at, price, other } = form.value
  const sendAt = when === 'later' ? readKampalaTime(at) : null
  if (when === 'later' && !sendAt) return invalidForm({ at: 'Choose a day and a time' }, form.value)
  const toUnlock = price === undefined ? null : readMediaPrice({ price, other })
  if (toUnlock?.problem)
    return invalidForm(
      { [toUnlock.problem === 'missing' ? 'price' : 'other']: PRICE_TEXTS[toUnlock.problem] },
      form.value,
    )
  const result = await createMassMessage(creator, {
    text,
    clientId,
    audience: audience === 'subscribers' ? { kind: 'subscribers' } : { kind: 'list', listId: audience },
    sendAt,
    files: toUnlock && { priceMinor: toUnlock.priceMinor },
  })
  if (!result.ok) return refuseMass(result.refusal, form.value)
  return redirectWithToast(toDashboard.massMessage(result.value.id), {
    title: sendAt ? 'Scheduled' : 'Sending',
    description: sendAt ? 'It goes out at that time.' : 'It reaches your fans one after the other.',
  })
}

export default function NewMassMessage({ loaderData, actionData }: Route.ComponentProps) {
  return <NewMassMessageView page={loaderData} answer={actionData} />
}
