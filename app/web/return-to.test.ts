import * as fc from 'fast-check'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { to } from '#app/links.ts'
import { ROUTE_TABLE } from '#tests/support/routes.ts'
import { routeTableContext } from './context.server.ts'
import {
  pathOfReferer,
  readReturnTo,
  returnToFrom,
  storedReturnTo,
  validateReturnTo,
  withReturnTo,
} from './return-to.server.ts'

const context = new RouterContextProvider()
context.set(routeTableContext, ROUTE_TABLE)
const validated = (text: string) => validateReturnTo(text, context)
const read = (query: string) => readReturnTo(new URLSearchParams(query), context)

test.each([
  '/public-feed?shown=8',
  '/amina_k',
  '/admin/earnings/refunds/01a1fd58-30de-78d4-9c11-a983b34a4580?filter=open',
  '/receipts/01a1fd58-30de-78d4-9c11-a983b34a4580',
  '/owner-login/enrolment?returnTo=%2Fadmin',
])('AUTH-06 whoever signs in comes back to a page of ours, deep or not: %s', (path) => {
  expect(validated(path)).toBe(path)
  expect(read(withReturnTo('/auth?mode=sign-up', path).split('?')[1]!)).toBe(path)
})

test.each([
  ['another site', '//evil.example'],
  ['another site', '/\\evil.example'],
  ['another site', 'https://evil.example/'],
  ['another site', 'javascript:alert(1)'],
  ['nothing', ''],
  ['a header', '/a\r\nset-cookie: x'],
  ['another site', '/\t/evil.example'],
  ['another site', '/.//evil.example'],
  ['no page', '/nobody/is/here'],
  ['a file', '/media/01a1fd58-30de-78d4-9c11-a983b34a4580/original'],
  ['a form', '/creators/01a1fd58-30de-78d4-9c11-a983b34a4580/follow'],
  ['signing in', '/auth'],
  ['signing in', '/AUTH/code'],
  ['signing in', '/wallet/../auth'],
  ['signing in', '/owner-login/second-factor'],
  ['signing out', '/sign-out/everywhere'],
  ['a step', '/agreements?returnTo=%2Fagreements'],
  ['a step', '/confirm-identity'],
  ['a step', '/profile-setup'],
  ['too long', `/amina_k?x=${'a'.repeat(500)}`],
])('AUTH-06 nobody is led to %s: %j', (_, text) => expect(validated(text)).toBeNull())

test('AUTH-06 without the route table nothing leads anywhere', () => {
  expect(validateReturnTo('/wallet', new RouterContextProvider())).toBeNull()
})

test('AUTH-06 no returnTo leads to another site, in the present form or the former', () => {
  const pair = fc.tuple(
    fc.constantFrom('returnTo', 'next', 'return', 'creator', 'intent', 'post', 'from'),
    fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.webPath().map((path) => `/${path}`),
      fc.constantFrom(
        'subscribe',
        'creator',
        'unlock',
        '//a',
        '/\\a',
        '/wallet//a',
        '/%2f%2fa',
        'amina_k',
        '/@a',
        '/./\\a',
      ),
    ),
  )
  fc.assert(
    fc.property(fc.array(pair), (pairs) => {
      const query = new URLSearchParams(pairs)
      for (const path of [readReturnTo(query, context), storedReturnTo(query.toString(), context)]) {
        if (path === null) continue
        expect(new URL(path, 'https://us.example').origin).toBe('https://us.example')
        expect(new URL(`https://us.example${path}`).pathname).not.toMatch(/^\/\/|\\/)
      }
    }),
    { numRuns: 500 },
  )
})

test('AUTH-06 the visitor’s chosen action survives sign-in, as a row or a bookmark of an earlier release has it', () => {
  const former = 'return=subscribe&creator=amina_k&intent=chat&evil=1'
  expect(read(former)).toBe('/subscribe?creator=amina_k&intent=chat')
  expect(storedReturnTo(former, context)).toBe('/subscribe?creator=amina_k&intent=chat')
  expect(read('return=creator&creator=amina_k')).toBe('/amina_k')
  expect(read('return=viewer-onboarding&plan=annual')).toBe('/viewer-onboarding/setup?plan=annual')
  expect(read('return=unlock&post=01a1fd58-30de-78d4-9c11-a983b34a4580')).toBe(
    '/posts/01a1fd58-30de-78d4-9c11-a983b34a4580/unlock',
  )
  expect(read('next=%2Fprofile%2Fexport')).toBe('/profile/export')
  expect(storedReturnTo('/wallet?show=tips', context)).toBe('/wallet?show=tips')
  expect(storedReturnTo(null, context)).toBeNull()
})

test.each([
  '',
  'return=https://evil.example',
  'return=//evil.example',
  'return=/\\evil',
  'return=__proto__',
  'return=creator',
  'return=creator&creator=../x',
  'return=unlock&post=1',
])('AUTH-06 %j is rejected', (query) => expect(read(query)).toBeNull())

test('a step before a page leads back to it; a page that is such a step leads where it would have led', () => {
  const from = (path: string) => returnToFrom({ url: new URL(path, 'http://localhost'), context })
  expect(from('/wallet?show=tips')).toBe('/wallet?show=tips')
  expect(from(withReturnTo(to.profileSetup, '/wallet'))).toBe('/wallet')
  expect(from(to.profileSetup)).toBeNull()
})

test('the path of a referer is taken without its origin', () => {
  expect(
    pathOfReferer(new Request('http://x/', { headers: { referer: 'https://evil.example/unblocked-feed?shown=16' } })),
  ).toBe('/unblocked-feed?shown=16')
  expect(pathOfReferer(new Request('http://x/'))).toBeNull()
  for (const referer of ['https://x//evil.example/', 'https://x/.//evil.example', 'data:text/html,//evil.example'])
    expect(pathOfReferer(new Request('http://x/', { headers: { referer } })), referer).toBeNull()
})
