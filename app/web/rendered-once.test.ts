import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Page } from '#app/web/components/shell/page.tsx'
import type { NavigationTab, ShellViewer } from '#app/web/components/shell/navigation.ts'
import { RenderedOnce } from '#app/web/components/rendered-once.tsx'
import { renderWanted } from './rendered-once.ts'

const person = { displayName: 'Brian', username: 'brian', avatarUrl: null, userType: 'fan' }
const VIEWERS: (ShellViewer | null)[] = [
  null,
  person,
  { ...person, displayName: 'Grace', unreadChats: 3 },
  { ...person, unreadChats: 10 },
  { ...person, unreadChats: 11 },
  { ...person, userType: 'creator', username: 'amina' },
  { ...person, userType: 'creator', username: 'sanyu', unreadChats: 1 },
  { ...person, userType: 'creator', username: null, browsesAsFan: true },
]
const TABS: (NavigationTab | undefined)[] = [undefined, 'feed', 'chat', 'profile', 'home', 'page']

const pages = VIEWERS.flatMap((viewer) =>
  TABS.flatMap((active) =>
    ['Peach', 'Plum'].map((brandName) => {
      const props = { viewer, brandName, demo: false, active, children: createElement('p') }
      return createElement(Page, props)
    }),
  ),
)

test('every frame is, from its second time on, what it was the first time', () => {
  // Nothing is kept while they are rendered: this is how each of them looks by itself.
  const alone = pages.map((page) => renderToString(page))
  expect(new Set(alone).size).toBeGreaterThan(50)
  renderWanted(renderToString)
  expect(pages.map((page) => renderToString(page))).toEqual(alone)
})

test('a content is rendered once for the same facts, and anew for others', () => {
  let rendered = 0
  const show = (name: string) => {
    const children = () => {
      rendered += 1
      return `I am ${name} & co`
    }
    const props = { as: 'nav', className: 'test', facts: [name], children } as const
    return renderToString(createElement(RenderedOnce, props))
  }
  const whole = '<nav class="test">I am a &amp; co</nav>'
  expect(show('a')).toBe(whole)
  renderWanted(renderToString)
  expect([show('a'), show('a'), rendered]).toEqual([whole, whole, 2])
  expect([show('b').includes('I am b'), rendered]).toEqual([true, 3])
})
