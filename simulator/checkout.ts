// What happens when the person on the page does something: an attempt under a scenario, and where the page goes next.
import { openChargeback } from './chargebacks.ts'
import type { LinkRecord, TransactionRecord } from './records.ts'
import { findScenario, rulesOf } from './scenarios.ts'
import type { Choice, RedirectRule, Scenario } from './scenario-types.ts'
import { localPhone, selectSticky, shiftQueued, withVariant } from './selection.ts'
import { answerPrompt, earlierSuccess, openTransaction, runAttempt, type Payer } from './transactions.ts'
import { postStep } from './webhooks.ts'
import type { World } from './world.ts'

export type { Payer } from './transactions.ts'

export type Next =
  | { to: 'shop'; url: string; waitForWebhook: boolean }
  | { to: 'page' }
  | { to: 'waiting'; transactionId: number }
  | { to: 'closed' }

export interface Played {
  transaction: TransactionRecord | null
  next: Next
}

export const OUTCOMES = ['approve', 'decline', 'wrong_pin', 'timeout'] as const
export type Outcome = (typeof OUTCOMES)[number]

const FORCED: Record<Exclude<Outcome, 'approve'>, Choice> = {
  decline: { id: 'P05', variant: null },
  wrong_pin: { id: 'P07', variant: null },
  timeout: { id: 'P06', variant: null },
}

const BACK_AS_FAILED: RedirectRule = { when: 'now', status: 'failed' }

export function isPlayable(scenario: Scenario): boolean {
  return (
    (scenario.group === 'payment' ||
      scenario.group === 'webhook' ||
      scenario.group === 'chargeback' ||
      scenario.id === 'X06') &&
    !scenario.transport &&
    !Object.values(scenario.variants ?? {}).some((variant) => variant.transport)
  )
}

/** Whether a link may still be paid by its page. */
export function linkState(world: World, link: LinkRecord): 'open' | 'paid' | 'disabled' | 'ended' {
  if (successOf(world, link)) return 'paid'
  if (link.disabled) return 'disabled'
  return link.ended || world.clock.now() >= link.expiresAt ? 'ended' : 'open'
}

export function successOf(world: World, link: LinkRecord): TransactionRecord | undefined {
  return attemptsOf(world, link).findLast((tx) => tx.status === 'successful')
}

export function attemptsOf(world: World, link: LinkRecord): TransactionRecord[] {
  return world.store.transactions.of(link.txRef).filter((tx) => tx.linkId === link.id)
}

/** The scenario of the next attempt; reading it uses up a one-shot choice. */
export function chooseForAttempt(world: World, link: LinkRecord, payer: Payer): Choice {
  const waiting = world.store.links.get(link.id)?.queued ?? null
  if (waiting) {
    world.store.links.patch(link, { queued: null })
    return withVariant(world, waiting)
  }
  const queued = shiftQueued(world, { txRef: link.txRef, email: link.customer.email }, isPlayable)
  if (queued) return withVariant(world, queued)
  const facts = {
    txRef: link.txRef,
    email: link.customer.email,
    meta: link.meta,
    drawer: link.drawer,
    phone: payer.phone,
    card: payer.card,
  }
  const choice = selectSticky(world, facts, isPlayable)
  if (choice.id === '' && isWrongNetwork(payer)) return { id: 'P09', variant: null }
  const isTiny = payer.method === 'mobilemoneyuganda' && link.currency === 'UGX' && link.amount < 500
  return choice.id === '' && isTiny ? { id: 'P39', variant: null } : withVariant(world, choice)
}

const AIRTEL = /^07[045]/
const MTN = /^07[678]/

function isWrongNetwork(payer: Payer): boolean {
  if (payer.phone === null || payer.network === null) return false
  const phone = localPhone(payer.phone)
  return payer.network === 'MTN' ? AIRTEL.test(phone) : MTN.test(phone)
}

/** The four answers of the handset. Approve follows the scenario; the others end as their labels and lead back to the shop. */
export function answer(
  world: World,
  link: LinkRecord,
  outcome: Outcome,
  payer: Payer,
  pendingId: number | null = null,
): Played {
  if (outcome === 'approve') return play(world, link, chooseForAttempt(world, link, payer), payer, { pendingId })
  return play(world, link, FORCED[outcome], payer, { pendingId, redirect: BACK_AS_FAILED })
}

/** Plays a scenario as one visit to the page. */
export function play(
  world: World,
  link: LinkRecord,
  choice: Choice,
  payer: Payer,
  options: { pendingId?: number | null; redirect?: RedirectRule } = {},
): Played {
  const rules = rulesOf(choice)
  if (rules.link?.endsSession) world.store.links.patch(link, { ended: true })
  if (rules.link?.disables) world.store.links.patch(link, { disabled: true })
  if (rules.link?.ignoresDisable) world.store.links.patch(link, { drawer: choice })
  const attempts = rules.attempts ?? [{ ends: 'successful' }]
  let transaction: TransactionRecord | null = null
  for (const [index, attempt] of attempts.entries()) {
    const pending = index === 0 ? answerPrompt(world, link, options.pendingId ?? null, choice) : null
    transaction = runAttempt(world, pending ?? openTransaction(world, link, payer, choice), attempt)
  }
  if (attempts.length === 0 && rules.webhooks) transaction = announceForeign(world, link, choice, payer)
  const failures = attemptsOf(world, link).filter((tx) => tx.status === 'failed').length
  if (failures >= link.maxAttempts) world.store.links.patch(link, { ended: true })
  world.store.links.patch(link, { draft: null, note: null })
  return { transaction, next: nextOf(world, link, transaction, options.redirect ?? rules.redirect) }
}

