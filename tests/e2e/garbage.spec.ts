import { expect, test } from '@playwright/test'
import { ask, encoded, EVIL, expectSafe, fan, FORM, NOBODY, prepareAttacks } from './attacks.ts'
import { base } from './people.ts'

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  await prepareAttacks(browser)
})

test.afterAll(() => fan.context.close())

test('ROUTE-03 garbage in addresses, queries, headers and cookies never breaks a page', async () => {
  const garbage = [
    '%',
    '%E0%A4%A',
    '%00',
    '%2500',
    '%ff',
    '..%2f..%2fetc%2fpasswd',
    '<script>',
    '\u{1f351}',
    'a'.repeat(1_500),
    '%2e%2e',
    ';',
    '%5c',
    '__proto__',
    'constructor',
    '.data',
    '_root.data',
    '%0d%0aset-cookie:a=b',
  ]
  for (const word of garbage) {
    for (const path of [
      `/${word}`,
      `/public-feed?shown=${word}`,
      `/subscribe?currency=${word}&pay=${word}&plan=${word}&from=${word}&creator=${word}&intent=${word}`,
      `/auth/link/${word}`,
      `/payment-callback?tx_ref=${word}&status=${word}&transaction_id=${word}`,
      `/media/${word}/${word}`,
      `/assets/${word}`,
      `/creator/${word}`,
      `/unblocked-feed?filter=${word}&shown=${word}`,
      `/${word}.data`,
      `/amina_k.data?_routes=${word}`,
      `/viewer-onboarding?plan=${word}`,
      `/chat/${word}`,
      `/dev/mail?id=${word}&to=${word}`,
    ]) {
      await ask(encodeURI(path).replaceAll('%25', '%'))
    }
  }
  for (const path of [
    '/public-feed?shown=999999999999',
    '/public-feed?shown=-4',
    '/public-feed?shown=1e9',
    '/public-feed?shown=8&shown=10',
    '/amina_k?posts=99999999',
    '/unblocked-feed?shown=99999',
    '/subscribe?currency=XXX',
    '/subscribe?pay=lifetime&currency=EUR',
    '/subscribe?from=//evil.example',
    '/auth?return=//evil.example',
    '/auth?returnTo=//evil.example',
    '/auth?message=%3Cscript%3E',
    '/media/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/../../package.json',
    '/..%5c..%5cpackage.json',
    '/media/x/original.jpeg',
    '//evil.example/',
    '/\\evil.example',
    '/public-feed/',
    '/.env',
    '/.git/config',
    '/server/main.ts',
    '/data/secret',
  ]) {
    const answer = await ask(path)
    expect(answer.text, path).not.toMatch(/root:x:0|"dependencies"|APP_SECRET/)
  }
  const cookies = [
    'peach_session=' + 'x'.repeat(8_000),
    'peach_flash=%E0%A4%A',
    'peach_flash=' + encodeURIComponent('{"title":"<img src=x onerror=alert(1)>","description":"a"}'),
    'peach_flash=[]',
    'peach_session=%00',
    ';;;=;a',
    'peach_adult=2',
    '__Host-peach_session=1',
    Array.from({ length: 300 }, (_, index) => `c${index}=1`).join('; '),
  ]
  for (const cookie of cookies) {
    for (const path of ['/public-feed', '/amina_k', '/profile', '/subscribe?pay=monthly', '/auth/code']) {
      const answer = await ask(path, { headers: { cookie } })
      expect(answer.text).not.toContain('<img src=x')
    }
  }
  const headers: Record<string, string>[] = [
    { accept: '*/*;q=nope' },
    { 'accept-encoding': 'br;q=nope, \u00ff' },
    { 'if-none-match': '"""' },
    { 'if-modified-since': 'yesterday' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
    { 'accept-language': 'x'.repeat(4_000) },
    { 'save-data': 'maybe' },
    { 'x-http-method-override': 'DELETE' },
  ]
  for (const header of headers)
    for (const path of ['/', '/public-feed', '/amina_k', '/terms'])
      expect((await ask(path, { headers: header })).text).not.toContain('evil.example')
})

test('AUTH-06 no form and no link leads to another site', async () => {
  const ways = [
    `//evil.example`,
    `/\\evil.example`,
    `\\\\evil.example`,
    EVIL,
    'javascript:alert(1)',
    '/%09/evil.example',
    '/\t/evil.example',
    ' //evil.example',
    '/..//evil.example',
    '///evil.example',
    'https:evil.example',
    '/a\r\nset-cookie: x=1',
    '',
  ]
  for (const way of ways) {
    const age = await ask('/age', {
      method: 'POST',
      headers: { origin: base(), 'content-type': FORM },
      body: encoded({ returnTo: way }),
    })
    expect(age.status, way).toBe(303)
    expect(new URL(age.headers.get('location')!, base()).origin, way).toBe(base())
    for (const referer of [`${EVIL}/${way}`, `${base()}/${way}`]) {
      const follow = await ask(`/creators/${NOBODY}/follow`, {
        method: 'POST',
        headers: { origin: base(), 'content-type': FORM, referer: encodeURI(referer) },
        body: 'following=true',
      })
      expect(follow.status).toBe(303)
    }
    for (const name of ['return', 'returnTo', 'next', 'redirect', 'url', 'from']) {
      await ask(`/auth?${new URLSearchParams({ [name]: way })}`)
      await ask(`/subscribe?${new URLSearchParams({ [name]: way })}`)
      await ask(`/public-feed?${new URLSearchParams({ [name]: way })}`, { stranger: true })
    }
  }
})

test('MEDIA-02 strange ranges of a file get a part, the whole file, or 416', async () => {
  const page = await ask('/amina_k', { stranger: true })
  const address = /\/media\/[0-9a-f-]{36}\/w\d+\.webp/.exec(page.text)![0]
  const whole = await fetch(base() + address)
  const size = (await whole.arrayBuffer()).byteLength
  const ranges: [string, number, number?][] = [
    ['bytes=0-0', 206, 1],
    ['bytes=-1', 206, 1],
    [`bytes=${size}-`, 416],
    ['bytes=5-2', 200],
    ['bytes=-0', 416],
    ['bytes=0-99999999999999999999', 206, size],
    ['bytes=0-1,3-4', 200],
    ['lines=1-2', 200],
    ['bytes=', 200],
    ['bytes=a-b', 200],
    ['bytes=-', 200],
    ['x'.repeat(2_000), 200],
  ]
  for (const [range, status, length] of ranges) {
    const answer = await fetch(base() + address, { headers: { range } })
    const bytes = (await answer.arrayBuffer()).byteLength
    expect([status, 416], range).toContain(answer.status)
    expectSafe(answer.headers, range)
    if (answer.status === 206) expect(bytes, range).toBe(length)
  }
})

test('every kind of response has the required headers', async () => {
  const css = /href="(\/assets\/[^"]+\.css)"/.exec((await ask('/', { stranger: true })).text)![1]!
  for (const path of [
    '/',
    '/public-feed',
    '/amina_k',
    '/terms',
    '/no/such/page',
    '/nobody_at_all',
    '/auth',
    '/profile',
    '/about',
    css,
    '/favicon.svg',
    '/healthz',
    '/readyz',
    '/dev/mail',
    '/dev/mail.json?to=a',
    '/public-feed.data',
    '/sign-out',
  ]) {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await ask(path, { method })
  }
  for (const path of ['/webhooks/flutterwave', '/dev/clock']) await ask(path)
})
