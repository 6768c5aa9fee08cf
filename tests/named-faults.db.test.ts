import { createServer, type AddressInfo } from 'node:net'
import { symbols } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { runTask } from '#app/jobs.server.ts'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'
import { browserOf, newBrowserToken } from '#app/domain/identity/browser.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { proveCode } from '#app/domain/identity/prove-code.server.ts'
import { proveLink } from '#app/domain/identity/prove-link.server.ts'
import { requestSignInCode } from '#app/domain/identity/request-sign-in-code.server.ts'
import { sendEmail } from '#app/domain/notifications/send-email.server.ts'
import { receiveWebhookEvent } from '#app/domain/payments/receive-webhook-event.server.ts'
import { nextRunAt } from '#app/domain/payouts/friday.ts'
import { quotePromo } from '#app/domain/promotions/quote-promo.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { PROMO } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { listTopSupporters } from '#app/domain/tips/queries.server.ts'
import { smtpMailer } from '#app/gateways/mailer/smtp-mailer.server.ts'
import { now } from '#app/platform/clock.ts'
import { SERVER_ROLE } from '#app/platform/db.server.ts'
import type { JobPayloads } from '#app/platform/jobs.ts'
import { log } from '#app/platform/log.server.ts'
import { newId } from '#app/platform/id.ts'
import { seal, unseal } from '#app/platform/secrets.server.ts'
import { loadCreatorPage, readCreatorPage } from '#app/web/creator-page.server.ts'
import { aStart, HASH } from './support/payments.ts'
import { usePayoutFixture } from './support/payouts.ts'
import { aTip, fillWallet, spend } from './support/spending.ts'

// Faults that were planted and that no other test found: each has its own test here.
const fixture = usePayoutFixture()
afterEach(() => void vi.restoreAllMocks())

describe('promo codes', () => {
  const requested = { plan: 'monthly', country: 'UG', email: null, accountId: null } as const
  const tried = async (trier: { accountId: string | null; browser: string; network: string }, typed: string) => {
    const quoted = await quotePromo({ ...requested, typed, trier })
    return quoted.ok ? 'ok' : quoted.refusal.reason
  }

  test('SUB-04 an account can try ten promo codes an hour, from any browser and network', async () => {
    const accountId = newId()
    for (let index = 0; index < PROMO.triesPerHour; index += 1)
      expect(await tried({ accountId, browser: newId(), network: `10.1.${index}.0/24` }, `GUESS${index}`)).toBe(
        'cannot_be_used',
      )
    expect(await tried({ accountId, browser: newId(), network: '10.2.0.0/24' }, 'ONE-MORE')).toBe('too_many_tries')
    expect(await tried({ accountId: newId(), browser: newId(), network: '10.2.0.0/24' }, 'ONE-MORE')).toBe(
      'cannot_be_used',
    )
  })

  test('SUB-04 the visitors of a network can try a hundred promo codes an hour, each in another browser', async () => {
    const network = '10.77.0.0/24'
    const visit = (typed: string, at = network) => tried({ accountId: null, browser: newId(), network: at }, typed)
    for (let index = 0; index < PROMO.visitorTriesPerNetworkAndHour; index += 1)
      expect(await visit(`GUESS${index}`), String(index)).toBe('cannot_be_used')
    expect(await visit('ONE-MORE')).toBe('too_many_tries')
    expect(await visit('ONE-MORE', '10.78.0.0/24')).toBe('cannot_be_used')
    await fixture.advance(3_601)
    expect(await visit('ONE-MORE')).toBe('cannot_be_used')
  })

  test('SUB-04 a browser can try ten promo codes an hour, from any network', async () => {
    const browser = newId()
    for (let index = 0; index < PROMO.triesPerHour; index += 1)
      await tried({ accountId: null, browser, network: `10.3.${index}.0/24` }, `GUESS${index}`)
    expect(await tried({ accountId: null, browser, network: '10.4.0.0/24' }, 'ONE-MORE')).toBe('too_many_tries')
  })

  test('SUB-04 a promo code can be used once per account, also with another address, and once per address, also by another account', async () => {
    const code = `ONCE${newId().slice(-8).toUpperCase()}`
    await fixture
      .owner()
      .query('insert into promo_codes (id, code, discount_percentage) values ($1, $2, 20)', [newId(), code])
    const fan = await fixture.person()
    const start = (person: Person) =>
      placeOrder(
        person,
        aStart({
          email: person.email,
          product: { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal: false, promo: code },
        }),
      )
    const started = await start(fan)
    if (!started.ok) throw new Error(JSON.stringify(started.refusal))
    await fixture.pay(started.value.reference, 'approve')
    await fixture.settled()
    const again = async (who: { email: string | null; accountId: string | null }) => {
      const quoted = await quotePromo({ ...requested, ...who, typed: code, trier: null })
      return quoted.ok ? 'ok' : quoted.refusal.reason
    }
    expect(await again({ email: 'another@fans.example', accountId: fan.id })).toBe('used_before')
    expect(await again({ email: fan.email, accountId: newId() })).toBe('used_before')
    expect(await again({ email: 'another@fans.example', accountId: newId() })).toBe('ok')
  })
})

