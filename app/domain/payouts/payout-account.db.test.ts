import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { sendEmail } from '#app/domain/notifications/send-email.server.ts'
import { db } from '#app/platform/db.server.ts'
import { shillings, usePayoutFixture } from '#tests/support/payouts.ts'
import { ACCOUNT_CODE, type Destination } from './account.ts'
import { askPayoutAccount } from './ask-payout-account.server.ts'
import { confirmPayoutAccount } from './confirm-payout-account.server.ts'
import { decideAccountName } from './decide-account-name.server.ts'
import { processPayout } from './process-payout.server.ts'
import { now } from '#app/platform/clock.ts'
import { findLastPayoutAt, findNextPayout, findPayoutAccount, listPayouts } from './queries.server.ts'
import { runWeeklyPayouts } from './run-weekly-payouts.server.ts'
import {
  countPayouts,
  findLastRun,
  findPayoutForStaff,
  findSendingState,
  listAccountsToCheck,
  listPayableCreators,
  listPayoutsForStaff,
  PAYOUT_FILTERS,
} from './staff-queries.server.ts'
import { listing } from '#tests/support/listing.ts'

const fixture = usePayoutFixture()
const wallet = (change: Partial<Destination> = {}): Destination => ({
  kind: 'mobile_money',
  bankCode: 'MTN',
  bankName: 'MTN',
  number: '+256772123456',
  accountName: 'Amina Kato',
  ...change,
})

async function creatorWithout(amount = 0): Promise<Person> {
  const creator = await fixture.creatorWith(amount)
  await fixture.owner().query('delete from payout_accounts where creator_id = $1', [creator.id])
  return creator
}

/** The code of the newest mail, as the creator reads it. */
async function codeOf(creator: Person): Promise<string> {
  const job = await fixture.one<{ data: { to: string; template: string; sealedData: string } }>(
    `select data from pgboss.job where name = 'send_email' and data ->> 'to' = $1 and data ->> 'template' = 'payout_account_code'
     order by created_on desc limit 1`,
    [creator.email],
  )
  await sendEmail(job.data)
  const mail = await fixture.one<{ code: string }>(
    'select code from caught_mails where recipient = $1 order by sent_at desc limit 1',
    [creator.email],
  )
  return mail.code
}

/** Types a code on the page that shows the account that waits. */
async function confirm(creator: Person, code: string) {
  const waiting = await findPayoutAccount(creator.id, 'asked')
  return confirmPayoutAccount(creator, { accountId: waiting?.id ?? '', code })
}

async function use(creator: Person, requested: Destination) {
  expect(await askPayoutAccount(creator, requested)).toMatchObject({ ok: true })
  const confirmed = await confirm(creator, await codeOf(creator))
  if (!confirmed.ok) throw new Error(confirmed.refusal.kind)
  await fixture.advance(ACCOUNT_CODE.resendSeconds + 1)
  return confirmed.value
}

