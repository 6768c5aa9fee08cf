import type { Page } from '@playwright/test'
import { base } from './people.ts'
import type { Screen } from './screens.ts'

type PlainScreen = Omit<Screen, 'go'> & { path: string }

/** Screens that an address alone opens: of the team, and of somebody's own account. */
const PLAIN: readonly PlainScreen[] = [
  { name: 'access refused', who: 'visitor', path: '/admin-unauthorized', title: 'Access refused · Peach', own: true },
  { name: 'terms of the team', who: 'visitor', path: '/admin-terms', title: /· Peach$/, still: true },
  { name: 'invites', who: 'owner', path: '/admin/invites', title: 'Invites · Peach', own: true },
  { name: 'team', who: 'owner', path: '/admin/team', title: 'Team · Peach', own: true },
  { name: 'settings', who: 'owner', path: '/admin/settings', title: 'Settings · Peach', own: true },
  { name: 'own sign-in of staff', who: 'owner', path: '/admin/security', title: 'Security · Peach', own: true },
  { name: 'applications', who: 'moderator', path: '/admin/peaches', title: 'Peaches · Peach', own: true },
  { name: 'copy of the data', who: 'okello', path: '/profile/export', title: /· Peach$/, own: true },
  { name: 'deletion of the account', who: 'okello', path: '/profile/deletion', title: /· Peach$/, own: true },
]

export const PLAIN_SCREENS: readonly Screen[] = PLAIN.map(({ path, ...screen }) => ({
  ...screen,
  go: (page: Page) => page.goto(base() + path),
}))
