import { expect, test } from 'vitest'
import { ownPath, pathOfReferer } from './own-path.ts'

test('a path of this site is returned with its query', () => {
  expect(ownPath('/public-feed?shown=8')).toBe('/public-feed?shown=8')
  expect(ownPath('/amina_k')).toBe('/amina_k')
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '',
  '/a\r\nset-cookie: x',
  '/\t/evil.example',
  '/.//evil.example',
])('"%s" is rejected', (text) => {
  expect(ownPath(text)).toBeNull()
})

test('the path of a referer is taken without its origin', () => {
  expect(
    pathOfReferer(new Request('http://x/', { headers: { referer: 'https://evil.example/unblocked-feed?shown=16' } })),
  ).toBe('/unblocked-feed?shown=16')
  expect(pathOfReferer(new Request('http://x/'))).toBeNull()
})
