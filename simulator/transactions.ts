// The life of one transaction: created as pending when the payer presses pay, ended once.
import { createHash, randomBytes } from 'node:crypto'
import { collect, collectionFee, round } from './balances.ts'
import { openChargeback } from './chargebacks.ts'
import type { Customer, LinkRecord, Method, TransactionRecord } from './records.ts'
import { rulesOf } from './scenarios.ts'
import type { AttemptRule, ChargeRule, Choice, WebhookStep } from './scenario-types.ts'
import { authModelOf, cardFacts, DEFAULT_CARD } from './test-cards.ts'
import { announceTransaction } from './webhooks.ts'
import type { World } from './world.ts'

export interface Payer {
  method: Method
  phone: string | null
  network: string | null
  card: string | null
}

/** Makes a pending transaction for an attempt to pay a link. */
export function openTransaction(world: World, link: LinkRecord, payer: Payer, choice: Choice): TransactionRecord {
  const isCard = payer.method === 'card'
  const number = payer.card ?? DEFAULT_CARD
  const createdAt = world.clock.now()
  const token = `flw-t1nf-${createHash('sha256').update(number).digest('hex').slice(0, 32)}-m03k`
  const id = world.store.nextId('transaction')
  const customer: Customer = { ...link.customer, phone: payer.phone ?? link.customer.phone }
  return world.store.transactions.put({
    id,
    txRef: link.txRef,
    linkId: link.id,
    flwRef: isCard ? `FLW-MOCK-${randomBytes(16).toString('hex')}` : `flwm3s4m0c${createdAt}${id % 1000}`,
    ...chargeFor(link, choice),
    status: 'pending',
    text: 'Pending',
    appFee: null,
    amountSettled: null,
    authModel: isCard ? authModelOf(number) : 'MOBILEMONEY',
    paymentType: isCard ? 'card' : 'mobilemoneyug',
    narration: isCard ? 'CARD Transaction ' : link.title,
    card: isCard ? cardFacts(number, token) : null,
    meta: link.meta === null ? null : { ...link.meta, __CheckoutInitAddress: link.url.replace(/\/flwlnk-.*$/, '') },
    customer,
    createdAt,
    finishedAt: null,
    choice,
    looks: 0,
  })
}

const PROMPT_LIVES_MS = 10 * 60_000

/** Sends the prompt to the phone: the transaction exists, and fails if it is not answered within ten minutes. */
export function sendPrompt(world: World, link: LinkRecord, payer: Payer): TransactionRecord {
  const tx = openTransaction(world, link, payer, { id: '', variant: null })
  const late = { status: 'failed', text: 'Activity timed out', webhooks: [{}] }
  const dueAt = world.clock.now() + PROMPT_LIVES_MS
  world.timers.schedule(tx.txRef, dueAt, { kind: 'finish-transaction', transactionId: tx.id, ...late })
  return tx
}

/** Takes a prompt that was answered under a scenario: the prompt can't time out any more. */
export function answerPrompt(
  world: World,
  link: LinkRecord,
  id: number | null,
  choice: Choice,
): TransactionRecord | null {
  const tx = id === null ? undefined : world.store.transactions.get(id)
  if (!tx || tx.linkId !== link.id || tx.finishedAt !== null) return null
  for (const timer of world.store.timers.of(tx.txRef)) {
    if (timer.action.kind === 'finish-transaction' && timer.action.transactionId === tx.id)
      world.store.timers.delete(timer.id)
  }
  return world.store.transactions.patch(tx, { choice, ...chargeFor(link, choice) })
}

function chargeFor(link: LinkRecord, choice: Choice) {
  const charge = rulesOf(choice).charge ?? {}
  const amount = amountPaid(link.amount, charge)
  const currency = charge.currency ?? link.currency
  return { amount, chargedAmount: amount, currency, customerBearsFee: charge.customerBearsFee ?? false }
}

function amountPaid(asked: number, charge: ChargeRule): number {
  if (charge.amount !== undefined) return asked > charge.amount ? charge.amount : round(asked / 2)
  return asked + (charge.amountPlus ?? 0)
}

/** Plays an attempt to its end: at once, later, or never. */
export function runAttempt(world: World, tx: TransactionRecord, rule: AttemptRule): TransactionRecord {
  const now = world.clock.now()
  if (rule.ends === null) return tx
  const text = rule.text ?? (tx.paymentType === 'card' ? 'Approved by Financial Institution' : 'Approved')
  if (!rule.afterMs) return finishTransaction(world, tx, rule.ends, text, now, rule.webhooks)
  const plan = rule.webhooks ?? rulesOf(tx.choice).webhooks ?? [{}]
  world.timers.schedule(tx.txRef, now + rule.afterMs, {
    kind: 'finish-transaction',
    transactionId: tx.id,
    status: rule.ends,
    text,
    webhooks: plan,
  })
  return tx
}

/** Ends a pending transaction: fees, balance, webhooks, and a chargeback if the scenario has one. */
export function finishTransaction(
  world: World,
  tx: TransactionRecord,
  status: string,
  text: string,
  at: number,
  webhooks?: WebhookStep[],
): TransactionRecord {
  const current = world.store.transactions.get(tx.id)
  if (!current || current.finishedAt !== null) return current ?? tx
  const fee = collectionFee(current.currency, current.amount, current.paymentType)
  const succeeded = status === 'successful'
  const finished = world.store.transactions.patch(current, {
    status,
    text,
    finishedAt: at,
    appFee: status === 'failed' || succeeded ? fee : null,
    chargedAmount: current.customerBearsFee ? round(current.amount + fee) : current.amount,
    amountSettled: succeeded
      ? round(current.amount - (current.customerBearsFee ? 0 : fee))
      : status === 'failed'
        ? 0
        : null,
  })
  if (succeeded) collect(world, finished, at)
  announceTransaction(world, finished, at, webhooks)
  const chargeback = succeeded ? rulesOf(finished.choice).chargeback : undefined
  if (chargeback) openChargeback(world, finished, chargeback, at)
  return world.store.transactions.get(finished.id) ?? finished
}

/** An earlier success that belongs to another payment; invented when there is none. */
export function earlierSuccess(world: World, link: LinkRecord, payer: Payer): TransactionRecord {
  const known = world.store.transactions.all().findLast((tx) => tx.txRef !== link.txRef && tx.status === 'successful')
  if (known) return known
  const txRef = `earlier-${randomBytes(8).toString('hex')}`
  const pending = openTransaction(world, { ...link, txRef }, payer, { id: '', variant: null })
  const yesterday = world.clock.now() - 86_400_000
  const old = world.store.transactions.patch(pending, { createdAt: yesterday })
  return finishTransaction(world, old, 'successful', 'Approved', yesterday, [])
}
