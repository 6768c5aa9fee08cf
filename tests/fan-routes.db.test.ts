import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { listNotificationChoices } from '#app/domain/notifications/queries.server.ts'
import { newId } from '#app/platform/id.ts'
import { quickHideMiddleware } from '#app/web/quick-hide.server.ts'
import * as quickHide from '#app/web/public/quick-hide.tsx'
import * as subscribe from '#app/web/public/subscribe.tsx'
import { giveFullAccess, makePerson, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { errorAt } from '#tests/support/form-answers.ts'
import * as access from '#app/web/fan/onboarding/access.tsx'
import * as code from '#app/web/fan/onboarding/code.tsx'
import * as done from '#app/web/fan/onboarding/done.tsx'
import * as email from '#app/web/fan/onboarding/email.tsx'
import * as intro from '#app/web/fan/onboarding/intro.tsx'
import * as plan from '#app/web/fan/onboarding/plan.tsx'
import * as setup from '#app/web/fan/onboarding/setup.tsx'
import * as feed from '#app/web/fan/premium-feed.tsx'
import * as birthday from '#app/web/fan/profile/birthday.tsx'
import * as edit from '#app/web/fan/profile/edit.tsx'
import * as notifications from '#app/web/fan/profile/notifications.tsx'
import * as profile from '#app/web/fan/profile/profile.tsx'
import * as security from '#app/web/fan/profile/security.tsx'

const { owner } = useDatabase()
useMediaFolder()

const START = '/viewer-onboarding'
const DATE = { 'birthday-day': '4', 'birthday-month': '7', 'birthday-year': '1994' }

async function count(statement: string, values: unknown[] = []): Promise<number> {
  const { rows } = await owner().query(`select count(*)::int as count from ${statement}`, values)
  return (rows[0] as { count: number }).count
}

describe('the routes of the fan wizard', () => {
  const steps = [
    [setup, 'setup'],
    [plan, 'plan'],
    [access, 'access'],
    [done, 'done'],
  ] as const

  test('ONB-F-01 a visitor sees the first step, and every later one redirects to it and keeps the plan', async () => {
    const visitor = aBrowser()
    expect((await visitor.call(intro, START)).data).toEqual({ next: `${START}/email` })
    expect((await visitor.call(intro, `${START}?plan=annual`)).data).toEqual({ next: `${START}/email?plan=annual` })
    for (const [route, step] of steps) {
      expect((await visitor.call(route, `${START}/${step}?plan=annual`)).location).toBe(`${START}?plan=annual`)
      if ('action' in route)
        expect((await visitor.call(route, `${START}/${step}`, { form: { pay: 'annual' } })).location).toBe(START)
    }
  })

  test('ONB-F-03 without access no address and no form reaches the fourth or the fifth step', async () => {
    const fan = await makePerson()
    const browser = aBrowser(fan)
    expect((await browser.call(access, `${START}/access`)).location).toBe(`${START}/plan`)
    expect((await browser.call(access, `${START}/access`, { form: { alerts: 'on' } })).location).toBe(`${START}/plan`)
    expect((await browser.call(done, `${START}/done`)).location).toBe(`${START}/plan`)
    expect(await count('notification_choices where profile_id = $1', [fan.id])).toBe(0)
  })

  test('ONB-F-04 with access the fourth step names six items and stores the choice, the fifth opens after that', async () => {
    const fan = await makePerson()
    await giveFullAccess(fan)
    const browser = aBrowser(fan)
    expect((await browser.call(plan, `${START}/plan`)).location).toBe(`${START}/access`)
    expect((await browser.call(done, `${START}/done`)).location).toBe(`${START}/access`)
    expect((await browser.call(access, `${START}/access`)).data).toMatchObject({ meetUps: true, alerts: true })
    expect((await browser.call(access, `${START}/access`, { form: { other: 'x' } })).location).toBe(`${START}/done`)
    const [live] = await listNotificationChoices(fan)
    expect(live).toMatchObject({ kind: 'creator_live', email: { wanted: false }, push: { wanted: false } })
    expect((await browser.call(access, `${START}/access`)).data).toMatchObject({ alerts: false })
    await browser.call(access, `${START}/access`, { form: { alerts: 'on' } })
    expect((await listNotificationChoices(fan))[0]).toMatchObject({ email: { wanted: true }, push: { wanted: true } })
    expect((await browser.call(done, `${START}/done`)).status).toBe(200)
  })

  test('ONB-F-04 private meetups are listed only while they are switched on', async () => {
    const fan = await makePerson()
    await giveFullAccess(fan)
    await owner().query(`insert into settings (name, value, changed_by) values ('meetUps', 'false', $1)`, [fan.id])
    expect((await aBrowser(fan).call(access, `${START}/access`)).data).toMatchObject({ meetUps: false })
    await owner().query(`delete from settings where name = 'meetUps'`)
  })

  test('ONB-F-01 the e-mail is confirmed before anything is stored, with the same message for known and unknown addresses', async () => {
    const known = await makePerson()
    const unknown = `n${newId().slice(-10)}@mail.example`
    const before = await count('profiles')
    const answers = []
    for (const address of [known.email, unknown]) {
      const asked = await aBrowser().call(email, `${START}/email?plan=annual`, { form: { email: address } })
      answers.push({ status: asked.status, location: asked.location, toast: asked.toast })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 303, location: `${START}/code`, toast: { title: 'Check your inbox' } })
    expect(await count('profiles')).toBe(before)
    const { rows } = await owner().query('select return_to, purpose, user_type from sign_in_codes where email = $1', [
      unknown,
    ])
    expect(rows).toEqual([{ return_to: '/viewer-onboarding/setup?plan=annual', purpose: 'sign_up', user_type: 'fan' }])
    expect((await aBrowser().call(email, `${START}/email`, { form: { email: 'nobody' } })).status).toBe(400)
    expect((await aBrowser().call(code, `${START}/code`)).location).toBe(`${START}/email`)
  })

  test('ONB-F-02 a mistake is shown beside the input, and an autosave answers with the time', async () => {
    const fan = await makePerson('fan', { birthday: null })
    const browser = aBrowser(fan)
    const page = await browser.call(setup, `${START}/setup`)
    expect(page.data).toMatchObject({ birthday: null, version: 0, savedAt: null })
    const young = {
      display_name: 'Brian',
      'birthday-day': '1',
      'birthday-month': '1',
      'birthday-year': '2020',
      city: '',
    }
    const refused = await browser.call(setup, `${START}/setup`, { form: { ...young, tab: 'a' } })
    expect(refused).toMatchObject({
      status: 400,
      data: errorAt('birthday-day', 'You must be 18 or older', { displayName: 'Brian', year: '2020' }),
    })
    const saved = await browser.call(setup, `${START}/setup`, {
      form: { ...young, intent: 'save', tab: 'a', version: '0' },
    })
    expect(saved.data).toEqual({ ok: true, values: { savedAt: expect.stringMatching(/^\d\d:\d\d$/) as string } })
    expect((await browser.call(setup, `${START}/setup`)).data).toMatchObject({ values: { year: '2020' }, version: 1 })
    const behind = await browser.call(setup, `${START}/setup`, {
      form: { ...young, intent: 'save', tab: 'b', version: '0' },
    })
    expect(behind).toMatchObject({ status: 409, data: { ok: false } })
    const long = await browser.call(setup, `${START}/setup`, { form: { display_name: 'x'.repeat(5_000), tab: 'a' } })
    expect(long.status).toBe(400)
    const good = await browser.call(setup, `${START}/setup?plan=annual`, { form: { ...young, ...DATE, tab: 'a' } })
    expect(good.location).toBe(`${START}/plan?plan=annual`)
  })

  test('PAY-04 Try Again keeps the plan, for members in the wizard and for visitors at the plans', async () => {
    const tried = `${START}?step=3&plan=annual`
    expect(await aBrowser().call(intro, tried)).toMatchObject({ status: 302, location: '/subscribe?plan=annual' })
    expect((await aBrowser(await makePerson()).call(intro, tried)).location).toBe(`${START}/plan?plan=annual`)
    expect((await aBrowser().call(intro, `${START}?step=3&plan=//evil`)).location).toBe(START)
  })

  test('ONB-F-01 old addresses redirect to the step that they name, or to the first unfinished one', async () => {
    const browser = aBrowser(await makePerson())
    expect((await browser.call(intro, `${START}?step=3&plan=annual`)).location).toBe(`${START}/plan?plan=annual`)
    expect((await browser.call(intro, `${START}?step=9`)).status).toBe(200)
    expect((await aBrowser().call(intro, `${START}?step=4`)).location).toBe(START)
  })

  test('ROLE-01 staff have no fan wizard', async () => {
    const staff = aBrowser({ ...(await makePerson('admin')), staffRole: 'support' })
    for (const [route, step] of steps) expect((await staff.call(route, `${START}/${step}`)).location).toBe('/admin')
    expect((await staff.call(intro, START)).location).toBe('/admin')
  })
})

