/** What a notification leads to: the domain names it, this table makes the path. */
const PATHS = {
  application: '/dashboard',
  billing: '/subscription',
  chargeback: '/admin/earnings/chargebacks',
  creator_fee: '/creator-subscription',
  creator_fee_renewal: '/creator-subscription?renew=1',
  earnings: '/dashboard/earnings',
  export: '/profile/export',
  payout: '/admin/earnings/payouts',
  payout_account: '/dashboard/payout-account',
  payouts: '/dashboard/payouts',
  receipt: '/receipts',
  reconciliation: '/admin/earnings/reconciliation',
  refund: '/admin/earnings/refunds',
  security: '/profile/security',
  wallet: '/wallet',
} as const

/** `page`: the id is a path already, made by the module that sells it. */
export type Target = { kind: keyof typeof PATHS | 'page'; id?: string }

export function pathOf({ kind, id }: Target): string {
  if (kind === 'page') return id!
  return id === undefined ? PATHS[kind] : `${PATHS[kind]}/${id}`
}
