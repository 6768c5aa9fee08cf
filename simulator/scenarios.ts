// The catalogue of everything that may happen at the gateway: payments P, webhooks W, system X.
// Refunds R, chargebacks C and transfers T are in money-out-scenarios.ts. A scenario only names rules; the mechanisms know no ids.
import { MONEY_OUT_SCENARIOS } from './money-out-scenarios.ts'
import type { AttemptRule, Choice, Rules, Scenario, ScenarioGroup, WebhookStep } from './scenario-types.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long the gateway holds a call before it gives up with a 503. */
export const GATEWAY_TIMEOUT_MS = 28 * SECOND

type Row = Omit<Scenario, 'id' | 'group' | 'name' | 'effect'>

export function row(group: ScenarioGroup, id: string, name: string, effect: string, rules: Row = {}): Scenario {
  return { id, group, name, effect, ...rules }
}

const succeeds = (afterMs = 0, webhooks?: WebhookStep[]): AttemptRule => ({
  ends: 'successful',
  afterMs,
  ...(webhooks ? { webhooks } : {}),
})
const fails = (text: string, afterMs = 0): AttemptRule => ({ ends: 'failed', text, afterMs })
const pendingForEver: AttemptRule = { ends: null }
const on = { phone: (digits: string) => `07700009${digits}` }
const p = (id: string, name: string, effect: string, rules?: Row) => row('payment', id, name, effect, rules)
const w = (id: string, name: string, effect: string, rules?: Row) => row('webhook', id, name, effect, rules)
const x = (id: string, name: string, effect: string, rules?: Row) => row('system', id, name, effect, rules)

