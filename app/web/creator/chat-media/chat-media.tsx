import { redirect } from 'react-router'
import { readMediaPrice } from '#app/domain/chat/media-price.ts'
import { canWrite } from '#app/domain/chat/policy.ts'
import { cancelWaiting } from '#app/domain/chat/cancel-waiting.server.ts'
import { findWaiting } from '#app/domain/chat/messages.server.ts'
import { findThread, type ThreadView } from '#app/domain/chat/queries.server.ts'
import { sendMedia } from '#app/domain/chat/send-media.server.ts'
import type { WaitingMessage } from '#app/domain/chat/waiting-message.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { to } from '#app/links.ts'
import { newId } from '#app/platform/id.ts'
import { personContext } from '#app/web/context.server.ts'
import { textOf } from '#app/web/creator/onboarding/form-text.ts'
import postsStylesUrl from '#app/web/creator/posts/posts.css?url'
import { readFormWithFiles } from '#app/web/file-field.server.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { ChatMediaView } from './chat-media-view.tsx'
import {
  changeMessageFiles,
  filesOfThread,
  loadMessageFiles,
} from '#app/web/creator/chat-media/message-files.server.ts'
import { PRICE_TEXTS, sendRefusal, WAITING_PROBLEMS } from './texts.ts'
import type { Route } from './+types/chat-media'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: postsStylesUrl }]

export const handle = creatorForm('Send photos, videos or voice', { shell: 'focused' })

/** The written thread of an address, for its creator. Throws 404 for everybody else. */
async function threadOf(creator: Person, id: string): Promise<ThreadView & { id: string }> {
  const thread = await findThread(creator, id.toLowerCase())
  if (!thread || thread.id === null || thread.side !== 'creator') notFound()
  return { ...thread, id: thread.id }
}

/** What a creator has added to the next message of a thread, the field for more, its price and its text. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const thread = await threadOf(creator, params.id)
  // The thread says why nothing can be written in it.
  if (!canWrite(creator, thread.facts).allowed) throw redirect(to.chat(thread.id), 303)
  return {
    name: thread.other.name,
    files: await loadMessageFiles(creator, filesOfThread(thread.id), url.searchParams.get('kind')),
    clientId: newId(),
    waiting: waitingView(await findWaiting(creator.id, thread.id)),
    backHref: to.chat(thread.id),
  }
}

/** A change of its files, or the message. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const creator = context.get(personContext)
  const { id } = await threadOf(creator, params.id)
  const form = await readFormWithFiles(request)
  if (textOf(form, 'intent') === 'cancel') {
    await cancelWaiting(creator, id)
    return redirect(to.chatMedia(id), 303)
  }
  return (await changeMessageFiles(creator, filesOfThread(id), form)) ?? send(creator, id, form)
}

/** What is sent by itself, for whom it was written: its words, its price, and why it could not be sent. */
function waitingView(waiting: WaitingMessage | null) {
  if (!waiting) return null
  const { body, priceMinor, problem } = waiting
  const price = priceMinor === null ? 'Free' : `${formatMoney({ amountMinor: priceMinor, currency: 'UGX' })} to unlock`
  return { body, price, problem: problem && WAITING_PROBLEMS[problem] }
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
