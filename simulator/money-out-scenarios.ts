// The part of the catalogue about money that leaves or returns: refunds R, chargebacks C, transfers T.
import type { Scenario } from './scenario-types.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const GATEWAY_TIMEOUT_MS = 28 * SECOND

type Row = Omit<Scenario, 'id' | 'group' | 'name' | 'effect'>

const r = (id: string, name: string, effect: string, rules: Row = {}): Scenario => ({
  id,
  group: 'refund',
  name,
  effect,
  arms: true,
  ...rules,
})
const c = (id: string, name: string, effect: string, rules: Row = {}): Scenario => ({
  id,
  group: 'chargeback',
  name,
  effect,
  ...rules,
})
const t = (id: string, name: string, effect: string, rules: Row = {}): Scenario => ({
  id,
  group: 'transfer',
  name,
  effect,
  arms: true,
  ...rules,
})

const sent = { status: 'SUCCESSFUL', message: 'Transaction was successful', webhooks: 1 }
const queued = { afterMs: 5 * SECOND, status: 'PENDING' }
const failed = (message: string, afterMs = 10 * SECOND) => ({
  transfer: { steps: [queued, { afterMs, status: 'FAILED', message: `DISBURSE FAILED: ${message}`, webhooks: 1 }] },
})

const REFUNDS: Scenario[] = [
  r('R01', 'Refund succeeds', 'completed, and after a day completed-momo or completed-mpgs.', { refund: {} }),
  r('R02', 'Balance too small for the refund', 'Refused with 400.', {
    refund: { refuse: 'Insufficient balance to process this refund' },
  }),
  r('R03', 'Refund fails later', 'Accepted, failed after a day.', { refund: { ends: 'failed' } }),
  r('R04', 'Refund created, but 503', '503 after 28 s although the refund exists.', {
    refund: {},
    transport: { on: 'refunds', fault: 'unavailable', afterWork: true, holdMs: GATEWAY_TIMEOUT_MS },
  }),
  r('R05', 'Partial refunds', 'Parts up to the whole; more is refused with 400. This is how refunds always work.', {
    refund: {},
  }),
  r('R06', 'Refund webhook', 'The flat webhook with capital letters when the refund ends.', {
    refund: { webhook: true },
  }),
]

const CHARGEBACKS: Scenario[] = [
  c(
    'C01',
    'Chargeback opened',
    'initiated, due after 10 working hours; 30 for a card, as the test cards are foreign.',
    { chargeback: {} },
  ),
  c('C02', 'Chargeback accepted', 'Accepting it ends it as lost.', { chargeback: {} }),
  c('C03', 'Chargeback declined and won', 'Declining it is won after a day.', { chargeback: { afterDecline: 'won' } }),
  c('C04', 'Chargeback declined and lost', 'Declining it is lost after a day.', {
    chargeback: { afterDecline: 'lost' },
  }),
  c('C05', 'Chargeback without answer', 'Lost when its due date has passed.', { chargeback: {} }),
  c('C06', 'Chargeback after a refund', 'The payment is refunded first.', { chargeback: { refundFirst: true } }),
  c('C07', 'Operator reverses the payment', 'No chargeback: it is visible only in the balance and the settlement.', {
    chargeback: { operatorReversal: true },
  }),
]

