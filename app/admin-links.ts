import { href } from 'react-router'
import type { Below, Links } from './links.ts'

/** The addresses of the team's pages, apart from those that every page loads. */
export const toAdmin = {
  overview: '/admin',
  invites: '/admin/invites',
  inviteDecision: (inviteId: string, decision: Below<'/admin/invites/:inviteId'>) =>
    href(`/admin/invites/:inviteId/${decision}`, { inviteId }),
  settings: '/admin/settings',
  applications: '/admin/peaches',
  application: (creatorId: string) => href('/admin/peaches/:creatorId', { creatorId }),
  applicationDecision: (creatorId: string, decision: Below<'/admin/peaches/:creatorId'>) =>
    href(`/admin/peaches/:creatorId/${decision}`, { creatorId }),
  applicationDocument: (creatorId: string, documentId: string) =>
    href('/admin/peaches/:creatorId/documents/:documentId', { creatorId, documentId }),
  applicationPost: (creatorId: string, postId: string) =>
    href('/admin/peaches/:creatorId/posts/:postId', { creatorId, postId }),
  earnings: '/admin/earnings',
  reconciliation: '/admin/earnings/reconciliation',
  difference: (differenceId: string) => href('/admin/earnings/reconciliation/:differenceId', { differenceId }),
  differenceDecision: (differenceId: string, decision: Below<'/admin/earnings/reconciliation/:differenceId'>) =>
    href(`/admin/earnings/reconciliation/:differenceId/${decision}`, { differenceId }),
  corrections: '/admin/earnings/corrections',
  correction: (correctionId: string) => href('/admin/earnings/corrections/:correctionId', { correctionId }),
  correctionDecision: (correctionId: string, decision: Below<'/admin/earnings/corrections/:correctionId'>) =>
    href(`/admin/earnings/corrections/:correctionId/${decision}`, { correctionId }),
  correctionProposal: '/admin/earnings/corrections/new',
  payouts: '/admin/earnings/payouts',
  payout: (payoutId: string) => href('/admin/earnings/payouts/:payoutId', { payoutId }),
  payoutDecision: (payoutId: string, decision: Below<'/admin/earnings/payouts/:payoutId'>) =>
    href(`/admin/earnings/payouts/:payoutId/${decision}`, { payoutId }),
  payoutAccountDecision: (accountId: string, decision: Below<'/admin/earnings/payouts/accounts/:accountId'>) =>
    href(`/admin/earnings/payouts/accounts/:accountId/${decision}`, { accountId }),
  creatorPayout: (creatorId: string) => href('/admin/earnings/payouts/creators/:creatorId', { creatorId }),
  payoutResumption: '/admin/earnings/payouts/resumption',
  refunds: '/admin/earnings/refunds',
  refund: (refundId: string) => href('/admin/earnings/refunds/:refundId', { refundId }),
  refundDecision: (refundId: string, decision: Below<'/admin/earnings/refunds/:refundId'>) =>
    href(`/admin/earnings/refunds/:refundId/${decision}`, { refundId }),
  refundRequest: '/admin/earnings/refunds/requests',
  chargebacks: '/admin/earnings/chargebacks',
  chargeback: (chargebackId: string) => href('/admin/earnings/chargebacks/:chargebackId', { chargebackId }),
  chargebackDecision: (chargebackId: string, decision: Below<'/admin/earnings/chargebacks/:chargebackId'>) =>
    href(`/admin/earnings/chargebacks/:chargebackId/${decision}`, { chargebackId }),
  ledger: '/admin/earnings/ledger',
  ledgerEntry: (entryId: string) => href('/admin/earnings/ledger/entries/:entryId', { entryId }),
  moneyExport: '/admin/earnings/export',
  plans: '/admin/plans',
  planPlace: (plan: string) => href('/admin/plans/:plan/place', { plan }),
  planRetirement: (plan: string) => href('/admin/plans/:plan/retirement', { plan }),
  planFeatures: '/admin/plans/features',
  planFeature: (featureId: string, decision: Below<'/admin/plans/features/:featureId'>) =>
    href(`/admin/plans/features/:featureId/${decision}`, { featureId }),
  promoCodes: '/admin/plans/promo-codes',
  promoCodeSwitch: (promoCodeId: string) => href('/admin/plans/promo-codes/:promoCodeId/switch', { promoCodeId }),
  payments: '/admin/payments',
  team: '/admin/team',
  teamDecision: (memberId: string, decision: Below<'/admin/team/:memberId'>) =>
    href(`/admin/team/:memberId/${decision}`, { memberId }),
  security: '/admin/security',
  securityDecision: (decision: Below<'/admin/security'>) => href(`/admin/security/${decision}`),
  viewers: '/admin/viewers',
  /** A fan or creator as support sees them. */
  viewer: (personId: string) => href('/admin/viewers/:personId', { personId }),
  content: '/admin/content',
  contentPost: (postId: string) => href('/admin/content/:postId', { postId }),
  contentDecision: (postId: string, decision: Below<'/admin/content/:postId'>) =>
    href(`/admin/content/:postId/${decision}`, { postId }),
  blockedMedia: '/admin/content/blocked',
  refusalLifting: (blockId: string) => href('/admin/content/blocked/:blockId/lifting', { blockId }),
  blockedMediumUnblock: (blockId: string) => href('/admin/content/blocked/:blockId/unblocking', { blockId }),
  trace: '/admin/content/trace',
  reports: '/admin/content/reports',
  report: (reportId: string) => href('/admin/content/reports/:reportId', { reportId }),
  reportDecision: (reportId: string, decision: Below<'/admin/content/reports/:reportId'>) =>
    href(`/admin/content/reports/:reportId/${decision}`, { reportId }),
  activity: '/admin/activity',
} as const satisfies Links
