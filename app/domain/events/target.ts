/** The pages that the domain names; app/links.ts makes their addresses. */
type PageName =
  | 'application'
  | 'billing'
  | 'chargeback'
  | 'creator_fee'
  | 'creator_fee_renewal'
  | 'earnings'
  | 'export'
  | 'notification_choices'
  | 'payout'
  | 'payout_account'
  | 'payouts'
  | 'receipt'
  | 'reconciliation'
  | 'refund'
  | 'security'
  | 'wallet'

/** What a notification leads to. `page`: the id is a path already, made by the module that sells it. */
export type Target = { kind: PageName | 'page'; id?: string }