describe('a pass holder without a birthday', () => {
  test('ONB-F-02 is asked for their birthday without a redirect loop, and then the pass opens', async () => {
    const fan = await makePerson('fan', { birthday: null })
    await giveFullAccess(fan)
    const browser = aBrowser(fan)
    expect((await browser.call(feed, '/unblocked-feed')).location).toBe('/profile/birthday')
    expect((await browser.call(subscribe, '/subscribe')).location).toBe('/profile/birthday')
    expect((await browser.call(profile, '/profile')).data).toMatchObject({ birthdayMissing: true })
    expect(await browser.call(birthday, '/profile/birthday')).toMatchObject({ status: 200, data: { waits: true } })
    const young = await browser.call(birthday, '/profile/birthday', { form: { ...DATE, 'birthday-year': '2020' } })
    expect(young).toMatchObject({ status: 400, data: errorAt('birthday-day', 'You must be 18 or older') })
    const notified = await browser.call(birthday, '/profile/birthday', { form: DATE })
    expect(notified.location).toBe('/unblocked-feed')
    browser.becomes({ ...fan, birthday: '1994-07-04' })
    expect((await browser.call(feed, '/unblocked-feed')).status).toBe(200)
    expect((await browser.call(subscribe, '/subscribe')).location).toBe('/unblocked-feed')
    expect((await browser.call(birthday, '/profile/birthday')).location).toBe('/profile')
  })

  test('ONB-F-02 a stored birthday under 18 never opens anything, and the page of plans does not redirect', async () => {
    const fan = await makePerson('fan', { birthday: '2020-01-01' })
    await giveFullAccess(fan)
    const browser = aBrowser(fan)
    expect((await browser.call(feed, '/unblocked-feed')).location).toBe('/subscribe')
    expect((await browser.call(subscribe, '/subscribe')).status).toBe(200)
  })
})

