import { afterEach, expect, test } from 'vitest'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { clearCookie, type CookieName, cookieName, readCookie, setCookie } from './cookies.server.ts'

const NAMES: CookieName[] = ['session', 'adult', 'flash', 'browser', 'checkout']
const onAddress = (baseUrl: string) => useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent', BASE_URL: baseUrl }))

afterEach(() => onAddress('http://localhost:3000'))

test.each(NAMES)(
  'AUTH-08 the %s cookie is hidden from scripts and other sites, and over https pinned to this host',
  (name) => {
    onAddress('http://localhost:3000')
    expect(setCookie(name, 'a')).toMatch(new RegExp(`^peach_${name}=a; Path=/; HttpOnly; SameSite=Lax; Max-Age=\\d+$`))
    onAddress('https://peach.example')
    expect(setCookie(name, 'a')).toMatch(
      new RegExp(`^__Host-peach_${name}=a; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=\\d+$`),
    )
    expect(clearCookie(name)).toBe(`__Host-peach_${name}=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0`)
  },
)

test('AUTH-08 over https a cookie without the pinned name is not read', () => {
  onAddress('https://peach.example')
  const request = (cookie: string) => new Request('https://peach.example/', { headers: { cookie } })
  expect(cookieName('session')).toBe('__Host-peach_session')
  expect(readCookie(request('peach_session=planted'), 'session')).toBeNull()
  expect(readCookie(request('peach_session=planted; __Host-peach_session=own'), 'session')).toBe('own')
})

test.each(['a b', 'ü; Path=/evil', '{"title":"x"}', 'a\r\nset-cookie: b=c'])(
  'a value such as %j is stored as one value and read back unchanged',
  (value) => {
    onAddress('http://localhost:3000')
    const line = setCookie('flash', value)
    expect(line.split('; ').slice(1, 4)).toEqual(['Path=/', 'HttpOnly', 'SameSite=Lax'])
    expect(line).not.toMatch(/[\r\n]/)
    expect(readCookie(new Request('http://localhost/', { headers: { cookie: line.split(';')[0]! } }), 'flash')).toBe(
      value,
    )
  },
)
