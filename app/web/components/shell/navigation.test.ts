import { describe, expect, test } from 'vitest'
import { navigationItems } from './navigation.ts'

const fan = { displayName: 'Brian', username: 'brian_o', avatarUrl: null, userType: 'viewer' }

function addresses(viewer: Parameters<typeof navigationItems>[0]) {
  return navigationItems(viewer).map((item) => [item.label, item.href])
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

  test('LAYOUT-05 the chat carries what is unread, and nothing else does', () => {
    const items = navigationItems({ ...fan, unreadChats: 2 })
    expect(items.map((item) => item.unread)).toEqual([undefined, 2, undefined, undefined])
  })
})