const TRANSFERS: Scenario[] = [
  t('T01', 'Transfer succeeds', 'NEW, PENDING, SUCCESSFUL, webhook.', { transfer: {} }),
  t('T02', 'Transfer fails later', 'NEW, PENDING, FAILED.', {
    phone: '0770000932',
    ...failed('A fatal error occured', MINUTE),
  }),
  t('T03', 'Wallet balance too small', 'FAILED: insufficient wallet balance.', {
    phone: '0770000933',
    ...failed('Insufficient wallet balance'),
  }),
  t('T04', 'Receiver is limited', 'FAILED: daily limit, limit per transfer, restricted wallet or unknown user.', {
    variants: {
      daily: { phone: '0770000934', ...failed('You have exceeded your daily limit for this product') },
      single: { phone: '0770000935', ...failed('You can only spend UGX 5000000 at once') },
      restricted: { phone: '0770000936', ...failed('wallet currently restricted. please contact administrator') },
      unknown: { phone: '0770000937', ...failed('Unable to obtain user details') },
    },
  }),
  t('T05', 'Transfer stays pending', 'PENDING for 3 days, then SUCCESSFUL.', {
    phone: '0770000938',
    transfer: { steps: [queued, { afterMs: 3 * DAY, ...sent }] },
  }),
  t('T06', 'Transfer created, but 503', '503 after 28 s although the transfer exists.', {
    phone: '0770000939',
    transport: { on: 'transfers', fault: 'unavailable', afterWork: true, holdMs: GATEWAY_TIMEOUT_MS },
  }),
  t('T07', 'Transfer not created, and 503', '503 after 28 s and there is no transfer.', {
    transport: { on: 'transfers', fault: 'unavailable', afterWork: false, holdMs: GATEWAY_TIMEOUT_MS },
  }),
  t('T08', 'Reference used twice', 'Refused with 400 as a reference that exists.', {
    transfer: { refuse: 'Transfer with this reference already exists' },
  }),
  t('T09', 'Address not allowed', 'Refused with 400: allow-listing off, or an address not listed.', {
    variants: {
      off: { transfer: { refuse: 'Please enable IP Whitelisting to access this service' } },
      unlisted: { transfer: { refuse: 'This request cannot be processed' } },
    },
  }),
  t('T10', 'Transfer reversed', 'SUCCESSFUL, and REVERSED after 24 h.', {
    phone: '0770000940',
    transfer: {
      steps: [
        queued,
        { afterMs: 10 * SECOND, ...sent },
        { afterMs: DAY, status: 'REVERSED', message: 'Transfer was reversed' },
      ],
    },
  }),
  t('T11', 'Failed, then successful', 'FAILED with webhook, SUCCESSFUL 20 min later.', {
    phone: '0770000945',
    transfer: {
      steps: [
        queued,
        { afterMs: 10 * SECOND, status: 'FAILED', message: 'DISBURSE FAILED: A fatal error occured', webhooks: 1 },
        { afterMs: 20 * MINUTE, ...sent },
      ],
    },
  }),
  t('T12', 'Transfer webhook twice, missing or early', 'Two copies, none, or one before the answer.', {
    variants: {
      twice: { phone: '0770000946', transfer: { steps: [queued, { afterMs: 10 * SECOND, ...sent, webhooks: 2 }] } },
      missing: { phone: '0770000947', transfer: { steps: [queued, { afterMs: 10 * SECOND, ...sent, webhooks: 0 }] } },
      early: { phone: '0770000948', transfer: { steps: [{ afterMs: 0, ...sent }], webhookBeforeAnswer: true } },
    },
  }),
  t('T13', 'Waits for approval', 'requires_approval 1, is_approved 0; it never leaves.', {
    transfer: { steps: [], requiresApproval: true },
  }),
  t('T14', 'Fee differs', 'The fee is 500 above the quoted one.', { transfer: { feePlus: 500 } }),
  t('T15', 'Receiver on the black list', 'Refused with 400.', {
    phone: '0770000949',
    transfer: { refuse: 'Payout was made to a blacklisted account number' },
  }),
  t(
    'T16',
    'Beneficiary name missing',
    'FAILED: beneficiary_name is required. This is what an empty name always does.',
    {
      transfer: {
        steps: [
          queued,
          { afterMs: 10 * SECOND, status: 'FAILED', message: 'beneficiary_name is required', webhooks: 1 },
        ],
      },
    },
  ),
  t('T17', 'Number belongs to somebody else', 'SUCCESSFUL, with the name of another person.', {
    transfer: { otherName: 'Somebody Else' },
  }),
  t('T18', 'Answer held back', 'Created at once, answered after 60 s: time to kill the caller in between.', {
    transport: { on: 'transfers', fault: 'none', afterWork: true, holdMs: MINUTE },
  }),
]

export const MONEY_OUT_SCENARIOS: readonly Scenario[] = [...REFUNDS, ...CHARGEBACKS, ...TRANSFERS]
