import { type Browser, type BrowserContext, expect } from '@playwright/test'
import { base, newAddress, signUpFan, simulator } from './people.ts'
import type { Fixture } from './screen.ts'
import { readTestData } from './screens.ts'
import { windowOfVisitor } from './sessions.ts'

export const NOBODY = '00000000-0000-7000-8000-000000000000'
export const EVIL = 'https://evil.example'

/** The demo data, and the fan who sends the attacks. */
export let fixture: Fixture
export let fan: { address: string; cookie: string; context: BrowserContext }

/** Signs up the fan; before the first attack of a file. */
export async function prepareAttacks(browser: Browser): Promise<void> {
  fixture = await readTestData(browser)
  const context = await windowOfVisitor(browser)
  const address = newAddress('hostile')
  const page = await context.newPage()
  await signUpFan(page, address, 'Hosea T')
  await page.close()
  fan = { address, cookie: await cookieOf(context), context }
}

/** Every address that takes a form, with fields that it would accept. */
export function forms(): { path: string; fields: Record<string, string> }[] {
  const payer = {
    name: 'Hosea T',
    email: fan.address,
    method: 'mobile_money',
    phone: '772 123 456',
    network: 'MTN',
    attempt: 'a'.repeat(43),
    shown: '18000000',
  }
  return [
    { path: '/age', fields: { returnTo: '/public-feed' } },
    { path: '/auth', fields: { email: newAddress('nobody'), mode: 'sign-up', user_type: 'fan' } },
    { path: '/auth?mode=sign-up', fields: { email: newAddress('nobody'), user_type: 'creator' } },
    { path: '/auth/code', fields: { intent: 'verify', code: '123456' } },
    { path: '/auth/link/no-such-token', fields: {} },
    { path: '/sign-out', fields: {} },
    {
      path: '/profile-setup',
      fields: { display_name: 'Somebody Else', username: 'somebody_else', day: '1', month: '1', year: '1990' },
    },
    { path: '/subscribe?pay=monthly&currency=UGX', fields: payer },
    { path: '/payment-callback?tx_ref=peach_pass_monthly_1_a', fields: { tx_ref: 'peach_pass_monthly_1_a' } },
    { path: `/creators/${fixture.aminaId}/follow`, fields: { following: 'true' } },
    { path: `/posts/${fixture.lockedPostId}/unlock`, fields: payer },
    // Not a valid duration, which would move the clock of the other journeys.
    { path: '/dev/clock', fields: { advance: 'soon' } },
  ]
}

type Sent = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  stranger?: boolean
}
type Answer = { status: number; headers: Headers; text: string }

/** Sends a request as the fan (or a visitor), follows no redirect, and checks what every response must have. */
export async function ask(path: string, sent: Sent = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, stranger = false } = sent
  const answer = await fetch(base() + path, {
    method,
    redirect: 'manual',
    headers: { cookie: stranger ? 'peach_adult=1' : fan.cookie, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.text()
  const notified = `${method} ${path} ${JSON.stringify(headers).slice(0, 120)} ${String(body ?? '').slice(0, 80)}`
  expect(answer.status, notified).toBeLessThan(500)
  expectSafe(answer.headers, notified)
  // No internals: no stack, no file name, no SQL.
  expect(text, notified).not.toMatch(/node_modules|\n\s+at .+:\d+:\d+|\.server\.ts|syntax error at|SELECT .+ FROM/i)
  return { status: answer.status, headers: answer.headers, text }
}

/** Files that are not documents need only some of the headers. */
const FILE = /^(image|audio|video|font|text\/(css|javascript))/

export function expectSafe(headers: Headers, notified: string): void {
  expect(headers.get('x-content-type-options'), notified).toBe('nosniff')
  if (FILE.test(headers.get('content-type') ?? ''))
    return expect(headers.get('cross-origin-resource-policy'), notified).toBe('same-origin')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy, notified).toContain("default-src 'none'")
  expect(policy, notified).not.toMatch(/unsafe-inline|unsafe-eval|unsafe-hashes|\*/)
  expect(headers.get('x-frame-options'), notified).toBe('DENY')
  expect(headers.get('referrer-policy'), notified).toBe('same-origin')
  if (headers.get('content-type')?.startsWith('text/html')) expect(policy, notified).toContain("frame-ancestors 'none'")
  for (const cookie of headers.getSetCookie()) expect(cookie, notified).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/)
  const location = headers.get('location')
  if (location !== null) {
    expect([base(), simulator()], `${notified} leads to ${location}`).toContain(new URL(location, base()).origin)
    expect(location, notified).not.toMatch(/^\/[/\\]|[\r\n]/)
  }
}

/** What an attack on the fan could have changed: profile, follows, payments. */
export async function status(): Promise<string> {
  const profile = await ask('/profile')
  const about = await ask('/amina_k')
  const links = ((await (await fetch(`${simulator()}/control/state`)).json()) as { links: { email: string }[] }).links
  const mails = (await (
    await fetch(`${base()}/dev/mail.json?to=${encodeURIComponent(fan.address)}`)
  ).json()) as unknown[]
  return JSON.stringify({
    profile: [profile.status, /<h1[^>]*>([^<]*)/.exec(profile.text)?.[1], /@hosea\w*/.exec(profile.text)?.[0]],
    follows: /name="following" value="(\w+)"/.exec(about.text)?.[1],
    payments: links.filter(({ email }) => email === fan.address).length,
    mails: mails.length,
  })
}

export const encoded = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
export const FORM = 'application/x-www-form-urlencoded'

async function cookieOf(context: BrowserContext): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
}