const PAYMENTS: Scenario[] = [
  p('P01', 'Mobile money succeeds', 'Pending for 8 s, then successful; webhook and redirect.', {
    phone: on.phone('00'),
    attempts: [succeeds(8 * SECOND)],
  }),
  p('P02', 'Card succeeds', 'The card is approved at once; 3-D Secure, PIN or no check by card.', {
    attempts: [succeeds()],
  }),
  p('P03', 'Redirect with completed', 'As P01, but the status in the redirect is completed instead of successful.', {
    phone: on.phone('03'),
    attempts: [succeeds(8 * SECOND)],
    redirect: { when: 'settled', status: 'completed' },
  }),
  p('P04', 'Insufficient funds', 'The attempt fails, the page stays open.', {
    phone: on.phone('04'),
    attempts: [fails('Insufficient Funds')],
  }),
  p('P05', 'Declined by the payer', 'The attempt fails: declined on the phone.', {
    phone: on.phone('05'),
    attempts: [fails('Transaction was declined by user')],
  }),
  p('P06', 'Prompt ignored', 'Pending for 10 min, then failed with "Activity timed out".', {
    phone: on.phone('06'),
    attempts: [fails('Activity timed out', 10 * MINUTE)],
  }),
  p('P07', 'Wrong PIN or OTP', 'The attempt fails with "Incorrect PIN"; another try is allowed.', {
    phone: on.phone('07'),
    attempts: [fails('Incorrect PIN')],
  }),
  p('P08', 'Daily limit exceeded', 'The attempt fails: the wallet has reached its limit.', {
    phone: on.phone('08'),
    attempts: [fails('You have exceeded your daily limit for this product')],
  }),
  p('P09', 'Wrong network for the number', 'The attempt fails with "Unauthorized network Number".', {
    phone: on.phone('09'),
    attempts: [fails('Unauthorized network Number')],
  }),
  p('P10', 'Mocked failure', 'The failure of the official test numbers.', {
    attempts: [fails('Mocked a Failed Transaction')],
  }),
  p('P11', 'Cancelled before trying', 'Redirect cancelled; there is no transaction.', {
    attempts: [],
    redirect: { when: 'now', status: 'cancelled' },
  }),
  p('P12', 'Cancelled after approving', 'Redirect cancelled at once; the money arrives 40 s later with its webhook.', {
    phone: on.phone('12'),
    attempts: [succeeds(40 * SECOND)],
    redirect: { when: 'now', status: 'cancelled' },
  }),
  p('P13', 'Browser closed', 'Successful and announced by webhook, but the person never comes back.', {
    attempts: [succeeds()],
    redirect: { when: 'never' },
  }),
  p('P14', 'No redirect and no webhook', 'Successful, but only verify shows it.', {
    phone: on.phone('14'),
    attempts: [succeeds(0, [])],
    redirect: { when: 'never' },
  }),
  p('P15', 'Redirect too early', 'The redirect has successful, verify has pending for 20 min.', {
    phone: on.phone('15'),
    attempts: [succeeds(20 * MINUTE)],
    redirect: { when: 'now', status: 'successful' },
  }),
  p('P16', 'Redirect is false', 'The redirect has successful, but the transaction failed.', {
    phone: on.phone('16'),
    attempts: [fails('Transaction failed')],
    redirect: { when: 'now', status: 'successful' },
  }),
  p('P17', 'Pending for 6 hours', 'Pending for 6 h, then successful.', {
    phone: on.phone('17'),
    attempts: [succeeds(6 * HOUR)],
  }),
  p('P18', 'Pending for ever', 'The transaction never leaves pending.', {
    phone: on.phone('18'),
    attempts: [pendingForEver],
  }),
  p('P19', 'Second attempt succeeds', 'Two transactions under one tx_ref; the webhook of the failed one comes last.', {
    phone: on.phone('19'),
    attempts: [{ ...fails('Insufficient Funds'), webhooks: [{ afterMs: 5 * SECOND }] }, succeeds()],
  }),
  p('P20', 'Paid twice', 'Two successful transactions for one tx_ref.', { attempts: [succeeds(), succeeds()] }),
  p('P21', 'Old link stays payable', 'Disabling the link is acknowledged and ignored.', {
    link: { ignoresDisable: true },
    arms: true,
  }),
  p('P22', 'Amount too small', 'Only 1,000 is paid.', { phone: on.phone('22'), charge: { amount: 1_000 } }),
  p('P23', 'Amount too large', '1,000 more than asked is paid.', { charge: { amountPlus: 1_000 } }),
  p('P24', 'Other currency', 'Paid in NGN.', { phone: on.phone('24'), charge: { currency: 'NGN' } }),
  p('P25', 'Payer bears the fee', 'charged_amount is above amount.', { charge: { customerBearsFee: true } }),
  p('P26', 'Not found at first', 'Verify finds nothing for 90 s after the redirect.', {
    phone: on.phone('26'),
    verify: { hiddenForMs: 90 * SECOND },
  }),
  p('P27', 'Unknown status', 'Verify has the status success-pending-validation.', {
    phone: on.phone('27'),
    attempts: [{ ends: 'success-pending-validation', text: 'Pending Validation' }],
    redirect: { when: 'now', status: 'successful' },
  }),
  p('P28', 'Verify answers another tx_ref', 'The transaction found is of another payment.', {
    verify: { otherTxRef: true },
  }),
  p('P29', 'Session over', 'The link ends without a payment; redirect failed.', {
    attempts: [],
    link: { endsSession: true },
    redirect: { when: 'now', status: 'failed' },
  }),
  p('P30', 'Link disabled while open', 'The page shows that the link is no longer active.', {
    attempts: [],
    link: { disables: true },
    redirect: { when: 'stay' },
  }),
  p('P31', 'Created, but 503', 'POST /payments answers 503 after 28 s although the link exists.', {
    transport: { on: 'payments', fault: 'unavailable', afterWork: true, holdMs: GATEWAY_TIMEOUT_MS },
    arms: true,
  }),
  p('P32', 'Payment refused', 'POST /payments answers 400 with a validation message.', {
    transport: { on: 'payments', fault: 'invalid', afterWork: false, perReference: Infinity },
    arms: true,
  }),
  p('P33', 'Wrong key', 'Calls answer 401.', {
    transport: { on: 'any', fault: 'unauthorized', afterWork: false, perReference: Infinity },
    arms: true,
  }),
  p('P34', 'Too many requests', 'Calls answer 429 with Retry-After.', {
    transport: { on: 'any', fault: 'throttled', afterWork: false, perReference: 2 },
    arms: true,
  }),
  p('P35', 'Broken answer', 'The work is done, the answer is HTML, cut off, reset or drips.', {
    arms: true,
    variants: {
      html: { transport: { on: 'any', fault: 'bad-gateway', afterWork: true } },
      truncated: { transport: { on: 'any', fault: 'truncated', afterWork: true } },
      reset: { transport: { on: 'any', fault: 'reset', afterWork: true } },
      drip: { transport: { on: 'any', fault: 'drip', afterWork: true } },
    },
  }),
  p('P36', 'Odd redirect', 'The parameters of the redirect come twice, or tx_ref is missing.', {
    variants: {
      duplicated: { redirect: { when: 'settled', params: 'duplicated' } },
      missing: { redirect: { when: 'settled', params: 'missing' } },
    },
  }),
  p('P37', 'Card refused', 'The bank refuses: do not honour, fraudulent or restricted.', {
    variants: {
      declined: { attempts: [fails('Do Not Honour')] },
      fraudulent: { attempts: [fails('Transaction flagged as fraudulent')] },
      restricted: { attempts: [fails('Restricted Card, Retain Card')] },
    },
  }),
  p('P38', 'Drifting bodies', 'Ids as text, no fees, no customer, unknown fields.', { verify: { drift: true } }),
  p('P39', 'Below the smallest amount', 'Below UGX 500 the prompt never comes: pending for ever.', {
    attempts: [pendingForEver],
  }),
  p('P40', 'Success that becomes a failure', 'Successful at the first verify, failed afterwards.', {
    verify: { failsAfterFirstCheck: true },
  }),
]