describe('/profile and its pages', () => {
  test('VIEW-01 AUTH-08 a change without a session answers No user logged in; staff don’t have this page', async () => {
    const form = { display_name: 'X', username: 'xyz_1', bio: '', city: '' }
    const visitor = await aBrowser().call(edit, '/profile/edit', { form })
    expect(visitor).toMatchObject({
      location: '/auth?returnTo=%2Fprofile%2Fedit',
      toast: { title: 'Error', description: 'No user logged in' },
    })
    const staff = await makePerson('admin')
    expect((await aBrowser(staff).call(edit, '/profile/edit', { form })).location).toBe('/admin')
    expect(await count(`profiles where display_name = 'X'`)).toBe(0)
  })

  test('VIEW-01 a change is saved with a toast; a mistake keeps what was typed', async () => {
    const fan = await makePerson()
    const browser = aBrowser(fan)
    const form = {
      display_name: 'New',
      username: fan.username!,
      bio: 'b',
      city: 'Jinja',
      email: 'x@x.example',
      id: newId(),
    }
    const wrong = await browser.call(edit, '/profile/edit', { form: { ...form, username: 'admin' } })
    expect(wrong).toMatchObject({
      status: 400,
      data: errorAt('username', 'This username is reserved. Choose another one', { bio: 'b' }),
    })
    const saved = await browser.call(edit, '/profile/edit', { form })
    expect(saved).toMatchObject({ location: '/profile', toast: { title: 'Profile updated' } })
    expect((await browser.call(edit, '/profile/edit')).data).toMatchObject({
      email: fan.email,
      values: { display_name: 'New', city: 'Jinja' },
    })
    expect((await browser.call(edit, '/profile/edit?username=amina')).data).toMatchObject({
      availability: { username: 'amina', state: 'free' },
    })
  })

  test('VIEW-02a VIEW-02b the cards are live', async () => {
    const fan = await makePerson()
    await giveFullAccess(fan)
    expect((await aBrowser(fan).call(profile, '/profile')).data).toMatchObject({
      pass: { state: 'active', name: 'Full access' },
      favourites: [],
      activity: [],
      devices: 0,
    })
  })

  test('VIEW-02 another person’s session is not ended', async () => {
    const fan = await makePerson()
    const form = { intent: 'end-session', session: newId() }
    const answer = await aBrowser(fan).call(security, '/profile/security', { form })
    expect(answer).toMatchObject({ location: '/profile/security', toast: { title: 'Nothing to end' } })
    const nonsense = await aBrowser(fan).call(security, '/profile/security', { form: { intent: 'all' } })
    expect(nonsense.status).toBe(400)
  })

  test('NOTIFY-01c choices belong to one person, are kept, and never switch off mandatory messages', async () => {
    const [fan, other] = [await makePerson(), await makePerson()]
    const form = { 'new_post-email': 'on', 'payout-push': 'on', profile_id: other.id }
    const saved = await aBrowser(fan).call(notifications, '/profile/notifications', { form })
    expect(saved).toMatchObject({ location: '/profile/notifications', toast: { title: 'Notifications updated' } })
    const page = await aBrowser(fan).call(notifications, '/profile/notifications')
    expect(page.data.choices).toEqual(await listNotificationChoices(fan))
    const kinds = Object.fromEntries((await listNotificationChoices(fan)).map((choice) => [choice.kind, choice]))
    expect(kinds.new_post).toMatchObject({ email: { wanted: true }, push: { wanted: false } })
    expect(kinds.payment).toMatchObject({ email: { wanted: true, always: true }, push: { wanted: false } })
    expect(await count('notification_choices where profile_id = $1', [other.id])).toBe(0)
    expect(await count(`notification_choices where kind = 'payout'`)).toBe(0)
  })
})