describe('signing in', () => {
  const device = { network: '10.0.0.0/24', userAgent: 'test', replacesSessionId: null }

  /** The data of the newest mail to an address. */
  async function asked(email: string) {
    const browser = browserOf(newBrowserToken())
    const request = {
      email,
      attempt: { mode: 'sign-in' },
      browser,
      network: `10.9.${newId()}`,
      returnTo: null,
    } as const
    expect((await requestSignInCode(request)).ok).toBe(true)
    const { sealed } = await fixture.one<{ sealed: string }>(
      `select data ->> 'sealedData' as sealed from pgboss.job where name = 'send_email' and data ->> 'to' = $1
       order by (select max(sent_at) from sign_in_codes), created_on desc limit 1`,
      [email],
    )
    const { code, link } = JSON.parse(unseal(sealed)) as { code: string; link: string }
    return { browser, code, token: link.split('/').at(-1)! }
  }

  test('AUTH-03 a newer mail invalidates the code and the link of the older one, also in the browser that requested it', async () => {
    const { email } = await fixture.person()
    await fixture.owner().query('update profiles set email_proven_at = app_now() where email = $1', [email])
    const older = await asked(email)
    await fixture.advance(61)
    const newer = await asked(email)
    expect(newer.token).not.toBe(older.token)
    expect((await proveCode({ code: older.code, browser: older.browser, device })).ok).toBe(false)
    expect((await proveLink({ token: older.token, device })).ok).toBe(false)
    expect((await proveCode({ code: newer.code, browser: newer.browser, device })).ok).toBe(true)
  })
})

describe('tips', () => {
  test('TIP-01 a fan with one anonymous tip in the week is not named among the supporters', async () => {
    const { creatorId } = await fixture.lockedPost()
    const shy = await fixture.person({ displayName: 'Shy Sarah' })
    await fixture.grantPass(shy.id)
    await fillWallet(shy, 100_000)
    // Named once and private once, in both orders of sums.
    expect((await spend(shy, aTip(creatorId, 20_000, { named: true }))).ok).toBe(true)
    expect((await spend(shy, aTip(creatorId, 5_000, { named: false }))).ok).toBe(true)
    expect((await listTopSupporters(creatorId, 3)).map((one) => one.name)).toEqual(['Private fan'])
    const viewer = await fixture.person()
    await fixture.grantPass(viewer.id)
    const page = await loadCreatorPage(viewer, (await findCreatorById(creatorId))!, new URL('http://localhost/x'))
    expect(page.about.supporters).toEqual([{ name: 'Private fan', amount: 'UGX\u00a025,000' }])
    // The page of pass holders reads them with the creator; the name is in nothing that was read.
    const found = await readCreatorPage(viewer, creatorId, new URL('http://localhost/x'))
    expect(found!.beside.supporters.map((one) => one.name)).toEqual(['Private fan'])
    const read = JSON.stringify(found, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    expect(read).not.toContain('Shy Sarah')
  })
})

describe('mail', () => {
  const EMAIL = 'brian.kato@mail.example'

  /** Everything that was logged meanwhile, as it is written. */
  async function logged(run: () => Promise<unknown>): Promise<string> {
    const stream = (log as unknown as Record<symbol, { write(line: string): unknown }>)[symbols.streamSym]!
    const lines: string[] = []
    vi.spyOn(stream, 'write').mockImplementation((line) => lines.push(line))
    await run()
    return lines.join('')
  }

  const job = (change: object = {}): JobPayloads['send_email'] => ({
    to: EMAIL,
    template: 'verification_due',
    sealedData: seal(JSON.stringify({ on: '1 Dec 2026', days: 7, link: 'http://localhost:3000/dashboard', ...change })),
  })

  test('AUTH-11 no line of the log carries the address of a mail that was sent, or dropped', async () => {
    const sent = await logged(() => sendEmail(job()))
    const dropped = await logged(() => sendEmail(job({ expiresAt: '2026-01-01T00:00:00Z' })))
    expect(dropped).toContain('a mail was dropped')
    for (const lines of [sent, dropped]) expect(lines).not.toContain('brian.kato')
  })

  test('AUTH-11 a mail server’s reply about a recipient is neither logged nor kept with the failed job', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 test\r\n')
      socket.on('data', (chunk) => {
        for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
          if (/^RCPT/i.test(line)) socket.write(`550 5.1.1 <${EMAIL}>: no such user here\r\n`)
          else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
          else socket.write('250 ok\r\n')
        }
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const mail = { id: newId(), to: EMAIL, subject: 's', text: 't', html: 'h', code: null, link: null }
    const { port } = server.address() as AddressInfo
    try {
      const error: unknown = await smtpMailer(`smtp://127.0.0.1:${port}`, 'hello@peach.example')
        .send(mail)
        .catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Error)
      expect(String(error)).toMatch(/550/)
      // As the queue logs and keeps it.
      const lines = await logged(async () => log.warn({ job: 'send_email', err: error }, 'a job failed'))
      expect(lines).toContain('a job failed')
      for (const text of [lines, String(error)]) expect(text).not.toContain('brian.kato')
    } finally {
      server.close()
    }
  })
})

