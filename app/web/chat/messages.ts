import { CHAT } from '#app/domain/chat/message.ts'
import { canWrite } from '#app/domain/chat/policy.ts'
import { listMessagesAt, listMessagesSince, type MessageView } from '#app/domain/chat/messages.server.ts'
import type { ThreadView } from '#app/domain/chat/queries.server.ts'
import { listThreadTips, type ThreadTip } from '#app/domain/chat/thread-tips.server.ts'
import { markRead } from '#app/domain/chat/read-thread.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { minTopUp } from '#app/domain/products/wallet-top-up/top-up.ts'
import { topUpAt } from '#app/domain/products/wallet-top-up/top-up-at.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { addressOf } from '#app/target-address.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { isId } from '#app/platform/id.ts'
import { readTogether } from '#app/platform/read-together.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { jsonResponse } from '#app/web/page-text.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { memberAction } from '#app/web/page-handle.ts'
import { refusalText } from './texts.ts'
import {
  answerBy,
  linesFor,
  otherStateOf,
  sendPosted,
  tipLineOf,
  writtenThreadOf,
} from '#app/web/chat/thread.server.ts'
import type { Route } from './+types/messages'

// For the script of the page. Without script, the page itself is reloaded, and its form is posted to the page.
export const handle = memberAction()

/**
 * What has come after the message with the number `after`, which counts as read, which of the `locked` ones are unlocked or removed now, and how
 * far the other side has read.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const { thread, messages, changed, tips } = await readNews(person, params.id.toLowerCase(), url)
  const last = messages.at(-1)
  if (last) await markRead(person, thread.id, last.seq)
  const lineOf = linesFor(person, thread)
  return jsonResponse({
    messages: messages.map(lineOf),
    tips: tips.map((tip) => tipLineOf(tip, thread)),
    changed: changed.map(lineOf).filter(({ locked }) => !locked),
    more: messages.length === CHAT.pageSize,
    ...otherStateOf(thread),
    answerBy: thread.side === 'creator' && canWrite(person, thread.facts).allowed ? answerBy(thread.waitsSince) : null,
  })
}

type Read = {
  thread: ThreadView & { id: string }
  messages: MessageView[]
  changed: MessageView[]
  tips: ThreadTip[]
}

async function readNews(person: Person, id: string, url: URL): Promise<Read> {
  if (!isId(id)) notFound()
  const asked = Number(url.searchParams.get('after'))
  const since = Number.isSafeInteger(asked) && asked >= 0 ? BigInt(asked) : 0n
  const reading = readTogether(
    () =>
      [
        writtenThreadOf(person, id),
        listMessagesSince(id, person.id, { since, limit: CHAT.pageSize }),
        listMessagesAt(id, person.id, watchedOf(url)),
        listThreadTips(id, { since: addMinutes(now(), -NEW_TIP_MINUTES), before: null }),
      ] as const,
  )
  // What isn't theirs is read in vain: the thread throws.
  const [thread, messages, changed, tips] = await Promise.all(reading)
  // A fan's address may name the creator.
  return thread.id === id ? { thread, messages, changed, tips } : readNews(person, thread.id, url)
}

const MAX_WATCHED = 20
/** Pages ask at least every half minute, unless they slept; then they are loaded anew. */
const NEW_TIP_MINUTES = 30

/** The numbers of the locked messages on screen, of which the page asks whether they are unlocked. */
function watchedOf(url: URL): bigint[] {
  const numbers = (url.searchParams.get('locked') ?? '').split(',').slice(0, MAX_WATCHED)
  return numbers.filter((number) => /^[1-9]\d{0,12}$/.test(number)).map(BigInt)
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const posted = await sendPosted(request, person, params.id)
  if (!posted)
    return jsonResponse(
      { refusal: { kind: 'invalid', text: 'This message could not be read.', topUp: null, price: null } },
      400,
    )
  if (posted.sent) {
    const { messageId: id, seq, threadId, side } = posted.sent
    // A repeated one pays nothing.
    const balance = side === 'creator' ? null : (posted.sent.balance ?? (await walletBalance(person.id)))
    return jsonResponse({ sent: { id, seq: Number(seq), threadId }, balance: balance && formatMoney(balance) })
  }
  const { refusal, thread } = posted
  const { status, text: why } = refusalText(refusal, thread.other.name)
  const topUp =
    refusal.kind === 'balance_too_small'
      ? addressOf(topUpAt(minTopUp(refusal.missing), { creator: thread.facts.creatorId, intent: 'chat' }))
      : null
  const price =
    refusal.kind === 'confirmation_needed'
      ? { minor: refusal.price.amountMinor.toString(), text: formatMoney(refusal.price) }
      : null
  return jsonResponse({ refusal: { kind: refusal.kind, text: why, topUp, price } }, status)
}
