import { recordEarning } from '#app/domain/earnings/record-earning.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { lockBalance } from '#app/domain/ledger/lock-balances.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { type Money, splitFee } from '#app/domain/money/money.ts'
import { walletOf } from '#app/domain/wallet/wallet.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { messagePaid } from './entries.ts'
import { announceMessage } from './internal/announce.server.ts'
import { findSame, writesTooFast } from './internal/earlier-messages.server.ts'
import { readPaymentFacts } from './internal/payment-facts.server.ts'
import { type PaidPrice, type Sent, storeMessage } from './internal/store-message.server.ts'
import { findUnopened, type LockedThread, lockThread, openThread } from './internal/thread-row.server.ts'
import { CHAT, type MessageProblem, needsConfirming, readMessage } from './message.ts'
import { canWrite, sideOf, type WriteDenial } from './policy.ts'

export type NewMessage = {
  /** A thread, or the creator to whom a fan writes. */
  to: { threadId: string } | { creatorId: string }
  /** As it was typed. */
  text: string
  /** Made by the page, a UUID: a message that is sent twice is one message, and paid once. */
  clientId: string
  /** The price that the page showed, in minor units; null where it showed none. */
  shownMinor: bigint | null
  /** The fan has agreed to pay that price for each message. */
  confirmed: boolean
}

export type SendRefusal =
  | { kind: 'not_permitted'; reason: WriteDenial }
  | { kind: 'invalid'; problem: MessageProblem }
  /** The page is another one's, or out of date. */
  | { kind: 'stale_form' }
  /** The first paid message, or the price has risen: the fan agrees to it first. */
  | { kind: 'confirmation_needed'; price: Money }
  | { kind: 'balance_too_small'; price: Money; balance: Money; missing: Money }
  | { kind: 'too_many' }

type Answer = Result<Sent, SendRefusal>

/**
 * Writes a message. A fan's costs the creator's rate, taken from the wallet in the transaction that stores the message: one that can't be
 * paid is not stored. A creator writes free. Where the wallet is too small, what was typed is kept, so that it is still there after a top-up. The other
 * side is notified where nothing unread is there before it, at most once an hour.
 */
export async function sendMessage(actor: Actor, message: NewMessage): Promise<Answer> {
  if (!actor) return refuse({ kind: 'not_permitted', reason: 'sign_in_required' })
  const read = readMessage(message.text)
  if (read.body === null) return refuse({ kind: 'invalid', problem: read.problem })
  const { body } = read
  if (!isId(message.clientId)) return refuse({ kind: 'stale_form' })
  return inTransaction<Answer>(async (tx) => {
    const refused = await refuseUnopened(tx, actor, message)
    if (refused) return refuse(refused)
    const thread = await lockedThreadOf(tx, actor, message.to)
    if (!thread) return refuse({ kind: 'not_permitted', reason: 'not_there' })
    const same = await findSame(tx, actor.id, message.clientId)
    // The id of another message: a page that the browser's Back has brought, in which something else was typed.
    if (same && (same.threadId !== thread.id || same.body !== body)) return refuse({ kind: 'stale_form' })
    if (same) {
      // A server that died after it had stored the message may have told nobody; a page that knows it reads nothing twice.
      announceMessage(tx, thread, same.seq)
      return ok({ threadId: same.threadId, messageId: same.messageId, seq: same.seq })
    }
    const verdict = canWrite(actor, thread.facts)
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    const side = sideOf(actor, thread.facts)!
    const id = newId()
    const stored = { id, sender: actor, body, clientId: message.clientId }
    if (side === 'creator') {
      if (await writesTooFast(tx, actor.id)) return refuse({ kind: 'too_many' })
      return ok(await storeMessage(tx, thread, { ...stored, paid: null, at: now() }))
    }
    const paid = await pay(tx, thread, { id, fan: actor, message })
    if (!paid.ok) {
      if (paid.refusal.kind === 'balance_too_small') await keepDraft(tx, thread, body)
      return paid
    }
    if (thread.lastSeq === 0n) await enqueue(tx, 'welcome_fan', { creatorId: thread.creatorId, fanId: actor.id })
    return ok(await storeMessage(tx, thread, { ...stored, paid: paid.value, at: paid.value.at }))
  })
}

