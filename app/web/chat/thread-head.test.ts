import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { ConversationState } from './conversation.ts'
import type { PageData } from './page-data.ts'
import { Head } from './thread-head.tsx'

function headOf(state: { key: string; written: boolean }): string {
  const page = {
    key: 'creator',
    side: 'fan',
    other: { name: 'Amina', avatarUrl: null, href: null },
    written: false,
    muted: false,
    blocked: false,
    tipHref: null,
  } as unknown as PageData
  const shown = createElement(Head, { page, state: state as ConversationState, typing: false })
  return renderToStaticMarkup(createElement(createRoutesStub([{ path: '/', Component: () => shown }])))
}

test('CHAT-05a the first message of a page brings the menu of the conversation, with the address of its thread', () => {
  expect(headOf({ key: 'creator', written: false })).not.toContain('Block')
  const written = headOf({ key: 'thread', written: true })
  for (const address of ['/chat/thread/mute', '/chat/thread/block']) expect(written).toContain(`action="${address}"`)
})