describe('quick hide', () => {
  const ask = (path: string, headers: Record<string, string>) =>
    new Request(new URL(path, 'http://localhost:3000'), { headers: { accept: 'text/html', ...headers } })
  const run = (request: Request) =>
    Promise.resolve(quickHide.loader({ request, url: new URL(request.url) } as never)).catch(
      (thrown: unknown) => thrown,
    )
  async function leave(headers: Record<string, string>) {
    try {
      return await run(ask('/quick-hide?leave=1', headers))
    } catch (thrown) {
      return thrown
    }
  }

  test('VIEW-02 is switched on for a device, leads to a harmless page and covers everything until it is opened again', async () => {
    const browser = aBrowser(await makePerson())
    await browser.call(security, '/profile/security', { form: { intent: 'quick-hide', on: 'on' } })
    expect(browser.jar.get('peach_quick_hide')).toBe('1')
    const left = (await leave({ cookie: 'peach_quick_hide=1', 'sec-fetch-site': 'same-origin' })) as Response
    expect(left.headers.get('location')).toBe('https://www.google.com/')
    expect(left.headers.get('set-cookie')).toContain('peach_quick_hide_now=1')
    await browser.call(security, '/profile/security', { form: { intent: 'quick-hide' } })
    expect(browser.jar.has('peach_quick_hide')).toBe(false)
    expect(quickHide.action().headers.get('set-cookie')).toMatch(/peach_quick_hide_now=;.*Max-Age=0/)
  })

  test('VIEW-02 another site can’t cover ours, and no request can while it is off', async () => {
    for (const headers of [
      { cookie: 'peach_quick_hide=1', 'sec-fetch-site': 'cross-site' },
      { cookie: 'peach_quick_hide=1', referer: 'https://evil.example/' },
      { 'sec-fetch-site': 'same-origin' },
    ] as Record<string, string>[]) {
      const answer = (await leave(headers)) as Response
      expect(answer.headers.get('location')).toBe('/')
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  })

  test('VIEW-02 while covered, every page redirects to the cover; forms, pictures and the cover itself pass', async () => {
    const through = async (request: Request) => {
      const args = { request, url: new URL(request.url), params: {}, context: new RouterContextProvider(), pattern: '' }
      try {
        return ((await quickHideMiddleware(args, () => Promise.resolve(new Response('passed')))) as Response).status
      } catch (thrown) {
        return (thrown as Response).headers.get('location')
      }
    }
    const cookie = 'peach_quick_hide_now=1'
    expect(await through(ask('/profile', { cookie }))).toBe('/quick-hide')
    expect(await through(ask('/profile', { cookie, 'sec-fetch-dest': 'document' }))).toBe('/quick-hide')
    expect(await through(ask('/media/x/w160.webp', { cookie, 'sec-fetch-dest': 'image' }))).toBe(200)
    expect(await through(ask('/quick-hide', { cookie }))).toBe(200)
    expect(await through(ask('/profile', {}))).toBe(200)
  })
})
