import { describe, expect, test } from 'vitest'
import { type Feature, WORKING_FEATURES } from '#app/domain/settings/features.ts'
import { activeTab, navigationItems } from './navigation.ts'

const creator = { displayName: 'Amina', username: 'amina_k', avatarUrl: null, userType: 'creator' }
const fan = { displayName: 'Brian', username: 'brian_o', avatarUrl: null, userType: 'viewer' }

// Calls are in these bars once they work.
const WITH_CALLS = new Set<Feature>([...WORKING_FEATURES, 'calls'])

function addresses(viewer: Parameters<typeof navigationItems>[0], working: ReadonlySet<Feature> = WITH_CALLS) {
  return navigationItems(viewer, working).map((item) => [item.label, item.href])
}

describe('the four places of the bottom bar', () => {
  test('LAYOUT-05 for a visitor Chat and Calls lead to the plans and Profile leads to sign-in', () => {
    expect(addresses(null)).toEqual([
      ['Feed', '/'],
      ['Chat', '/subscribe'],
      ['Calls', '/subscribe'],
      ['Profile', '/auth'],
    ])
  })

  test('LAYOUT-06 for a signed-in person they lead to chats, calls and the profile', () => {
    expect(addresses(fan)).toEqual([
      ['Feed', '/'],
      ['Chat', '/chat'],
      ['Calls', '/call'],
      ['Profile', '/profile'],
    ])
  })

  test('LAYOUT-05 no bar leads to what does not work yet', () => {
    for (const viewer of [null, fan, creator, { ...creator, browsesAsFan: true }])
      expect(addresses(viewer, WORKING_FEATURES).map(([label]) => label)).not.toContain('Calls')
  })

  test('LAYOUT-05 the chat carries what is unread, and nothing else does', () => {
    const items = navigationItems({ ...fan, unreadChats: 2 }, WITH_CALLS)
    expect(items.map((item) => item.unread)).toEqual([undefined, 2, undefined, undefined])
  })
})

describe('the places of creators', () => {
  test('DASH-01 ROUTE-04 creators have the dashboard, posts, chat, earnings and their page on every page', () => {
    expect(addresses(creator)).toEqual([
      ['Home', '/dashboard'],
      ['Posts', '/dashboard/posts'],
      ['Chat', '/chat'],
      ['Earnings', '/dashboard/earnings'],
      ['Page', '/amina_k'],
    ])
  })

  test('LAYOUT-06 the places of fans are a switch away, with a feed that does not lead back to the own page', () => {
    expect(addresses({ ...creator, browsesAsFan: true })).toEqual([
      ['Feed', '/public-feed'],
      ['Chat', '/chat'],
      ['Calls', '/call'],
      ['Profile', '/profile'],
    ])
  })

  test.each([
    [creator, 'posts', '/dashboard/posts', 'posts'],
    [creator, 'feed', '/amina_k', 'page'],
    [creator, 'feed', '/zawadi', undefined],
    [creator, 'chat', '/chat', 'chat'],
    [{ ...creator, browsesAsFan: true }, 'posts', '/dashboard/posts', 'profile'],
    [{ ...creator, browsesAsFan: true }, 'feed', '/amina_k', 'feed'],
    [fan, 'profile', '/wallet', 'profile'],
    [null, undefined, '/terms', undefined],
  ] as const)('the place of %o on a page of %s at %s is %s', (viewer, tab, pathname, place) => {
    expect(activeTab(navigationItems(viewer), tab, pathname)).toBe(place)
  })
})
