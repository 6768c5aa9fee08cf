// What a scenario may change. Each rule is one small mechanism; scenarios.ts only fills them in.

export type ScenarioGroup = 'payment' | 'webhook' | 'refund' | 'chargeback' | 'transfer' | 'system'

/** A chosen scenario, with the variant where the scenario has several. */
export interface Choice {
  id: string
  variant: string | null
}

export interface WebhookStep {
  afterMs?: number
  shape?: 'envelope' | 'flat'
  hash?: 'wrong' | 'missing'
  body?: 'bare' | 'pending-copy' | 'unknown-event' | 'huge' | 'invalid-json' | 'other-account' | 'replay' | 'flood'
  /** Answers count as failures, so that all retries are seen. */
  distrustAnswers?: boolean
}

export interface AttemptRule {
  /** How long the transaction stays pending after the person has answered. */
  afterMs?: number
  /** The status it ends with; null when it never ends. */
  ends: string | null
  text?: string
  webhooks?: WebhookStep[]
}

export interface RedirectRule {
  /** `settled` is the default for a success, `stay` for a failure: another try is possible on the page. */
  when: 'settled' | 'now' | 'never' | 'stay'
  status?: 'successful' | 'completed' | 'cancelled' | 'failed'
  params?: 'duplicated' | 'missing'
  waitForWebhook?: boolean
}

export interface ChargeRule {
  amount?: number
  amountPlus?: number
  currency?: string
  customerBearsFee?: boolean
}

export interface VerifyRule {
  hiddenForMs?: number
  otherTxRef?: boolean
  failsAfterFirstCheck?: boolean
  drift?: boolean
}

export interface LinkRule {
  endsSession?: boolean
  disables?: boolean
  ignoresDisable?: boolean
  paysBeforeAnswer?: boolean
}

export type Fault =
  | 'unavailable'
  | 'invalid'
  | 'unauthorized'
  | 'throttled'
  | 'bad-gateway'
  | 'truncated'
  | 'reset'
  | 'drip'
  | 'none'

export interface TransportRule {
  /** Which calls it breaks. */
  on: 'payments' | 'transfers' | 'refunds' | 'any'
  fault: Fault
  /** The work is done although the answer is broken. */
  afterWork: boolean
  holdMs?: number
  /** With a sticky selector: how many calls per reference are broken. Default 1. */
  perReference?: number
}

export interface RefundRule {
  ends?: string
  refuse?: string
  webhook?: boolean
}

export interface ChargebackRule {
  afterDecline?: 'won' | 'lost'
  refundFirst?: boolean
  /** No chargeback at all: the operator reverses the payment and only the settlement shows it. */
  operatorReversal?: boolean
}

export interface TransferRule {
  steps?: { afterMs: number; status: string; message?: string; webhooks?: number }[]
  refuse?: string
  feePlus?: number
  requiresApproval?: boolean
  otherName?: string
  webhookBeforeAnswer?: boolean
}

export interface Rules {
  attempts?: AttemptRule[]
  webhooks?: WebhookStep[]
  redirect?: RedirectRule
  charge?: ChargeRule
  verify?: VerifyRule
  link?: LinkRule
  transport?: TransportRule
  refund?: RefundRule
  chargeback?: ChargebackRule
  transfer?: TransferRule
  /** A system-wide switch; null lasts until it is turned off. */
  switchForMs?: number | null
  /** The page can't play it at once: it applies to the next call or the next step. */
  arms?: boolean
}

export interface Scenario extends Rules {
  id: string
  group: ScenarioGroup
  name: string
  effect: string
  /** Last two digits of the phone block 0770 0009NN that select it. */
  phone?: string
  variants?: Record<string, Rules & { phone?: string }>
}
