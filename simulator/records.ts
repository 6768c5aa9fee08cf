// The shapes kept on disk. Every row is plain JSON; instants are milliseconds since the epoch on the simulator's clock.
import type { Choice, WebhookStep } from './scenario-types.ts'

export type Method = 'card' | 'mobilemoneyuganda'

export interface Customer {
  id: number
  name: string
  phone: string | null
  email: string
  createdAt: number
}

/** What the person on the page has typed so far; the next step of the page continues from it. */
export interface Draft {
  method: Method
  phone: string | null
  network: string | null
  card: string | null
  transactionId: number | null
  wrongTries: number
}

export interface LinkRecord {
  id: string
  txRef: string
  amount: number
  currency: string
  redirectUrl: string
  customer: Customer
  title: string
  description: string
  methods: Method[]
  meta: Record<string, unknown> | null
  createdAt: number
  expiresAt: number
  maxAttempts: number
  url: string
  disabled: boolean
  ended: boolean
  /** Taken from the one-shot queue when the link was made; the next attempt uses it up. */
  queued: Choice | null
  drawer: Choice | null
  draft: Draft | null
  /** What the page shows since the last button. */
  note: string | null
  /** Where each submitted page led, so that a double click is one payment. */
  answered: Record<string, string>
}

export interface CardFacts {
  first6: string
  last4: string
  brand: string
  expiry: string
  token: string
}

export interface TransactionRecord {
  id: number
  txRef: string
  linkId: string | null
  flwRef: string
  amount: number
  chargedAmount: number
  currency: string
  status: string
  text: string
  appFee: number | null
  amountSettled: number | null
  authModel: string
  paymentType: 'card' | 'mobilemoneyug'
  narration: string
  card: CardFacts | null
  meta: Record<string, unknown> | null
  customer: Customer
  createdAt: number
  finishedAt: number | null
  choice: Choice
  customerBearsFee: boolean
  /** How often verify has returned it as successful. */
  looks: number
}

export interface RefundRecord {
  id: number
  transactionId: number
  txRef: string
  flwRef: string
  amount: number
  currency: string
  status: string
  comments: string | null
  createdAt: number
  updatedAt: number
  choice: Choice
}

export interface TransferRecord {
  id: number
  reference: string
  bankCode: string
  accountNumber: string
  fullName: string
  amount: number
  fee: number
  currency: string
  debitCurrency: string | null
  narration: string
  meta: unknown
  callbackUrl: string | null
  status: string
  completeMessage: string
  requiresApproval: boolean
  createdAt: number
  choice: Choice
}

export interface ChargebackRecord {
  id: number
  transactionId: number
  txRef: string
  flwRef: string
  amount: number
  currency: string
  status: string
  stage: string
  comment: string
  dueAt: number
  createdAt: number
  proof: string | null
  afterDecline: 'won' | 'lost'
  history: { initiator: string; date: string; description: string; action: string; stage: string; source: string }[]
}

export interface SettlementRecord {
  id: number
  currency: string
  day: string
  settledAt: number
  gross: number
  appFee: number
  chargeback: number
  refund: number
  reversal: number
  count: number
  transactionIds: number[]
}

export interface BalanceRecord {
  id: string
  available: number
  ledger: number
}

export interface DeliveryRecord {
  id: number
  /** The payment's tx_ref or the transfer's reference. */
  txRef: string
  url: string
  body: string
  /** The body is filled up with blanks to this size when it is sent. */
  padTo: number
  hash: 'right' | 'wrong' | 'missing'
  label: string
  state: 'waiting' | 'sending' | 'delivered' | 'given-up'
  retries: boolean
  distrustAnswers: boolean
  createdAt: number
  attempts: { at: number; status: number | null; error: string | null }[]
}

export type TimerAction =
  | { kind: 'finish-transaction'; transactionId: number; status: string; text: string; webhooks: WebhookStep[] }
  | { kind: 'deliver'; deliveryId: number }
  | { kind: 'settle-balance'; transactionId: number }
  | { kind: 'finish-refund'; refundId: number; status: string }
  | { kind: 'step-transfer'; transferId: number; status: string; message: string; webhooks: number }
  | { kind: 'end-chargeback'; chargebackId: number; status: string; onlyFrom: string }

export interface TimerRecord {
  id: number
  dueAt: number
  txRef: string
  action: TimerAction
}

export interface QueueRecord {
  id: number
  match: { path?: string | undefined; tx_ref?: string | undefined; email?: string | undefined }
  choice: Choice
  left: number
}

/** How often a scenario chosen by a sticky selector has already broken a call for one reference. */
export interface FiredRecord {
  id: string
  count: number
}

export interface SettingsRecord {
  id: 'settings'
  lastIds: Record<string, number>
  globalChoice: Choice | null
  /** System-wide switches by scenario id, each until an instant or until it is turned off. */
  switches: Record<string, { variant: string | null; until: number | null }>
  variantCounts: Record<string, number>
}