/** A first message that is refused leaves no thread behind: what can be said before one is opened is said then. */
async function refuseUnopened(tx: Tx, fan: Person, message: NewMessage): Promise<SendRefusal | null> {
  if (!('creatorId' in message.to)) return null
  const unopened = await findUnopened(tx, { creatorId: message.to.creatorId, fanId: fan.id })
  if (!unopened) return null
  const verdict = canWrite(fan, unopened.facts)
  if (!verdict.allowed) return { kind: 'not_permitted', reason: verdict.reason }
  return refusePrice(message, { rateMinor: unopened.rateMinor, agreedRateMinor: null })
}

/** A fan who writes to a creator for the first time opens their thread. */
async function lockedThreadOf(tx: Tx, actor: Person, to: NewMessage['to']): Promise<LockedThread | null> {
  const threadId = 'threadId' in to ? to.threadId : await openThread(tx, { creatorId: to.creatorId, fanId: actor.id })
  const thread = threadId === null ? null : await lockThread(tx, threadId)
  return thread && sideOf(actor, thread) ? thread : null
}

/** Null where the fan has agreed to what the message costs. */
function refusePrice(
  { confirmed, shownMinor }: NewMessage,
  { rateMinor, agreedRateMinor }: Pick<LockedThread, 'rateMinor' | 'agreedRateMinor'>,
): SendRefusal | null {
  // A page that shows a lower price may be older than the price, also where a higher one was agreed to before.
  const dearer = shownMinor !== null && rateMinor > shownMinor
  if ((confirmed && shownMinor === rateMinor) || !(dearer || needsConfirming(rateMinor, agreedRateMinor))) return null
  return { kind: 'confirmation_needed', price: { amountMinor: rateMinor, currency: 'UGX' } }
}

async function pay(
  tx: Tx,
  thread: LockedThread,
  { id, fan, message }: { id: string; fan: Person; message: NewMessage },
): Promise<Result<PaidPrice & { at: Date }, SendRefusal>> {
  const unconfirmed = refusePrice(message, thread)
  if (unconfirmed) return refuse(unconfirmed)
  const price: Money = { amountMinor: thread.rateMinor, currency: 'UGX' }
  const at = now()
  // Sent together, executed in this order.
  const [status, amountMinor, { fees, cardFunded, paidInMinute }] = await Promise.all([
    lockStatus(tx, fan.id),
    lockBalance(tx, walletOf(fan.id)),
    readPaymentFacts(tx, fan.id, at),
  ])
  if (!status) return refuse({ kind: 'not_permitted', reason: 'account_closed' })
  if (amountMinor < price.amountMinor)
    return refuse({
      kind: 'balance_too_small',
      price,
      balance: { ...price, amountMinor },
      missing: { ...price, amountMinor: price.amountMinor - amountMinor },
    })
  if (paidInMinute >= CHAT.paidPerMinute) return refuse({ kind: 'too_many' })
  const { creatorId } = thread
  const entry = messagePaid({ id, fanId: fan.id, creatorId, clientId: message.clientId, price, at }, fees)
  const { entryId } = await postEntry(tx, entry)
  const { fee, rest } = splitFee(price, fees.platformFeeBasisPoints)
  await recordEarning(tx, {
    creatorId,
    source: 'message',
    causeKind: 'chat_message',
    causeId: id,
    entryId,
    grossMinor: price.amountMinor,
    feeMinor: fee.amountMinor,
    cardFunded,
    at,
  })
  return ok({ entryId, price, netMinor: rest.amountMinor, at })
}

/** Whether an account may still spend: it may have been suspended since its request began. Locked until the transaction ends. */
async function lockStatus(tx: Tx, accountId: string): Promise<boolean> {
  const [row] = await queryPreparedIn<{ active: boolean }>(
    tx,
    'lock-chat-payer',
    `select account_status = 'active' and not is_blocked as active from profiles where id = $1 for no key update`,
    [accountId],
  )
  return row?.active ?? false
}

async function keepDraft(tx: Tx, { id, fanId }: LockedThread, body: string): Promise<void> {
  await tx
    .insertInto('chat_drafts')
    .values({ thread_id: id, fan_id: fanId, body })
    .onConflict((conflict) => conflict.column('thread_id').doUpdateSet({ body, saved_at: now() }))
    .execute()
}
