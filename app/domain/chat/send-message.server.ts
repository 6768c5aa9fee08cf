import { recordEarning } from '#app/domain/earnings/record-earning.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { lockBalance } from '#app/domain/ledger/lock-balances.server.ts'
import { sendEntry } from '#app/domain/ledger/post-entry.server.ts'
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
import { type PaymentFacts, readPaymentFacts } from './internal/payment-facts.server.ts'
import { type Stored, storeMessage } from './internal/store-message.server.ts'
import {
  findUnopened,
  type LockedThread,
  lockThread,
  lockThreadAndFan,
  openThread,
} from './internal/thread-row.server.ts'
import { CHAT, type MessageProblem, needsConfirming, readMessage } from './message.ts'
import { canWrite, type Side, sideOf, type WriteDenial } from './policy.ts'

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

/** `balance`: what the wallet holds after it has paid; null where it paid nothing, now or at all. */
export type Sent = Stored & { side: Side; balance: Money | null }

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
    const threadId = await threadIdOf(tx, actor, message.to)
    if (threadId === null) return refuse({ kind: 'not_permitted', reason: 'not_there' })
    const at = now()
    // A creator who writes to another one as a fan is found out below.
    const pays = actor.userType === 'fan'
    // Sent together, executed in this order: whoever writes at the same time waits at the first.
    const [thread, same, asked] = await Promise.all([
      pays ? lockThreadAndFan(tx, threadId, actor.id) : lockThread(tx, threadId, actor.id),
      findSame(tx, actor.id, message.clientId),
      pays ? lockPayer(tx, actor.id, at) : null,
    ])
    const side = thread && sideOf(actor, thread)
    if (!thread || !side) return refuse({ kind: 'not_permitted', reason: 'not_there' })
    // The id of another message: a page that the browser's Back has brought, in which something else was typed.
    if (same && (same.threadId !== thread.id || same.body !== body)) return refuse({ kind: 'stale_form' })
    if (same) {
      // A server that died after it had stored the message may have told nobody; a page that knows it reads nothing twice.
      announceMessage(tx, thread, same.seq)
      const { threadId: inThread, messageId, seq } = same
      return ok({ threadId: inThread, messageId, seq, side, balance: null })
    }
    const verdict = canWrite(actor, thread.facts)
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    const stored = { id: newId(), sender: actor, body, clientId: message.clientId, at }
    if (side === 'creator') {
      if (await writesTooFast(tx, actor.id)) return refuse({ kind: 'too_many' })
      return ok({ ...(await storeMessage(tx, thread, { ...stored, paid: null })), side, balance: null })
    }
    // It may have been closed since the request began.
    const active = pays ? thread.facts.fanActive : await lockStatus(tx, actor.id)
    if (!active) return refuse({ kind: 'not_permitted', reason: 'account_closed' })
    const payer = asked ?? (await lockPayer(tx, actor.id, at))
    const refusal = refusePrice(message, thread) ?? refusePayer(payer, thread.rateMinor)
    if (refusal?.kind === 'balance_too_small') await keepDraft(tx, thread, body)
    if (refusal) return refuse(refusal)
    if (thread.lastSeq === 0n) await enqueue(tx, 'welcome_fan', { creatorId: thread.creatorId, fanId: actor.id })
    const sent = await payAndStore(tx, thread, { ...stored, payer })
    const balance = shillings(payer.balanceMinor - thread.rateMinor)
    return ok({ ...sent, side, balance })
  })
}

const shillings = (amountMinor: bigint): Money => ({ amountMinor, currency: 'UGX' })

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
async function threadIdOf(tx: Tx, actor: Person, to: NewMessage['to']): Promise<string | null> {
  return 'threadId' in to ? to.threadId : openThread(tx, { creatorId: to.creatorId, fanId: actor.id })
}

/** Null where the fan has agreed to what the message costs. */
function refusePrice(
  { confirmed, shownMinor }: NewMessage,
  { rateMinor, agreedRateMinor }: Pick<LockedThread, 'rateMinor' | 'agreedRateMinor'>,
): SendRefusal | null {
  // A page that shows a lower price may be older than the price, also where a higher one was agreed to before.
  const dearer = shownMinor !== null && rateMinor > shownMinor
  if ((confirmed && shownMinor === rateMinor) || !(dearer || needsConfirming(rateMinor, agreedRateMinor))) return null
  return { kind: 'confirmation_needed', price: shillings(rateMinor) }
}

type Payer = { balanceMinor: bigint; facts: PaymentFacts }

/** Locks the balance of whoever pays, whose account is locked, and reads what a payment asks. Sent together. */
async function lockPayer(tx: Tx, fanId: string, at: Date): Promise<Payer> {
  const [balanceMinor, facts] = await Promise.all([lockBalance(tx, walletOf(fanId)), readPaymentFacts(tx, fanId, at)])
  return { balanceMinor, facts }
}

function refusePayer({ balanceMinor, facts }: Payer, rateMinor: bigint): SendRefusal | null {
  if (balanceMinor < rateMinor)
    return {
      kind: 'balance_too_small',
      price: shillings(rateMinor),
      balance: shillings(balanceMinor),
      missing: shillings(rateMinor - balanceMinor),
    }
  return facts.paidInMinute >= CHAT.paidPerMinute ? { kind: 'too_many' } : null
}

type PaidMessage = { id: string; sender: Person; body: string; clientId: string; at: Date; payer: Payer }

/** All rows are sent with the entry that they name. The ledger throws for an id that has paid for another message. */
async function payAndStore(tx: Tx, thread: LockedThread, { payer, ...message }: PaidMessage): Promise<Stored> {
  const { id, sender, clientId, at } = message
  const { fees, cardFunded } = payer.facts
  const { creatorId } = thread
  const price = shillings(thread.rateMinor)
  const entry = messagePaid({ id, fanId: sender.id, creatorId, clientId, price, at }, fees)
  const { entryId, posted } = await sendEntry(tx, entry)
  const { fee, rest } = splitFee(price, fees.platformFeeBasisPoints)
  const [stored] = await Promise.all([
    storeMessage(tx, thread, { ...message, paid: { entryId, price, netMinor: rest.amountMinor } }),
    recordEarning(tx, {
      creatorId,
      source: 'message',
      causeKind: 'chat_message',
      causeId: id,
      entryId,
      grossMinor: price.amountMinor,
      feeMinor: fee.amountMinor,
      cardFunded,
      at,
    }),
    posted,
  ])
  return stored
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