const WEBHOOKS: Scenario[] = [
  w('W01', 'Webhook twice', 'Two copies 50 ms apart.', { phone: on.phone('41'), webhooks: [{}, { afterMs: 50 }] }),
  w('W02', 'Webhook before the answer', 'Paid and announced before POST /payments answers.', {
    link: { paysBeforeAnswer: true },
    arms: true,
  }),
  w('W03', 'Webhook before the redirect', 'The redirect waits until the webhook is answered.', {
    redirect: { when: 'settled', waitForWebhook: true },
  }),
  w('W04', 'Webhook late', 'One after 10 min, a copy after 2 h.', {
    phone: on.phone('43'),
    webhooks: [{ afterMs: 10 * MINUTE }, { afterMs: 2 * HOUR }],
  }),
  w('W05', 'Flat legacy webhook', 'The old shape: no event, no data.', {
    phone: on.phone('44'),
    webhooks: [{ shape: 'flat' }],
  }),
  w('W06', 'Bare webhook', 'No event.type, no meta, id null.', { webhooks: [{ body: 'bare' }] }),
  w('W07', 'Wrong hash', 'One with a wrong verif-hash, one with none.', {
    webhooks: [{ hash: 'wrong' }, { hash: 'missing' }],
  }),
  w('W08', 'Replay', "Yesterday's success announced for this tx_ref; nothing was paid.", {
    attempts: [],
    webhooks: [{ body: 'replay' }],
    redirect: { when: 'now', status: 'successful' },
  }),
  w('W09', 'Answers are lost', 'Every answer counts as a failure: 3 retries, 30 min apart, then nothing.', {
    webhooks: [{ distrustAnswers: true }],
  }),
  w('W10', 'Out of order', 'A successful webhook, then an older pending copy.', {
    webhooks: [{}, { afterMs: 50, body: 'pending-copy' }],
  }),
  w('W11', 'Unknown event', 'An unknown event comes before the real one.', {
    webhooks: [{ body: 'unknown-event' }, { afterMs: 50 }],
  }),
  w('W12', 'Huge and broken bodies', '1 MB, then no JSON, then the real one.', {
    webhooks: [{ body: 'huge' }, { body: 'invalid-json' }, { afterMs: 50 }],
  }),
  w('W13', 'Foreign account', 'A success of another account for this tx_ref; nothing was paid here.', {
    attempts: [],
    webhooks: [{ body: 'other-account' }],
    redirect: { when: 'stay' },
  }),
]

const SYSTEM: Scenario[] = [
  x('X01', 'Whole API down', 'Every call answers 502 for 2 h.', {
    switchForMs: 2 * HOUR,
    transport: { on: 'any', fault: 'bad-gateway', afterWork: false, perReference: Infinity },
  }),
  x('X02', 'Clock skew', 'Times in answers are 10 min ahead or behind.', {
    switchForMs: null,
    variants: { ahead: {}, behind: {} },
  }),
  x('X03', 'Settlement late', 'Settlements take 3 days longer.', { switchForMs: null }),
  x('X04', 'Balance frozen', 'Available balances are 0, ledger balances are not.', { switchForMs: null }),
  x('X05', 'Key revoked', 'Every call answers 401 until it is turned off.', {
    switchForMs: null,
    transport: { on: 'any', fault: 'unauthorized', afterWork: false, perReference: Infinity },
  }),
  x('X06', 'Webhook flood', '500 webhooks for unknown references, and the real one.', {
    webhooks: [{ body: 'flood' }, { afterMs: 50 }],
  }),
]

export const SCENARIOS: readonly Scenario[] = [...PAYMENTS, ...WEBHOOKS, ...MONEY_OUT_SCENARIOS, ...SYSTEM]

const BY_ID = new Map(SCENARIOS.map((scenario) => [scenario.id, scenario]))

export function findScenario(id: string): Scenario | undefined {
  return BY_ID.get(id.toUpperCase())
}

/** The default of the product: any attempt succeeds at once. */
export const NO_SCENARIO: Choice = { id: '', variant: null }

/** The rules of a choice, with those of its variant on top. */
export function rulesOf(choice: Choice): Rules {
  const scenario = findScenario(choice.id)
  if (!scenario) return {}
  const variant = choice.variant === null ? {} : (scenario.variants?.[choice.variant] ?? {})
  return { ...scenario, ...variant }
}

const BY_PHONE = new Map<string, Choice>()
for (const scenario of SCENARIOS) {
  if (scenario.phone) BY_PHONE.set(scenario.phone, { id: scenario.id, variant: null })
  for (const [variant, rules] of Object.entries(scenario.variants ?? {})) {
    if (rules.phone) BY_PHONE.set(rules.phone, { id: scenario.id, variant })
  }
}

/** The scenario of a number in local form; the Airtel block 0700 0009NN counts as the MTN block. */
export function scenarioOfPhone(local: string): Choice | undefined {
  if (local === '0121212121' || local === '0010101011') return { id: 'P10', variant: null }
  return BY_PHONE.get(local.replace(/^0700000(9\d\d)$/, '0770000$1'))
}
