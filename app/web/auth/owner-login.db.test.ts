import { beforeEach, describe, expect, test, vi } from 'vitest'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { findSessionCookie } from '#tests/support/staff.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { useDatabase } from '#tests/support/database.ts'
import { anOwner, aStaffMember, OWNER, STAFF_PASSWORD, withoutFactor } from '#tests/support/staff.ts'
import { errorAt, summaryOf } from '#tests/support/form-answers.ts'
import { newId } from '#app/platform/id.ts'
import * as signIn from '#app/domain/staff/sign-in-staff.server.ts'
import * as login from './owner-login.tsx'
import * as second from './owner-second-factor.tsx'
import * as signOut from './sign-out.ts'

const database = useDatabase()

beforeEach(async () => {
  vi.restoreAllMocks()
  await database.owner().query('delete from rate_limit_hits')
})

const at = '/owner-login'
const right = { email: OWNER.email, secret: OWNER.secretKey }

describe('/owner-login', () => {
  test('OWNER-01 OWNER-03a the right key and the second factor open the dashboard, and signing out leads back', async () => {
    await anOwner()
    const browser = aBrowser()
    const answer = await browser.call(login, at, { form: right })
    expect(answer).toMatchObject({ status: 303, location: '/owner-login/enrolment' })
    const arrived = (await findPersonBySession(findSessionCookie(browser.jar)))!.person
    expect(arrived).toMatchObject({ staffRole: null, enrolsAs: 'owner' })
    browser.becomes(arrived)
    expect(await browser.call(login, at)).toMatchObject({ location: '/owner-login/enrolment' })
    await withoutFactor(findSessionCookie(browser.jar))
    const found = await findPersonBySession(findSessionCookie(browser.jar))
    expect(found?.person.staffRole).toBe('owner')
    browser.becomes(found!.person)
    expect(await browser.call(login, at)).toMatchObject({ location: '/admin' })
    const out = await browser.call(signOut, '/sign-out', { form: {} })
    expect(out).toMatchObject({
      location: '/owner-login',
      toast: { title: 'Signed out', description: "You've been signed out successfully" },
    })
  })

  test('OWNER-01 both fields are required, and what was typed stays', async () => {
    const browser = aBrowser()
    for (const form of [{}, { email: ' ', secret: '  ' }, { email: 'a@b.example' }, { secret: 'x' }])
      expect((await browser.call(login, at, { form: form as Record<string, string> })).status).toBe(400)
    const answer = await browser.call(login, at, { form: { email: ' a@b.example ', secret: '' } })
    expect(answer.data).toMatchObject(errorAt('secret', 'Enter your secret key or password', { email: 'a@b.example' }))
    expect(JSON.stringify(answer.data)).not.toContain('Failed')
  })

  test('OWNER-01 AUTH-11b a wrong key and a fan’s address get the same specified message', async () => {
    await anOwner()
    await database
      .owner()
      .query(`insert into profiles (id, email, user_type) values ($1, 'fan@fans.example', 'fan')`, [newId()])
    const answers = []
    for (const email of [OWNER.email, 'fan@fans.example', 'nobody@fans.example', "' or 1=1 --"])
      answers.push(await aBrowser().call(login, at, { form: { email, secret: 'wrong' } }))
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.data).toMatchObject(
        summaryOf(['Authentication Failed: Invalid email or secret key', expect.stringMatching(/tries left/i)]),
      )
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test('OWNER-01 after too many wrong keys the page says how long to wait', async () => {
    for (let turn = 0; turn < 5; turn += 1)
      await aBrowser().call(login, at, { form: { email: OWNER.email, secret: 'wrong' } })
    const answer = await aBrowser().call(login, at, { form: right })
    expect(answer.status).toBe(429)
    expect(answer.data).toMatchObject(
      summaryOf(['Authentication Failed: Too many tries. Please wait 15 minutes, then try again.']),
    )
  })

  test('OWNER-01b a database that does not answer is a database error; anything else is an error', async () => {
    const failing = vi.spyOn(signIn, 'signInStaff')
    failing.mockRejectedValueOnce(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    expect(await aBrowser().call(login, at, { form: right })).toMatchObject({
      status: 503,
      data: summaryOf(['Database Error: Failed to verify credentials. Please try again.']),
    })
    failing.mockRejectedValueOnce(new Error('a bug'))
    expect(await aBrowser().call(login, at, { form: right })).toMatchObject({
      status: 500,
      data: summaryOf(['Error: An error occurred during authentication']),
    })
  })
})

describe('/owner-login/second-factor', () => {
  async function withPasskey(): Promise<string> {
    const email = await aStaffMember('support', 'careful@peach.example')
    const { rows } = await database.owner().query('select id from profiles where email = $1', [email])
    await database.owner().query(
      `insert into passkeys (id, profile_id, credential_id, public_key, sign_count, backed_up, name)
         values ($1, $2, 'credential-of-careful', '', 0, false, 'Key') on conflict do nothing`,
      [newId(), rows[0].id],
    )
    return email
  }

  test('ONB-A-04 the password alone gives no session, only the next step, in this browser', async () => {
    const email = await withPasskey()
    const browser = aBrowser()
    const answer = await browser.call(login, at, { form: { email, secret: STAFF_PASSWORD } })
    expect(answer.location).toBe('/owner-login/second-factor')
    expect([...browser.jar.keys()].some((name) => name.endsWith('peach_session'))).toBe(false)
    const page = await browser.call(second, '/owner-login/second-factor')
    expect(page.data.email).toBe('c…l@p…h.example')
    expect(await aBrowser().call(second, '/owner-login/second-factor')).toMatchObject({ location: '/owner-login' })
    expect(await aBrowser().call(second, '/owner-login/second-factor', { form: { code: '123456' } })).toMatchObject({
      location: '/owner-login',
    })
  })

  test('a wrong code shows an error, an empty one is required, and a step without attempts left starts over', async () => {
    const email = await withPasskey()
    const browser = aBrowser()
    await browser.call(login, at, { form: { email, secret: STAFF_PASSWORD } })
    const type = (code: string) => browser.call(second, '/owner-login/second-factor', { form: { code } })
    expect(await type(' ')).toMatchObject({ status: 400, data: errorAt('code', 'Enter the code') })
    for (const left of [4, 3, 2, 1])
      expect(await type('000000')).toMatchObject({
        status: 401,
        data: summaryOf([expect.stringMatching(/^Invalid code/), `${left} of 5 tries left, then you begin again.`]),
      })
    expect(await type('000000')).toMatchObject({ location: '/owner-login', toast: { title: 'Authentication Failed' } })
  })
})
