import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { browserOf } from '#app/domain/identity/browser.server.ts'
import { requestSignInCode } from '#app/domain/identity/request-sign-in-code.server.ts'
import { STAFF_ROLES } from '#app/domain/identity/roles.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { legalFacts } from '#app/web/public/legal/legal-facts.server.ts'
import { makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { changeSetting, type SettingChange } from './change-setting.server.ts'
import { listSettingChanges, settings } from '#app/domain/settings/settings.server.ts'

const { owner } = useDatabase()
let theOwner: Person

beforeEach(async () => {
  theOwner = { ...(await makePerson('owner')), staffRole: 'owner' }
  await owner().query('truncate settings')
})

function change(name: string, typed: string | string[], more: Partial<SettingChange> = {}): SettingChange {
  const list = typeof typed === 'string' ? [typed] : typed
  return { name, typed: list, shown: null, reason: 'as agreed', confirmed: false, ...more }
}

describe('settings', () => {
  test('CONST-01 the owner changes a rate, it applies at once everywhere, and the history shows who, what and why', async () => {
    expect((await settings()).creatorFeeMinor).toBe(6_000_000n)
    const changed = await changeSetting(theOwner, change('creatorFeeMinor', '75,000', { reason: 'Costs have risen' }))
    expect(changed).toEqual({ ok: true, value: 7_500_000n })
    expect((await settings()).creatorFeeMinor).toBe(7_500_000n)
    expect(await inTransaction((tx) => settings(tx))).toEqual(await settings())
    expect((await legalFacts()).creatorFee).toBe('UGX\u00a075,000')
    const [entry] = await listSettingChanges({ name: 'creatorFeeMinor', limit: 5 })
    expect(entry).toMatchObject({
      oldValue: '6000000',
      newValue: '7500000',
      reason: 'Costs have risen',
      changedBy: theOwner.email,
    })
  })

  test.each([null, 'fan', 'creator', ...STAFF_ROLES] as const)(
    'CONST-01 ROLE-01 %s may not change a setting',
    async (who) => {
      const person = who === null ? null : await makePerson(who === 'fan' || who === 'creator' ? who : 'admin')
      const actor = person && who !== 'fan' && who !== 'creator' ? { ...person, staffRole: who } : person
      expect(await changeSetting(actor, change('creatorFeeMinor', '75,000'))).toEqual({
        ok: false,
        refusal: { kind: 'not_allowed' },
      })
      expect((await settings()).creatorFeeMinor).toBe(6_000_000n)
    },
  )

  test.each([
    [change('creatorFeeMinor', '1'), 'wrong_value'],
    [change('creatorFeeMinor', '75,000', { reason: ' ' }), 'reason_missing'],
    [change('nothing', '1'), 'unknown_setting'],
    [change('__proto__', '1'), 'unknown_setting'],
    [change('creatorFeeMinor', '60,000'), 'same_value'],
    [change('creatorFeeMinor', '75,000', { shown: '"5000000"' }), 'changed_meanwhile'],
    [change('contentClasses', ['explicit']), 'confirmation_missing'],
  ] as const)('CONST-01 an invalid value is refused: %#', async (asked, kind) => {
    const answer = await changeSetting(theOwner, asked)
    expect(answer).toMatchObject({ ok: false, refusal: { kind } })
    expect((await owner().query('select from settings')).rowCount).toBe(0)
  })

  test('explicit content opens only with the confirmation', async () => {
    const answer = await changeSetting(theOwner, change('contentClasses', ['explicit'], { confirmed: true }))
    expect(answer.ok).toBe(true)
    expect((await settings()).contentClasses).toEqual(['general', 'explicit'])
  })

  test('of two changes in two windows from the same value one succeeds, the other is notified', async () => {
    const shown = '"6000000"'
    const answers = await Promise.all(
      ['61,000', '62,000', '63,000'].map((typed) =>
        changeSetting(theOwner, change('creatorFeeMinor', typed, { shown })),
      ),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    for (const answer of answers) if (!answer.ok) expect(answer.refusal.kind).toBe('changed_meanwhile')
  })

  test('the history can be neither changed nor emptied, not even by the server', async () => {
    await changeSetting(theOwner, change('creatorFeeMinor', '75,000'))
    await expect(sql`update setting_changes set reason = 'none'`.execute(db)).rejects.toThrow(/permission denied/)
    await expect(owner().query('delete from setting_changes')).rejects.toThrow(/append-only/)
  })

  test('a stored value outside of today’s bounds is not used', async () => {
    await owner().query(`insert into settings (name, value, changed_by) values ('platformFeePercentage', '99', $1)`, [
      theOwner.id,
    ])
    expect((await settings()).platformFeePercentage).toBe(20)
  })
})

describe('the switch "private sign-in"', () => {
  const ask = (email: string, mode: 'sign-in' | 'sign-up') =>
    requestSignInCode({
      email,
      attempt: mode === 'sign-in' ? { mode } : { mode, userType: 'fan' },
      browser: browserOf(`browser of ${email}`),
      network: `10.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.0/24`,
      returnTo: null,
    })

  test('AUTH-01c off: the answer comes at once; on: a code is sent in every case and nothing is revealed before it', async () => {
    const known = await makePerson()
    expect(await ask('nobody@test.example', 'sign-in')).toMatchObject({ refusal: { kind: 'account_not_found' } })
    expect(await ask(known.email, 'sign-up')).toMatchObject({ refusal: { kind: 'account_already_exists' } })

    await changeSetting(theOwner, change('privateSignIn', 'on'))
    const answers = await Promise.all([
      ask('nobody2@test.example', 'sign-in'),
      ask(known.email, 'sign-in'),
      ask('new@test.example', 'sign-up'),
      ask((await makePerson()).email, 'sign-up'),
    ])
    for (const answer of answers) expect(answer).toEqual({ ok: true, value: { accountCreated: false } })
  })

  test('AUTH-04 the owner’s limit on mails applies at once', async () => {
    const { email } = await makePerson()
    await changeSetting(theOwner, change('codesPerAddressAndHour', '1'))
    expect((await ask(email, 'sign-in')).ok).toBe(true)
    await owner().query(`update sign_in_codes set sent_at = sent_at - interval '5 minutes' where email = $1`, [email])
    expect(await ask(email, 'sign-in')).toMatchObject({ refusal: { kind: 'too_many_codes' } })
  })
})