describe('a payout account', () => {
  test('DASH-03s PAYOUT-01 counts once the mailed code is typed, and once staff has compared its name', async () => {
    const creator = await creatorWithout(144_000)
    expect(await askPayoutAccount(creator, wallet())).toMatchObject({ ok: true })
    expect(await findPayoutAccount(creator.id)).toBeNull()
    const right = await codeOf(creator)
    const wrong = right === '000000' ? '111111' : '000000'
    expect(await confirm(creator, wrong)).toMatchObject({ refusal: { kind: 'invalid_code' } })
    expect(await confirm(creator, right)).toMatchObject({ ok: true, value: { isChange: false } })
    expect(await confirm(creator, right)).toMatchObject({ refusal: { kind: 'nothing_asked' } })
    const account = await findPayoutAccount(creator.id)
    expect(account).toMatchObject({ number: '+256772123456', nameCheck: 'waiting' })

    const { manager } = fixture.staff
    expect(await processPayout(manager, { creatorId: creator.id })).toMatchObject({
      refusal: { kind: 'name_unchecked' },
    })
    await fixture.owner().query(`update creators set legal_name = 'Amina Nakato' where profile_id = $1`, [creator.id])
    expect(await listAccountsToCheck()).toContainEqual(
      expect.objectContaining({ id: account!.id, legalName: 'Amina Nakato' }),
    )
    expect(await decideAccountName(creator, account!.id, 'accepted')).toMatchObject({
      refusal: { reason: 'not_yours' },
    })
    expect(await decideAccountName({ ...manager, id: creator.id }, account!.id, 'accepted')).toMatchObject({
      refusal: { reason: 'own_account' },
    })
    const decided = await Promise.all(
      Array.from({ length: 10 }, () => decideAccountName(manager, account!.id, 'accepted')),
    )
    expect(decided.filter((one) => one.ok)).toHaveLength(1)
    expect(await processPayout(manager, { creatorId: creator.id })).toMatchObject({ ok: true })
  })

  test('PAYOUT-01 the name of an account that was replaced meanwhile is judged no more', async () => {
    const creator = await fixture.creatorWith(0)
    const { id } = (await findPayoutAccount(creator.id))!
    await fixture
      .owner()
      .query(
        `update payout_accounts set state = 'replaced', replaced_at = app_now(), name_check = 'waiting', name_checked_by = null where id = $1`,
        [id],
      )
    expect(await decideAccountName(fixture.staff.manager, id, 'accepted')).toMatchObject({
      refusal: { kind: 'judged_before' },
    })
  })

  test('PAYOUT-01 AUTH-08 a code confirms the account that its page showed, and none that another session has named since', async () => {
    const creator = await creatorWithout()
    await askPayoutAccount(creator, wallet())
    const shown = (await findPayoutAccount(creator.id, 'asked'))!
    await fixture.advance(ACCOUNT_CODE.resendSeconds + 1)
    await askPayoutAccount({ ...creator, freshlyProved: false }, wallet({ number: '+256772999999' }))
    expect(await confirmPayoutAccount(creator, { accountId: shown.id, code: await codeOf(creator) })).toMatchObject({
      refusal: { kind: 'nothing_asked' },
    })
    expect(await findPayoutAccount(creator.id)).toBeNull()
  })

  test('PAYOUT-01 fifty guesses at once: five are compared, and then even the right code is refused', async () => {
    const creator = await creatorWithout()
    await askPayoutAccount(creator, wallet())
    const right = await codeOf(creator)
    const wrong = right === '000000' ? '111111' : '000000'
    await Promise.all(Array.from({ length: 50 }, () => confirm(creator, wrong)))
    expect(await confirm(creator, right)).toMatchObject({ refusal: { kind: 'invalid_code' } })
    expect(await findPayoutAccount(creator.id)).toBeNull()
  })

  test('PAYOUT-01 a change waits 72 hours, is reported by mail, and nothing leaves before', async () => {
    const creator = await creatorWithout(144_000)
    await use(creator, wallet())
    await decideAccountName(fixture.staff.manager, (await findPayoutAccount(creator.id))!.id, 'accepted')
    const changed = await use(
      creator,
      wallet({ number: '+256701123456', bankCode: 'AIRTEL', bankName: 'Airtel', accountName: 'KATO Amina' }),
    )
    expect(changed.isChange).toBe(true)
    expect(await findPayoutAccount(creator.id)).toMatchObject({ number: '+256701123456', nameCheck: 'matched' })
    expect(await fixture.mailsOf(creator)).toEqual([
      'payout_account_code',
      'payout_account_set',
      'payout_account_code',
      'payout_account_changed',
    ])
    const { manager } = fixture.staff
    await fixture.advance(71 * 3_600)
    expect(await processPayout(manager, { creatorId: creator.id })).toMatchObject({
      refusal: { kind: 'account_frozen' },
    })
    await runWeeklyPayouts()
    expect(await fixture.payoutsOf(creator.id)).toEqual([])
    await fixture.advance(2 * 3_600)
    expect(await processPayout(manager, { creatorId: creator.id })).toMatchObject({ ok: true })
  })

  test('PAYOUT-01 another name has to be checked by staff again, and its creator is notified of a refused one', async () => {
    const creator = await creatorWithout()
    await use(creator, wallet())
    await decideAccountName(fixture.staff.manager, (await findPayoutAccount(creator.id))!.id, 'accepted')
    await use(creator, wallet({ number: '+256772999888', accountName: 'Somebody Else' }))
    const account = await findPayoutAccount(creator.id)
    expect(account).toMatchObject({ nameCheck: 'waiting' })
    expect(await decideAccountName(fixture.staff.manager, account!.id, 'refused')).toMatchObject({ ok: true })
    expect((await fixture.mailsOf(creator)).at(-1)).toBe('payout_account_name_refused')
  })

  test('PAYOUT-01 codes are limited, entering the same account changes nothing, and only creators have one', async () => {
    const creator = await creatorWithout()
    const fan = await fixture.person()
    expect(await askPayoutAccount(null, wallet())).toMatchObject({ refusal: { reason: 'sign_in_required' } })
    expect(await askPayoutAccount(fan, wallet())).toMatchObject({ refusal: { reason: 'not_a_creator' } })
    expect(await askPayoutAccount({ ...creator, accountStatus: 'suspended' }, wallet())).toMatchObject({
      refusal: { reason: 'not_active' },
    })
    await use(creator, wallet())
    expect(await askPayoutAccount(creator, wallet())).toMatchObject({ refusal: { kind: 'same_account' } })
    const asked = await Promise.all(
      Array.from({ length: 10 }, (_, index) => askPayoutAccount(creator, wallet({ number: `+25677200000${index}` }))),
    )
    expect(asked.filter((one) => one.ok)).toHaveLength(1)
    for (let index = 0; index < 6; index += 1) {
      await fixture.advance(ACCOUNT_CODE.resendSeconds + 1)
      await askPayoutAccount(creator, wallet({ number: `+25677300000${index}` }))
    }
    expect(await askPayoutAccount(creator, wallet({ number: '+256774000000' }))).toMatchObject({ ok: false })
    const today = await db.selectFrom('payout_accounts').select('id').where('creator_id', '=', creator.id).execute()
    expect(today).toHaveLength(ACCOUNT_CODE.perDay)
  })
})

