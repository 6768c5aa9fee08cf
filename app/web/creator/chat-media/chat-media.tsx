import { redirect } from 'react-router'
import { addMediumToMessage, addUploadToMessage } from '#app/domain/chat/add-media.server.ts'
import { readMediaPrice } from '#app/domain/chat/media-price.ts'
import { CHAT } from '#app/domain/chat/message.ts'
import { listMediaDraft } from '#app/domain/chat/messages.server.ts'
import { canWrite } from '#app/domain/chat/policy.ts'
import { findThread, type ThreadView } from '#app/domain/chat/queries.server.ts'
import { removeMediumFromMessage } from '#app/domain/chat/remove-medium.server.ts'
import { sendMedia } from '#app/domain/chat/send-media.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { fileLimitsOf } from '#app/domain/media/limits.ts'
import { videoIsOn } from '#app/domain/media/video-tools.server.ts'
import { formatMoney, splitFee } from '#app/domain/money/money.ts'
import { CHAT_MEDIA_PRICE_OPTIONS_MINOR } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import type { FileKind } from '#app/domain/uploads/store-uploaded-file.server.ts'
import { to, withQuery } from '#app/links.ts'
import { newId } from '#app/platform/id.ts'
import { personContext } from '#app/web/context.server.ts'
import { textOf } from '#app/web/creator/onboarding/form-text.ts'
import { acceptResponse } from '#app/web/creator/onboarding/step-answers.server.ts'
import postsStylesUrl from '#app/web/creator/posts/posts.css?url'
import { tileOf } from '#app/web/creator/posts/tiles.ts'
import { textsIn } from '#app/web/creator/posts/typed-form.ts'
import { FILE_FIELDS } from '#app/web/creator/requests/texts.ts'
import { readFileField, readFormWithFiles } from '#app/web/file-field.server.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { ChatMediaView } from './chat-media-view.tsx'
import { fileRefusal, PRICE_TEXTS, sendRefusal } from './texts.ts'
import type { Route } from './+types/chat-media'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: postsStylesUrl }]

export const handle = {
  audience: 'creators',
  policy: { GET: 'signed_in', POST: 'signed_in' },
  title: 'Send photos, videos or voice',
  screen: { shell: 'focused' },
} satisfies RouteHandle

const KINDS: readonly FileKind[] = ['photo', 'video', 'voice']

const fileKind = (word: string | null): FileKind => KINDS.find((kind) => kind === word) ?? 'photo'

/** The written thread of an address, for its creator. Throws 404 for everybody else. */
async function threadOf(creator: Person, id: string): Promise<ThreadView & { id: string }> {
  const thread = await findThread(creator, id.toLowerCase())
  if (!thread || thread.id === null || thread.side !== 'creator') throw new Response('Not found', { status: 404 })
  return { ...thread, id: thread.id }
}

/** What a creator has added to the next message of a thread, the field for more, its price and its text. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const thread = await threadOf(creator, params.id)
  // The thread says why nothing can be written in it.
  if (!canWrite(creator, thread.facts).allowed) throw redirect(to.chat(thread.id), 303)
  const [media, videoOn, inForce] = await Promise.all([listMediaDraft(thread.id), videoIsOn(), settings()])
  const here = to.chatMedia(thread.id)
  const link = mediaLinksFor(creator)
  const kind = fileKind(url.searchParams.get('kind'))
  return {
    name: thread.other.name,
    kind,
    hint: FILE_FIELDS[kind].hint(fileLimitsOf(inForce)),
    kinds: KINDS.map((one) => ({
      label: FILE_FIELDS[one].tab,
      icon: FILE_FIELDS[one].icon,
      href: withQuery(here, { kind: one }),
      active: one === kind,
    })),
    videoOn,
    tiles: media.map((one) => tileOf({ ...one, failure: null, name: '' }, link)),
    count: media.length,
    full: media.length >= CHAT.maxMedia,
    waiting: media.some((one) => one.state === 'processing'),
    prices: CHAT_MEDIA_PRICE_OPTIONS_MINOR.map((amountMinor) => {
      const price = { amountMinor, currency: 'UGX' as const }
      return {
        value: String(amountMinor / 100n),
        label: formatMoney(price),
        earned: `You get ${formatMoney(splitFee(price, inForce.platformFeePercentage * 100).rest)}`,
      }
    }),
    clientId: newId(),
    vaultHref: withQuery(to.vault, { message: thread.id }),
    hereHref: withQuery(here, { kind }),
    backHref: to.chat(thread.id),
  }
}

/** A finished upload (`take`), a file of a form without script (`add`), files of the vault, one taken out (`remove`), or the message. */
export async function action({ request, params, context, url }: Route.ActionArgs) {
  const creator = context.get(personContext)
  const { id } = await threadOf(creator, params.id)
  const form = await readFormWithFiles(request)
  const kind = fileKind(textOf(form, 'kind'))
  const again = () => redirect(url.pathname + url.search, 303)
  switch (textOf(form, 'intent')) {
    case 'take':
      return acceptResponse(await add(creator, id, kind, textOf(form, 'upload')))
    case 'add': {
      const read = await readFileField(form, 'file', `post_${kind}`, creator)
      const problem =
        read.kind === 'refused'
          ? read.message
          : read.kind === 'none'
            ? 'Choose a file first'
            : await add(creator, id, kind, read.uploadId)
      return problem ? refuseForm({ status: 400, field: 'file', description: problem }) : again()
    }
    case 'from-vault':
      return addFromVault(creator, id, textsIn(form, 'medium'))
    case 'remove':
      await removeMediumFromMessage(creator, id, textOf(form, 'medium'))
      return again()
    default:
      return send(creator, id, form)
  }
}

async function add(creator: Person, threadId: string, kind: FileKind, uploadId: string): Promise<string | null> {
  const added = await addUploadToMessage(creator, threadId, { kind, uploadId })
  return added.ok ? null : fileRefusal(kind, added.refusal)
}

/** Each of them is added once, however often it is sent; what was refused is said, and the others stay. */
async function addFromVault(creator: Person, threadId: string, mediaIds: readonly string[]) {
  for (const mediaId of mediaIds) {
    const added = await addMediumToMessage(creator, threadId, mediaId)
    if (added.ok) continue
    const description = fileRefusal('photo', added.refusal)
    return redirectWithToast(withQuery(to.vault, { message: threadId }), {
      title: 'Not added',
      description,
      tone: 'error',
    })
  }
  return redirect(to.chatMedia(threadId), 303)
}

async function send(creator: Person, threadId: string, form: FormData) {
  const typed = { text: textOf(form, 'text'), price: textOf(form, 'price'), other: textOf(form, 'other') }
  const price = readMediaPrice(typed)
  if (price.problem)
    return invalidForm({ [price.problem === 'missing' ? 'price' : 'other']: PRICE_TEXTS[price.problem] }, typed)
  const sent = await sendMedia(creator, {
    threadId,
    text: typed.text,
    priceMinor: price.priceMinor,
    clientId: textOf(form, 'client_id'),
  })
  if (!sent.ok) return refuseForm(sendRefusal(sent.refusal), typed)
  return redirect(`${to.chat(threadId)}#end`, 303)
}

export default function ChatMedia({ loaderData, actionData }: Route.ComponentProps) {
  return <ChatMediaView page={loaderData} answer={actionData} />
}
