import { beforeEach, describe, expect, test, vi } from 'vitest'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { readClock } from '#app/platform/clock.server.ts'
import { newId } from '#app/platform/id.ts'
import { useDatabase } from '#tests/support/database.ts'
import { aStaffMember, STAFF_PASSWORD } from '#tests/support/staff.ts'
import { completeStaffSignIn, findStaffSignInStep } from './complete-staff-sign-in.server.ts'
import { signInStaff } from './sign-in-staff.server.ts'
import type { StaffStep } from './staff-sign-in.ts'

const database = useDatabase()
const device = { network: '10.1.0.0/24', userAgent: 'test', replacesSessionId: null }

beforeEach(async () => {
  await database.owner().query('delete from rate_limit_hits')
})

async function advance(interval: string): Promise<void> {
  await database.owner().query('update app_clock set advanced_by = advanced_by + $1::interval', [interval])
  await readClock()
}

async function personOf(token: string) {
  return (await findPersonBySession(token))?.person ?? null
}

describe('the second step', () => {
  async function aStep(): Promise<StaffStep & { profileId: string }> {
    const email = await aStaffMember('support', 'two-steps@peach.example')
    const { rows } = await database.owner().query('select id from profiles where email = $1', [email])
    const profileId = rows[0].id as string
    await database.owner().query(
      `insert into passkeys (id, profile_id, credential_id, public_key, sign_count, backed_up, name)
         values ($1, $2, 'credential', '', 0, false, 'Key') on conflict do nothing`,
      [newId(), profileId],
    )
    const result = await signInStaff({ email, secret: STAFF_PASSWORD, device, deviceCookie: null })
    if (!result.ok || result.value.kind !== 'second_factor') throw new Error('no second step was asked for')
    return { ...result.value, profileId }
  }
  const passkey = (right: boolean) => ({ kind: 'passkey', verify: async () => right }) as const

  test('ONB-A-04 a person with a second factor has no session before it', async () => {
    const step = await aStep()
    const { rows } = await database
      .owner()
      .query('select count(*)::int as n from sessions where profile_id = $1 and ended_at is null', [step.profileId])
    expect(rows[0].n).toBe(0)
    expect(await personOf(step.stepToken)).toBeNull()
    expect(await findStaffSignInStep(step.stepToken)).toMatchObject({ email: step.email })
    const done = await completeStaffSignIn({ stepToken: step.stepToken, factor: passkey(true), device })
    expect(done.ok).toBe(true)
    if (done.ok) expect((await personOf(done.value.sessionToken))?.mfaAt).not.toBeNull()
  })

  test('a step is used once, also by twenty at the same moment', async () => {
    const { stepToken } = await aStep()
    const verify = vi.fn(async () => true)
    const results = await Promise.all(
      Array.from({ length: 20 }, () => completeStaffSignIn({ stepToken, factor: { kind: 'passkey', verify }, device })),
    )
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(verify).toHaveBeenCalledTimes(1)
    expect(await findStaffSignInStep(stepToken)).toBeNull()
  })

  test('a step has five tries and ten minutes', async () => {
    const { stepToken } = await aStep()
    for (const left of [4, 3, 2, 1])
      expect(await completeStaffSignIn({ stepToken, factor: { kind: 'code', typed: '000000' }, device })).toMatchObject(
        { refusal: { kind: 'wrong_factor', left } },
      )
    expect(await completeStaffSignIn({ stepToken, factor: passkey(false), device })).toMatchObject({
      refusal: { kind: 'step_ended' },
    })
    expect(await completeStaffSignIn({ stepToken, factor: passkey(true), device })).toMatchObject({
      refusal: { kind: 'step_ended' },
    })
    const late = await aStep()
    await advance('10 minutes')
    expect(await completeStaffSignIn({ stepToken: late.stepToken, factor: passkey(true), device })).toMatchObject({
      refusal: { kind: 'step_ended' },
    })
  })

  test('new steps give no unlimited tries: ten wrong factors of one person pause them all', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { stepToken } = await aStep()
      for (let round = 0; round < 5; round += 1)
        await completeStaffSignIn({ stepToken, factor: passkey(false), device })
    }
    const { stepToken } = await aStep()
    expect(await completeStaffSignIn({ stepToken, factor: passkey(true), device })).toMatchObject({
      refusal: { kind: 'wait' },
    })
  })

  test('ROLE-01 a member who is removed between the two steps gets no session', async () => {
    const { stepToken, profileId } = await aStep()
    await database.owner().query('update staff_members set ended_at = app_now() where profile_id = $1', [profileId])
    expect(await completeStaffSignIn({ stepToken, factor: passkey(true), device })).toMatchObject({
      refusal: { kind: 'step_ended' },
    })
  })
})