describe('payouts', () => {
  test('PAYOUT-01 exactly the minimum is paid on Friday, and a shilling less is not', async () => {
    const { minimumPayoutMinor } = await settings()
    const least = Number(minimumPayoutMinor / 100n)
    const [enough, less] = [await fixture.creatorWith(least), await fixture.creatorWith(least - 1)]
    await fixture.advance(Math.ceil((nextRunAt(now()).getTime() - now().getTime()) / 1_000) + 60)
    await runTask('pay creators on Fridays')
    expect((await fixture.payoutsOf(enough.id)).map((payout) => payout.gross_minor)).toEqual([minimumPayoutMinor])
    expect(await fixture.available(enough.id)).toBe(0n)
    expect(await fixture.payoutsOf(less.id)).toEqual([])
    expect(await fixture.available(less.id)).toBe(minimumPayoutMinor - 100n)
  })
})

describe('webhooks of the gateway', () => {
  const receive = (text: string) =>
    receiveWebhookEvent(new Headers({ 'verif-hash': HASH }), new TextEncoder().encode(text))
  const notice = () =>
    JSON.stringify({ event: 'charge.completed', data: { id: 1, tx_ref: newId(), status: 'successful' } })
  const jobsOf = async (id: string) =>
    (
      await fixture.all(
        `select from pgboss.job where name = 'process_webhook_event' and data ->> 'webhookEventId' = $1`,
        [id],
      )
    ).length

  test('PAY-06 a received webhook has its job in the queue at once, and an unreadable one has none', async () => {
    const taken = await receive(notice())
    if (!taken.ok) throw new Error(taken.refusal.kind)
    expect(await jobsOf(taken.value.webhookEventId)).toBe(1)
    const unreadable = await receive('no JSON at all')
    if (!unreadable.ok) throw new Error(unreadable.refusal.kind)
    expect(await jobsOf(unreadable.value.webhookEventId)).toBe(0)
  })

  test('PAY-06 a webhook whose job can’t be queued is not accepted, so the gateway sends it again', async () => {
    const text = notice()
    await fixture.owner().query(`revoke insert on all tables in schema pgboss from ${SERVER_ROLE}`)
    try {
      await expect(receive(text)).rejects.toThrow()
    } finally {
      await fixture.owner().query(`grant insert on all tables in schema pgboss to ${SERVER_ROLE}`)
    }
    const { tx_ref } = (JSON.parse(text) as { data: { tx_ref: string } }).data
    expect(await fixture.all('select from webhook_events where tx_ref = $1', [tx_ref])).toEqual([])
    expect((await receive(text)).ok).toBe(true)
  })
})
