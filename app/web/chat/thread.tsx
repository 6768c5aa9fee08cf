import { data, redirect } from 'react-router'
import { CHAT, needsConfirming } from '#app/domain/chat/message.ts'
import { canWrite } from '#app/domain/chat/policy.ts'
import { findWaiting, listMessages } from '#app/domain/chat/messages.server.ts'
import { listSavedReplies, type ThreadView } from '#app/domain/chat/queries.server.ts'
import { listThreadTips } from '#app/domain/chat/thread-tips.server.ts'
import { markRead } from '#app/domain/chat/read-thread.server.ts'
import { findNote } from '#app/domain/fans/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { minTopUp } from '#app/domain/products/wallet-top-up/top-up.ts'
import { topUpAt } from '#app/domain/products/wallet-top-up/top-up-at.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { missingFor } from '#app/domain/wallet/wallet.ts'
import { addressOf } from '#app/target-address.ts'
import { to, withQuery } from '#app/links.ts'
import { newId } from '#app/platform/id.ts'
import { subscribeLink } from '#app/web/components/creator-links.ts'
import { checkoutHeaders } from '#app/web/checkout/checkout.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { refuseForm } from '#app/web/forms.server.ts'
import { avatarPath } from '#app/web/picture.ts'
import { withReturnTo } from '#app/web/return-to.server.ts'
import { memberForm } from '#app/web/page-handle.ts'
import chatStylesUrl from './chat.css?url'
import { denialText, refusalText } from './texts.ts'
import { answerBy, linesFor, otherStateOf, sendPosted, threadOf, tipLineOf } from '#app/web/chat/thread.server.ts'
import { ThreadPage } from './thread-view.tsx'
import { unlockSheetOf } from '#app/web/chat/unlock.server.ts'
import type { Route } from './+types/thread'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: chatStylesUrl }]

export const handle = memberForm('Chat', { shell: 'bare', tab: 'chat' })

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const thread = await threadOf(person, params.id)
  const verdict = canWrite(person, thread.facts)
  // Before the first message there is nothing to read: whoever can't write is led to what they need. A thread that a refused message left
  // shows no creator who is hidden.
  if (!verdict.allowed && (thread.id === null || isHiddenAndEmpty(thread)))
    throw redirect(needOf(verdict.reason, thread), 303)
  const at = numberOf(url, 'at')
  const before = beforeOf(url, thread, at)
  const [messages, money, note, replies, unlock, waiting] = await Promise.all([
    thread.id === null ? [] : listMessages(thread.id, person.id, { before, limit: CHAT.pageSize + 1 }),
    thread.side === 'fan' && verdict.allowed ? moneyOf(person, thread) : null,
    thread.side === 'creator' ? findNote(person.id, thread.facts.fanId) : '',
    thread.side === 'creator' ? listSavedReplies(person.id) : [],
    thread.side === 'fan' ? unlockSheetOf(url, person, thread.id) : null,
    thread.side === 'creator' && thread.id !== null ? findWaiting(person.id, thread.id) : null,
  ])
  const shown = messages.slice(-CHAT.pageSize)
  const last = shown.at(-1)
  const tips = thread.id !== null && shown[0] ? await listThreadTips(thread.id, { since: shown[0].at, before }) : []
  if (thread.id !== null && last && !last.own) await markRead(person, thread.id, last.seq)
  const { side, other, waitsSince } = thread
  const key = thread.id ?? thread.facts.creatorId
  const page = {
    key,
    side,
    other: {
      name: other.name,
      avatarUrl: other.avatarMediaId && avatarPath(other.avatarMediaId),
      href:
        side === 'fan'
          ? thread.facts.entitled
            ? to.premiumCreator(other.id)
            : other.username && to.creator(other.username)
          : to.fan(other.id),
    },
    note,
    lines: shown.map(linesFor(person, thread)),
    tips: tips.map((tip) => tipLineOf(tip, thread)),
    otherState: otherStateOf(thread),
    creatorId: thread.facts.creatorId,
    viewerId: person.id,
    earlierHref: messages.length > shown.length ? withQuery(to.chat(key), { before: String(shown[0]!.seq) }) : null,
    newestHref: before === null ? null : `${to.chat(key)}#end`,
    answerBy: side === 'creator' && verdict.allowed ? answerBy(waitsSince) : null,
    written: thread.id !== null,
    muted: thread.muted,
    blocked: thread.blockedByReader,
    tipHref:
      side === 'fan' && thread.facts.entitled ? withQuery(to.tip(thread.facts.creatorId), { context: 'chat' }) : null,
    money,
    denied: verdict.allowed ? null : { ...denialText(verdict.reason, other.name), way: wayOf(verdict.reason, thread) },
    clientId: newId(),
    // A saved reply that was chosen on their page.
    draft: replies.find(({ id }) => id === url.searchParams.get('reply'))?.body ?? thread.draft,
    replies,
    aimedAt: at === null ? null : Number(at),
    unlock,
    waiting: waiting && { failed: waiting.problem !== null },
    mediaHref: side === 'creator' && verdict.allowed && thread.id !== null ? to.chatMedia(thread.id) : null,
  }
  // A page with a checkout knows its browser by a cookie.
  return data(page, unlock ? { headers: checkoutHeaders(request) } : {})
}