describe('queries for pages', () => {
  test('DASH-03m a creator sees the next payout, and every payout with its sum', async () => {
    const creator = await fixture.creatorWith(726_000)
    const next = await findNextPayout(creator.id)
    expect(next).toMatchObject({ availableMinor: shillings(726_000), feeMinor: shillings(1_500) })
    expect(next.parts).toMatchObject([{ netMinor: shillings(724_500) }])
    expect(next.at.getUTCDay()).toBe(5)
    await fixture.process(creator)
    expect(await listPayouts(creator.id)).toMatchObject([
      { state: 'pending', reason: 'first_approval', grossMinor: shillings(726_000), netMinor: shillings(724_500) },
    ])
    expect(await listPayouts(creator.id, undefined, 'on_its_way')).toHaveLength(1)
    expect(await listPayouts(creator.id, undefined, 'paid')).toEqual([])
    expect((await findLastPayoutAt(creator.id))!.getTime()).toBeLessThanOrEqual(now().getTime())
    expect((await findNextPayout(creator.id)).parts).toEqual([])
    expect(await listPayouts((await fixture.creatorWith(0)).id)).toEqual([])
  })

  test('ADMIN-07 staff see lists, counts, what waits and one payout with its approvals', async () => {
    const { manager, ruler } = fixture.staff
    const creator = await fixture.creatorWith(900_000)
    const id = await fixture.process(creator)
    const counts = await countPayouts()
    for (const filter of PAYOUT_FILTERS) {
      const rows = await listPayoutsForStaff(listing(filter, { limit: 200 }))
      expect(Math.min(counts[filter], 200)).toBe(rows.length)
    }
    expect((await listPayoutsForStaff(listing('approval'))).map((row) => row.id)).toContain(id)
    expect(await findPayoutForStaff(manager, id)).toMatchObject({
      approvals: [{ approverId: manager.id }],
      approvalDenied: 'approved_before',
      accountName: 'Amina Kato',
      debtMinor: 0n,
    })
    expect(await findPayoutForStaff(ruler, id)).toMatchObject({ approvalDenied: null })
    expect(await findPayoutForStaff(ruler, 'nonsense')).toBeNull()
    expect(await findSendingState()).toEqual({ paused: false, halt: null })
    const poor = await fixture.creatorWith(40_000)
    expect((await listPayableCreators()).find((one) => one.creatorId === poor.id)).toMatchObject({ account: 'ready' })
    await fixture
      .owner()
      .query(`delete from payout_runs r where not exists (select from payouts o where o.run_day = r.day)`)
    await runWeeklyPayouts()
    expect(await findLastRun()).toMatchObject({ finished: true })
  })
})
