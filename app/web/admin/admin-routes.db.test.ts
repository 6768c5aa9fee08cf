import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { hasPermission, STAFF_ROLES, type StaffRole } from '#app/domain/identity/roles.ts'
import { toAdmin } from '#app/admin-links.ts'
import { newId } from '#app/platform/id.ts'
import { useDatabase } from '#tests/support/database.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { aStaffMember } from '#tests/support/staff.ts'
import * as activity from './activity.tsx'
import * as content from './content/content.tsx'
import * as viewers from './viewers/viewers.tsx'
import * as layout from './layout.tsx'
import * as overview from './overview.tsx'
import { ADMIN_TABS, tabsOf } from './tabs.ts'
import * as team from './team.tsx'

const database = useDatabase()

const person = (staffRole: StaffRole | null, id = newId()): Person => ({
  id,
  email: 'somebody@peach.example',
  displayName: 'Somebody',
  username: null,
  userType: staffRole === null ? 'fan' : staffRole === 'owner' ? 'owner' : 'admin',
  staffRole,
  profileCompleted: true,
  birthday: '1990-01-01',
  accountStatus: 'active',
  isBlocked: false,
  avatarMediaId: null,
  phone: null,
  sessionId: newId(),
  mfaAt: null,
  enrolsAs: null,
  freshlyProved: true,
})
const ROLES: StaffRole[] = [...STAFF_ROLES, 'owner']

let member: string
beforeAll(async () => {
  const email = await aStaffMember('support', 'member@peach.example')
  member = (await database.owner().query('select id from profiles where email = $1', [email])).rows[0].id as string
})

/** The addresses of the decisions about the member. */
const decisions = () => [toAdmin.teamDecision(member, 'role'), toAdmin.teamDecision(member, 'ending')]

function change(browser: ReturnType<typeof aBrowser>, path: string, form: Record<string, string> = {}) {
  return browser.call(team, path, { form, params: { memberId: path.split('/')[3]! } })
}

describe('the dashboard', () => {
  test('ADMIN-01 OWNER-02b without a staff session every route redirects to /owner-login', async () => {
    for (const actor of [null, person(null)]) {
      const browser = aBrowser(actor)
      for (const [route, path] of [
        [layout, '/admin'],
        [overview, '/admin'],
        [activity, '/admin/activity'],
        [team, '/admin/team'],
      ] as const)
        expect(await browser.call(route, path), path).toMatchObject({
          status: 303,
          location: `/owner-login?returnTo=${encodeURIComponent(path)}`,
        })
      for (const path of decisions())
        expect(await change(browser, path)).toMatchObject({
          location: `/owner-login?returnTo=${encodeURIComponent(path)}`,
        })
    }
  })

  test.each(ROLES)('ADMIN-01b ROLE-01 %s opens only the tabs of the role', async (role) => {
    const actor = person(role)
    for (const tab of ADMIN_TABS.filter(({ path }) => /viewers|content|activity/.test(path))) {
      const answer = await aBrowser(actor).call({ viewers, content, activity }[tab.path.slice(7)]!, tab.path)
      expect(answer.status, tab.path).toBe(hasPermission(actor, tab.permission) ? 200 : 403)
    }
    const frame = await aBrowser(actor).call(layout, '/admin')
    expect(frame.data).toMatchObject({ email: actor.email, tabs: tabsOf(actor) })
  })

  test('ADMIN-01a the owner and a super-admin get all eight tabs in order', () => {
    for (const role of ['owner', 'super-admin'] as const)
      expect(tabsOf(person(role)).map((tab) => tab.label.toLowerCase())).toEqual([
        'overview',
        'invites',
        'plans',
        'peaches',
        'viewers',
        'content',
        'earnings',
        'activity',
      ])
  })

  test.each(ROLES)(
    'ADMIN-09a ADMIN-09b ADMIN-09c %s sees money, applications and payments on the overview only with the permission',
    async (role) => {
      const actor = person(role)
      const { data } = await aBrowser(actor).call(overview, '/admin')
      expect(data.money !== null).toBe(hasPermission(actor, 'ledger.view'))
      expect(data.applications !== null).toBe(hasPermission(actor, 'applications.review'))
      expect(data.inReview !== null).toBe(hasPermission(actor, 'reconciliation.view'))
      expect(data.people).toMatchObject({ creatorsVisible: 0, activePasses: 0 })
    },
  )
})

describe('the team', () => {
  test.each(['content-moderator', 'earnings-manager', 'support'] as const)(
    'ROLE-01 %s can neither view nor change the team',
    async (role) => {
      const browser = aBrowser(person(role))
      expect((await browser.call(team, '/admin/team')).status).toBe(403)
      for (const path of decisions()) expect((await change(browser, path, { role: 'super-admin' })).status).toBe(403)
      const { rows } = await database.owner().query('select role, ended_at from staff_members')
      expect(rows).toEqual([{ role: 'support', ended_at: null }])
    },
  )

  test('ROLE-01 bad input changes nothing and shows an error', async () => {
    const browser = aBrowser(person('owner'))
    for (const [path, role] of [
      [toAdmin.teamDecision('x', 'ending')],
      [toAdmin.teamDecision(member, 'role'), 'owner'],
      [toAdmin.teamDecision(member, 'role')],
      [toAdmin.teamDecision('x', 'role'), 'support'],
      [toAdmin.teamDecision(newId(), 'ending')],
    ] as const)
      expect(await change(browser, path, role && { role })).toMatchObject({
        status: 303,
        location: '/admin/team',
        toast: { title: 'Error' },
      })
    expect((await browser.call(team, '/admin/team', { form: {} })).status).toBe(405)
    const { rows } = await database.owner().query('select role, ended_at from staff_members')
    expect(rows).toEqual([{ role: 'support', ended_at: null }])
  })

  test('ROLE-01 a super-admin sees why they cannot change their own account', async () => {
    const actor = person('super-admin', member)
    const { data } = await aBrowser(actor).call(team, '/admin/team')
    expect(data.members).toEqual([
      expect.objectContaining({ refused: 'You can\u2019t decide about your own account.' }),
    ])
    expect(await change(aBrowser(actor), toAdmin.teamDecision(member, 'ending'))).toMatchObject({
      toast: { title: 'Error', description: 'You can\u2019t decide about your own account.' },
    })
  })
})