/** A webhook for a payment that does not exist: a replay of another success, or one of another account. */
function announceForeign(world: World, link: LinkRecord, choice: Choice, payer: Payer): TransactionRecord | null {
  const now = world.clock.now()
  const other = earlierSuccess(world, link, payer)
  const steps = rulesOf(choice).webhooks ?? []
  for (const step of steps) {
    postStep(world, { ...other, txRef: link.txRef, amount: link.amount, chargedAmount: link.amount }, step, now)
  }
  return steps.some((step) => step.body === 'replay') ? other : null
}

function nextOf(world: World, link: LinkRecord, tx: TransactionRecord | null, rule?: RedirectRule): Next {
  const current = world.store.links.get(link.id) ?? link
  const isFinal = tx === null || tx.finishedAt !== null
  const failed = tx?.status === 'failed'
  const when = rule?.when ?? (failed ? 'stay' : 'settled')
  if (when === 'never') return { to: 'closed' }
  if (when === 'now' || (when === 'settled' && isFinal && !failed)) {
    return { to: 'shop', url: shopUrl(current, tx, rule), waitForWebhook: rule?.waitForWebhook ?? false }
  }
  if (when !== 'stay' && tx && !isFinal) return { to: 'waiting', transactionId: tx.id }
  if (current.ended && failed) return { to: 'shop', url: shopUrl(current, null, BACK_AS_FAILED), waitForWebhook: false }
  return { to: 'page' }
}

/** Where a person who waited for a transaction is redirected once it has ended. */
export function nextAfterWaiting(world: World, link: LinkRecord, tx: TransactionRecord): Next {
  return nextOf(world, link, tx, rulesOf(tx.choice).redirect)
}

/** The shop's return address with the parameters of the gateway appended. */
export function shopUrl(link: LinkRecord, tx: TransactionRecord | null, rule?: RedirectRule): string {
  const status = rule?.status ?? (tx?.status === 'failed' ? 'failed' : 'successful')
  const params = new URLSearchParams({ status })
  if (rule?.params !== 'missing') params.set('tx_ref', link.txRef)
  if (tx && (status === 'successful' || status === 'completed')) params.set('transaction_id', String(tx.id))
  const query = rule?.params === 'duplicated' ? `${params}&${params}` : String(params)
  const [address = '', ...fragment] = link.redirectUrl.split('#')
  const joint = address.includes('?') ? '&' : '?'
  return `${address}${joint}${query}${fragment.length > 0 ? `#${fragment.join('#')}` : ''}`
}

/** A button of the drawer: plays the scenario, or prepares it for the next call. Returns the note for the person. */
export function applyFromDrawer(
  world: World,
  link: LinkRecord,
  choice: Choice,
  payer: Payer,
): Played & { note: string | null } {
  const scenario = findScenario(choice.id)
  const stay: Played = { transaction: null, next: { to: 'page' } }
  if (!scenario) return { ...stay, note: null }
  const paid = successOf(world, link)
  if (scenario.group === 'chargeback' && paid) {
    openChargeback(world, paid, rulesOf(choice).chargeback ?? {}, world.clock.now())
    return { ...stay, note: `${scenario.id} happened to the paid transaction.` }
  }
  if (scenario.switchForMs !== undefined) {
    switchOn(world, withVariant(world, choice), scenario)
    return { ...stay, note: `${scenario.id} is switched on for the whole gateway.` }
  }
  if (!scenario.arms && isPlayable(scenario)) {
    if (linkState(world, link) !== 'open' && scenario.id !== 'P20') return { ...stay, note: 'This checkout is over.' }
    return { ...play(world, link, withVariant(world, choice), payer), note: null }
  }
  return { ...stay, note: arm(world, link, choice, scenario) }
}

/** Remembers a scenario that is visible only at a later call. */
function arm(world: World, link: LinkRecord, choice: Choice, scenario: Scenario): string {
  if (scenario.link?.ignoresDisable) {
    world.store.links.patch(link, { drawer: choice })
    return `${scenario.id} is set on this checkout.`
  }
  const onPayments = scenario.transport?.on === 'payments' || scenario.link?.paysBeforeAnswer
  const match =
    scenario.group === 'transfer' ? {} : onPayments ? { email: link.customer.email } : { tx_ref: link.txRef }
  world.store.queue.put({ id: world.store.nextId('queue'), match, choice, left: 1 })
  if (scenario.group === 'transfer') return `${scenario.id} waits for the next transfer.`
  if (scenario.group === 'refund') return `${scenario.id} waits for the next refund of this payment.`
  return onPayments
    ? `${scenario.id} waits for this customer's next payment.`
    : `${scenario.id} waits for the next call about this payment.`
}

export function switchOn(world: World, choice: Choice, scenario: Scenario): void {
  const until = scenario.switchForMs ? world.clock.now() + scenario.switchForMs : null
  const switches = { ...world.store.settings.switches, [scenario.id]: { variant: choice.variant, until } }
  world.store.changeSettings({ switches })
}

export function switchOff(world: World, scenarioId: string): void {
  const { [scenarioId]: _off, ...switches } = world.store.settings.switches
  world.store.changeSettings({ switches })
}
