import { at, type Screen } from './screen.ts'

type PlainScreen = Omit<Screen, 'go'> & { path: string }

/** Screens that open by their address alone: of the team, and of a person's own account. */
const PLAIN: readonly PlainScreen[] = [
  { name: 'access refused', who: 'visitor', path: '/admin-unauthorized', title: 'Access refused · Peach', own: true },
  { name: 'terms of the team', who: 'visitor', path: '/admin-terms', title: /· Peach$/, still: true },
  { name: 'invites', who: 'owner', path: '/admin/invites', title: 'Invites · Peach', own: true },
  { name: 'team', who: 'owner', path: '/admin/team', title: 'Team · Peach', own: true },
  { name: 'settings', who: 'owner', path: '/admin/settings', title: 'Settings · Peach', own: true },
  { name: 'own sign-in of staff', who: 'owner', path: '/admin/security', title: 'Security · Peach', own: true },
  { name: 'applications', who: 'moderator', path: '/admin/peaches', title: 'Peaches · Peach', own: true },
  {
    name: 'what was earned',
    who: 'earnings',
    path: '/admin/earnings',
    title: 'Earnings · Peach',
    own: true,
    main: true,
  },
  { name: 'ledger', who: 'earnings', path: '/admin/earnings/ledger', title: 'Ledger · Peach', own: true },
  {
    name: 'reconciliation',
    who: 'earnings',
    path: '/admin/earnings/reconciliation',
    title: 'Reconciliation · Peach',
    own: true,
  },
  {
    name: 'a new manual entry',
    who: 'earnings',
    path: '/admin/earnings/corrections/new',
    title: 'Manual entry · Peach',
    own: true,
  },
  {
    name: 'payouts of the team',
    who: 'earnings',
    path: '/admin/earnings/payouts',
    title: 'Payouts · Peach',
    own: true,
  },
  { name: 'own payouts', who: 'amina', path: '/dashboard/payouts', title: 'Payouts · Peach', own: true },
  {
    name: 'payout account',
    who: 'amina',
    path: '/dashboard/payout-account',
    title: 'Payout account · Peach',
    own: true,
  },
  { name: 'plans of the team', who: 'owner', path: '/admin/plans', title: 'Plans · Peach', own: true, main: true },
  { name: 'a plan being changed', who: 'owner', path: '/admin/plans?edit=monthly', title: 'Plans · Peach', own: true },
  { name: 'plan features', who: 'owner', path: '/admin/plans/features', title: 'Plan features · Peach', own: true },
  {
    name: 'a new plan feature',
    who: 'owner',
    path: '/admin/plans/features?add=annual',
    title: 'Plan features · Peach',
    own: true,
  },
  {
    name: 'a new promo code',
    who: 'owner',
    path: '/admin/plans/promo-codes?new=1',
    title: 'Promo codes · Peach',
    own: true,
  },
  {
    name: 'fee from earnings',
    who: 'zawadi',
    path: '/creator-subscription?pay=1&with=earnings',
    title: 'Creator subscription · Peach',
    own: true,
  },
  { name: 'copy of the data', who: 'okello', path: '/profile/export', title: /· Peach$/, own: true },
  { name: 'deletion of the account', who: 'okello', path: '/profile/deletion', title: /· Peach$/, own: true },
]

export const PLAIN_SCREENS: readonly Screen[] = PLAIN.map(({ path, ...screen }) => ({
  ...screen,
  go: at(path),
}))
