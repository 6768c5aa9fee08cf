import { currentVersion, EVERYBODY_AGREES } from '#app/domain/consents/documents.ts'
import { codeHash } from '#app/platform/mailed-code.server.ts'
import { newId } from '#app/platform/id.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'
import { enlistStaff } from '#tests/support/enlist-staff.ts'
import type { usePaymentFixture } from '../support/payments.ts'

export type Fixture = ReturnType<typeof usePaymentFixture>
export type App = (path: string, init: RequestInit) => Promise<Response>

const ORIGIN = 'http://localhost:3000'

/** The readers, people and faults that raise the texts of the catalogue, in one town. */
export function useCatalogue(fixture: Fixture, app: () => App) {
  /** A browser that follows where it is led, and what it has read and been told on the way. */
  function aReader(session: string | null = null) {
    const jar = new Map<string, string>([['peach_adult', '1']])
    if (session) jar.set('peach_session', session)
    let read = ''
    async function go(path: string, form?: Record<string, string>): Promise<string> {
      let answer = await once(path, form)
      for (let hops = 0; hops < 5 && answer.headers.has('location'); hops += 1) {
        const location = answer.headers.get('location')!
        if (!location.startsWith('/')) return location
        answer = await once(location)
      }
      return read
    }
    async function once(path: string, form?: Record<string, string>): Promise<Response> {
      const headers = new Headers({
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: ORIGIN,
      })
      const body = form ? new URLSearchParams(form) : undefined
      const answer = await app()(path, { method: form ? 'POST' : 'GET', body, headers, redirect: 'manual' })
      for (const line of answer.headers.getSetCookie()) {
        const [name, value] = line.split(';')[0]!.split('=') as [string, string]
        if (/Max-Age=0/.test(line)) jar.delete(name)
        else jar.set(name, value)
      }
      read += `${plain(await answer.text())}\n`
      return answer
    }
    return { go, jar, read: () => read }
  }

  function plain(html: string): string {
    return html
      .replace(/<script[\s\S]*?<\/script>/g, '')
      .replaceAll('<!-- -->', '')
      .replace(/&#x27;|&#39;/g, "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
  }

  type Kind = 'fan' | 'creator' | 'super-admin'

  async function person(
    kind: Kind,
    values: { complete?: boolean; pass?: boolean } = {},
  ): Promise<{ id: string; email: string; session: string }> {
    const id = newId()
    const email = `${id}@catalogue.example`
    const run = (text: string, parameters: unknown[]) => fixture.owner().query(text, parameters)
    const type = kind === 'super-admin' ? 'admin' : kind
    const complete = values.complete ?? true
    await run(
      `insert into profiles (id, email, email_proven_at, display_name, username, user_type, profile_completed, birthday)
     values ($1, $2, app_now(), 'A person', $3, $4, $5, $6)`,
      [id, email, `c_${id.slice(-12)}`, type, complete, complete ? '1990-01-01' : null],
    )
    for (const document of EVERYBODY_AGREES)
      await run(
        `insert into consents (id, profile_id, document, version, occasion) values ($1, $2, $3, $4, 'sign_up')`,
        [newId(), id, document, currentVersion(document).version],
      )
    if (values.pass)
      await run(`insert into user_access (id, user_id, reason) values ($1, $2, 'the catalogue')`, [newId(), id])
    if (type === 'admin') await enlistStaff(run, id, kind)
    const session = randomToken()
    await run(
      `insert into sessions (id, token_hash, profile_id, expires_at, kind, mfa_at) values ($1, $2, $3, app_now() + interval '1 hour', $4, app_now())`,
      [newId(), keyedHash('token', session), id, type === 'admin' ? 'staff' : 'member'],
    )
    return { id, email, session }
  }

  /** Takes a right of the server's away for a moment, as a fault of the database would. */
  async function without(right: string, table: string, event: () => Promise<string>): Promise<string> {
    await fixture.owner().query(`revoke ${right} on ${table} from peach_app`)
    try {
      return await event()
    } finally {
      await fixture.owner().query(`grant ${right} on ${table} to peach_app`)
    }
  }

  async function creator(
    paidDays: number | null,
  ): Promise<{ id: string; email: string; session: string; username: string }> {
    const made = await person('creator')
    await fixture
      .owner()
      .query(`insert into creators (profile_id, verification_status, approved_at) values ($1, 'approved', app_now())`, [
        made.id,
      ])
    if (paidDays !== null)
      await fixture.owner().query(
        `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
       values ($1, $2, 'grant', $1, app_now() - interval '30 days', app_now() + make_interval(days => $3))`,
        [newId(), made.id, paidDays],
      )
    return { ...made, username: `c_${made.id.slice(-12)}` }
  }

  async function started(): Promise<{ reader: ReturnType<typeof aReader>; reference: string; email: string }> {
    const reader = aReader()
    const form = payer()
    await reader.go(PAY, form)
    const { reference } = await fixture.one<{ reference: string }>(
      'select flutterwave_tx_ref as reference from transactions where email = $1',
      [form.email],
    )
    return { reader, reference, email: form.email }
  }

  async function asked(mode: 'sign-in' | 'sign-up', email: string, type = 'fan') {
    const reader = aReader()
    await reader.go('/auth', { mode, email, user_type: type })
    return reader
  }

  /** Puts a code of our choice in the place of the mailed one, of which only a hash is stored. */
  async function setCode(email: string, code: string): Promise<void> {
    const { id } = await fixture.one<{ id: string }>('select id from sign_in_codes where email = $1', [email])
    await fixture
      .owner()
      .query('update sign_in_codes set code_hash = $2 where id = $1', [id, codeHash('sign_in', id, code)])
  }

  return { fixture, aReader, person, creator, without, started, asked, setCode }
}

export const PAY = '/subscribe?pay=monthly&currency=UGX'

export const payer = (change: Record<string, string> = {}) => ({
  name: 'A Payer',
  email: `${newId()}@catalogue.example`,
  method: 'mobile_money',
  phone: '0772 123 456',
  attempt: randomToken(),
  ...change,
})