function isHiddenAndEmpty({ side, lastSeq, facts }: ThreadView): boolean {
  return side === 'fan' && lastSeq === 0n && !facts.creatorVisible
}

function numberOf(url: URL, name: string): bigint | null {
  const text = url.searchParams.get(name) ?? ''
  return /^[1-9]\d{0,12}$/.test(text) ? BigInt(text) : null
}

/** Which page of the thread is shown: the one before a number, or the one with the message that the address aims at. */
function beforeOf(url: URL, { lastSeq }: ThreadView, at: bigint | null): bigint | null {
  const before = numberOf(url, 'before')
  if (before !== null || at === null || at + BigInt(CHAT.pageSize) > lastSeq) return before
  return at + BigInt(CHAT.pageSize / 2)
}

/** What a fan's message costs, whether it was agreed to, and what the wallet lacks for it. */
async function moneyOf(fan: Person, thread: ThreadView) {
  const price = { amountMinor: thread.rateMinor, currency: 'UGX' as const }
  const balance = await walletBalance(fan.id)
  const missing = missingFor(price, balance)
  const returnTo = { creator: thread.facts.creatorId, intent: 'chat' as const }
  return {
    rate: formatMoney(price),
    shown: price.amountMinor.toString(),
    toAgree: needsConfirming(thread.rateMinor, thread.agreedRateMinor),
    balance: formatMoney(balance),
    short: missing && formatMoney(missing),
    topUpHref: addressOf(topUpAt(minTopUp(missing ?? price), returnTo)),
  }
}

type Denied = Extract<ReturnType<typeof canWrite>, { allowed: false }>['reason']

function needOf(reason: Denied, { facts, other }: ThreadView): string {
  if (reason === 'pass_required' && other.username) return subscribeLink('profile', other.username, 'chat')
  if (reason === 'profile_incomplete') return withReturnTo(to.profileSetup, to.chat(facts.creatorId))
  return other.username ? to.creator(other.username) : to.feed
}

function wayOf(reason: Denied, thread: ThreadView): { label: string; href: string } | null {
  if (reason === 'pass_required') return { label: 'Renew', href: needOf(reason, thread) }
  if (reason === 'profile_incomplete') return { label: 'Add your birthday', href: needOf(reason, thread) }
  return null
}

/** The plain form, for browsers without script: the page again, with the message at its end. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const posted = await sendPosted(request, person, params.id)
  if (!posted) return refuseForm({ status: 400, description: 'This message could not be read.' })
  if (posted.sent) return redirect(`${to.chat(posted.sent.threadId)}#end`, 303)
  const why = refusalText(posted.refusal, posted.thread.other.name)
  return refuseForm({ status: why.status, description: why.text, field: 'text' }, { text: posted.text })
}

export default function Thread({ loaderData, actionData }: Route.ComponentProps) {
  return <ThreadPage page={loaderData} answer={actionData} />
}
