import { describe, expect, test } from 'vitest'
import { navigationItems } from './navigation.ts'

const fan = { displayName: 'Brian', username: 'brian_o', avatarUrl: null, userType: 'viewer' }

function addresses(viewer: Parameters<typeof navigationItems>[0]) {
  return navigationItems(viewer).map((item) => [item.label, item.href])
}

describe('the four places of the bottom bar', () => {
  test('LAYOUT-05 a visitor is led to the pass from Chat and Calls, and to signing in from Profile', () => {
    expect(addresses(null)).toEqual([
      ['Feed', '/'],
      ['Chat', '/subscribe'],
      ['Calls', '/subscribe'],
      ['Profile', '/auth'],
    ])
  })

  test('LAYOUT-06 a signed-in person is led to chats, calls and the profile', () => {
    expect(addresses(fan)).toEqual([
      ['Feed', '/'],
      ['Chat', '/chat'],
      ['Calls', '/call'],
      ['Profile', '/profile'],
    ])
  })
})
