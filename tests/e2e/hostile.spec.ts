import { expect, test } from '@playwright/test'
import { ask, encoded, EVIL, fan, FORM, forms, NOBODY, prepareAttacks, status, fixture } from './attacks.ts'
import { base } from './people.ts'

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  await prepareAttacks(browser)
})

test.afterAll(() => fan.context.close())

test('AUTH-08 a form from another site or without an origin is refused and changes nothing', async () => {
  const before = await status()
  const origins: Record<string, string>[] = [
    {},
    { origin: EVIL },
    { origin: 'null' },
    { origin: `${base()}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { referer: `${EVIL}/${base()}` },
    { referer: 'no address' },
    { origin: EVIL, 'sec-fetch-site': 'same-origin', referer: base() },
  ]
  for (const { path, fields } of forms()) {
    for (const from of origins) {
      // The demo clock is for local programs, which send no Origin header.
      if (path.startsWith('/dev/') && from.origin === undefined && from['sec-fetch-site'] === undefined) continue
      for (const address of path.startsWith('/dev/') ? [path] : [path, path.replace(/^([^?]+)/, '$1.data')]) {
        const answer = await ask(address, {
          method: 'POST',
          headers: { 'content-type': FORM, ...from },
          body: encoded(fields),
        })
        expect(answer.status, `${address} ${JSON.stringify(from)}`).toBe(403)
        expect(answer.text).toContain('another site')
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    }
  }
  for (const method of ['PATCH', 'DELETE']) expect((await ask('/profile', { method })).status).toBe(403)
  // No route accepts it, from any origin.
  expect((await ask('/profile', { method: 'PUT' })).status).toBe(405)
  expect(await status()).toBe(before)
})

test('AUTH-01 SETUP-01 PAY-01 missing, wrong, repeated, endless and broken fields are refused with a message and change nothing', async () => {
  test.setTimeout(240_000)
  const before = await status()
  const long = 'x'.repeat(99_000)
  const tooLong = 'x'.repeat(120_000)
  for (const { path, fields } of forms().filter(({ path }) => !['/sign-out', '/age'].includes(path))) {
    // The network and the shown price decide nothing: with garbage in them it is the same payment.
    const names = Object.keys(fields).filter((name) => !['network', 'shown'].includes(name))
    const bodies: [string, string, string | Uint8Array<ArrayBuffer>][] = [
      ['nothing', FORM, ''],
      ['arrays', FORM, names.map((name) => `${name}[]=1&${name}[a]=2`).join('&')],
      ['nonsense', FORM, '%%%&=&==&a=%E0%A4%A&%00=%00'],
      ['a JSON body', 'application/json', JSON.stringify(fields)],
      ['text', 'text/plain', encoded(fields)],
      ['another character set', `${FORM}; charset=utf-16`, '\ufeff'],
      ['a multipart without boundary', 'multipart/form-data', '--x\r\n\r\n'],
      [
        'a multipart that ends early',
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\nhalf',
      ],
      [
        'files where words belong',
        'multipart/form-data; boundary=x',
        `${names.map((name) => `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nzz\r\n`).join('')}--x--\r\n`,
      ],
      ['bytes', 'application/octet-stream', new Uint8Array([0, 255, 254, 1])],
      ['100 kB in one field', FORM, encoded({ ...fields, [names[0] ?? 'a']: long })],
      ['more than any person types', FORM, encoded({ ...fields, [names[0] ?? 'a']: tooLong })],
      ['a thousand fields', FORM, Array.from({ length: 1_000 }, (_, index) => `f${index}=1`).join('&')],
      ['the names of objects', FORM, '__proto__=1&constructor=1&toString=1'],
      // From a payer's name it is dropped, as everything that nobody sees: it is the same payment.
      ...names
        .filter((name) => name !== 'name')
        .map((name): [string, string, string] => [
          `a zero byte in ${name}`,
          FORM,
          encoded({ ...fields, [name]: `a\u0000b` }),
        ]),
      ...names.map((name): [string, string, string] => [
        `half a character in ${name}`,
        FORM,
        `${encoded({ ...fields, [name]: '' })}%ED%A0%80`,
      ]),
    ]
    for (const [what, type, body] of bodies) {
      // A form without its own fields is invalid, whatever else it has.
      if (what.startsWith('half') && path.startsWith('/creators')) continue
      const answer = await ask(path, { method: 'POST', headers: { origin: base(), 'content-type': type }, body })
      expect([200, 204, 302, 303, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429], `${path}: ${what}`).toContain(
        answer.status,
      )
      if (answer.status >= 400) expect(answer.text.length, `${path}: ${what} is told`).toBeGreaterThan(5)
    }
  }
  expect(JSON.parse(await status())).toMatchObject({ profile: JSON.parse(before).profile, payments: 0 })
})

test('FEED-06 PROF-03 unknown ids, ids of others and repeated posts change no one else’s data', async () => {
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(path, { method: 'POST', headers: { origin: base(), 'content-type': FORM, ...headers }, body: encoded(fields) })
  const ids = [NOBODY, 'not-an-id', '1', "' or 1=1 --", '%00', '%2e%2e%2f', 'x'.repeat(3_000), '0'.repeat(36)]
  for (const id of ids) {
    const path = encodeURIComponent(decodeURIComponent(id))
    // A zero byte is refused before any route.
    const missing = id === '%00' ? 400 : 404
    expect(
      (await post(`/creators/${path}/follow`, { following: 'true' }, { accept: 'application/json' })).status,
      id,
    ).toBe(missing)
    expect([303, 400, 404]).toContain(
      (await post(`/posts/${path}/unlock`, { method: 'card', name: 'A', email: fan.address })).status,
    )
    expect((await ask(`/posts/${path}/unlock`)).status, id).toBe(missing)
    expect((await ask(`/creator/${path}`)).status, id).toBe(missing)
    expect([303, missing]).toContain((await ask(`/gal/${path}`)).status)
    expect((await ask(`/media/${path}/w320.webp`)).status, id).toBe(missing)
  }
  // Twenty presses of one button count once, and an invented state is refused.
  expect(
    (await post(`/creators/${fixture.aminaId}/follow`, { following: 'maybe' }, { accept: 'application/json' })).status,
  ).toBe(400)
  const count = async () =>
    Number(/([\d,]+)<\/b>[^<]*(?:<!-- -->)?followers/.exec((await ask('/amina_k')).text)![1]!.replace(',', ''))
  const before = await count()
  await Promise.all(
    Array.from({ length: 20 }, () =>
      post(`/creators/${fixture.aminaId}/follow`, { following: 'true' }, { accept: 'application/json' }),
    ),
  )
  expect(await count()).toBe(before + 1)
  await Promise.all(
    Array.from({ length: 20 }, () =>
      post(`/creators/${fixture.aminaId}/follow`, { following: 'false' }, { accept: 'application/json' }),
    ),
  )
  expect(await count()).toBe(before)
  // Without access a priced post is not for sale, even with a valid form.
  expect(
    (
      await post(`/posts/${fixture.lockedPostId}/unlock`, {
        method: 'card',
        name: 'Hosea T',
        email: fan.address,
        attempt: 'b'.repeat(43),
        shown: '2500000',
      })
    ).status,
  ).toBe(303)
  expect(JSON.parse(await status()).payments).toBe(0)
})
