import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { keepTotp, newSealedTotp } from '#app/domain/identity/enrol-totp.server.ts'
import { findRecoverySheet } from '#app/domain/identity/renew-recovery-codes.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { approvePayout } from './approve-payout.server.ts'
import { cancelPayout } from './cancel-payout.server.ts'
import { processPayout } from './process-payout.server.ts'
import { resumePayouts } from './resume-payouts.server.ts'
import { retryFailedPayouts } from './retry-payouts.server.ts'
import { keepPayoutsMoving } from './send-payouts.server.ts'
import { shillings, usePayoutFixture } from '#tests/support/payouts.ts'
import { mailsTo } from '#tests/support/mails.ts'

const fixture = usePayoutFixture()

/** The mails to a creator about payouts: the news, and the reason. */
async function newsOf(creator: Person): Promise<string[]> {
  const mails = await mailsTo(creator.email)
  return mails
    .filter(({ name }) => name.startsWith('payout_'))
    .map(({ name, message }) => `${name}: ${String(message)}`)
}

const withApp = (person: Person) =>
  inTransaction((tx) => keepTotp(tx, { profileId: person.id, sealedSecret: newSealedTotp(), step: 0n }))

/** A passkey has recovery codes like an app, but the form of a person without an app doesn't require one. */
async function withPasskeyAlone(person: Person): Promise<void> {
  await withApp(person)
  await fixture.owner().query('delete from totp_secrets where profile_id = $1', [person.id])
  await fixture.owner().query(
    `insert into passkeys (id, profile_id, credential_id, public_key, sign_count, backed_up, name)
     values ($1::uuid, $2, $1::text, '\\x00', 0, false, 'A key')`,
    [newId(), person.id],
  )
}

describe('a payout on its way', () => {
  test('PAYOUT-01e processed by an admin: claimed, sent once, completed by a check, posted to the shilling', async () => {
    const creator = await fixture.creatorWith(144_000)
    const before = await fixture.inTransit()
    await fixture.process(creator)
    expect(await fixture.available(creator.id)).toBe(0n)
    expect(await fixture.inTransit()).toBe(before + shillings(144_000))
    await keepPayoutsMoving()
    expect(await fixture.only(creator.id)).toMatchObject({
      state: 'sent',
      gross_minor: shillings(144_000),
      fee_minor: shillings(1_500),
      net_minor: shillings(142_500),
    })
    await fixture.pass(2, 1)
    const payout = await fixture.only(creator.id)
    expect(payout).toMatchObject({ state: 'completed', provider_fee_minor: shillings(1_710) })
    expect(await fixture.transfersOf(payout.reference)).toMatchObject([
      { status: 'SUCCESSFUL', amount: 142_500, fee: 1_710 },
    ])
    expect(await fixture.inTransit()).toBe(before)
    expect(await fixture.mailsOf(creator)).toEqual(['payout_completed'])
  })

  test('PAYOUT-01 a notification of the gateway completes it at once, and a second one changes nothing', async () => {
    const creator = await fixture.creatorWith(144_000, '+256770000946')
    await fixture.process(creator)
    await keepPayoutsMoving()
    await fixture.advance(20)
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'completed' })
    expect(fixture.state.notices.filter((notice) => notice.status === 200)).toHaveLength(2)
    const entries = await fixture.all(`select kind from journal_entries where cause_id = $1 order by kind`, [
      (await fixture.only(creator.id)).id,
    ])
    expect(entries).toEqual([{ kind: 'payout_completed' }, { kind: 'payout_scheduled' }])
  })

  test('PAYOUT-01 a notification that arrives before the answer wins, and the answer changes nothing', async () => {
    const creator = await fixture.creatorWith(144_000, '+256770000948')
    await fixture.process(creator)
    await keepPayoutsMoving()
    await fixture.pass(2, 1)
    const payout = await fixture.only(creator.id)
    expect(payout.state).toBe('completed')
    expect(await fixture.transfersOf(payout.reference)).toHaveLength(1)
  })

  test('PAYOUT-01 a failed transfer is reversed in full after half an hour, and paid by a new payout', async () => {
    const creator = await fixture.creatorWith(144_000, '+256770000932')
    await fixture.process(creator)
    await keepPayoutsMoving()
    await fixture.pass(20)
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'sent' })
    expect(await fixture.available(creator.id)).toBe(0n)
    await fixture.pass(30)
    const failed = await fixture.only(creator.id)
    expect(failed).toMatchObject({ state: 'failed', reason: 'network' })
    expect(await fixture.available(creator.id)).toBe(shillings(144_000))
    expect(await fixture.mailsOf(creator)).toEqual(['payout_failed'])

    await fixture
      .owner()
      .query(`update payout_accounts set number = '+256770000931' where creator_id = $1`, [creator.id])
    const retried = await processPayout(fixture.staff.manager, { creatorId: creator.id, retryOf: failed.id })
    expect(retried.ok).toBe(true)
    const again = await processPayout(fixture.staff.manager, { creatorId: creator.id, retryOf: failed.id })
    expect(again).toMatchObject({ ok: false, refusal: { kind: 'retried_before' } })
    await keepPayoutsMoving()
    await fixture.pass(2, 1)
    const rows = await fixture.payoutsOf(creator.id)
    expect(rows.map((row) => row.state)).toEqual(['failed', 'completed'])
    expect(rows[1]!.reference).not.toBe(failed.reference)
  })

  test('PAYOUT-01 a temporary failure is paid again a day later, three times at most, and once by three workers', async () => {
    const creator = await fixture.creatorWith(144_000, '+256770000934')
    await fixture.process(creator)
    for (let tries = 1; tries <= 5; tries += 1) {
      await keepPayoutsMoving()
      await fixture.pass(60, 10)
      const rows = await fixture.payoutsOf(creator.id)
      expect(rows).toHaveLength(Math.min(tries, 4))
      expect(rows.every((row) => row.state === 'failed' && row.reason === 'limit')).toBe(true)
      await retryFailedPayouts()
      expect(await fixture.payoutsOf(creator.id)).toHaveLength(rows.length)
      await fixture.pass(25 * 60, 300)
      await Promise.all([retryFailedPayouts(), retryFailedPayouts(), retryFailedPayouts()])
    }
    expect(await fixture.available(creator.id)).toBe(shillings(144_000))
  })

  test('PAYOUT-01 failed at first, paid twenty minutes later: the waiting time keeps it one payout', async () => {
    const creator = await fixture.creatorWith(144_000, '+256770000945')
    await fixture.process(creator)
    await keepPayoutsMoving()
    await fixture.pass(60)
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'completed', failure_seen_at: null })
    expect(await fixture.available(creator.id)).toBe(0n)
  })

  test('PAYOUT-01 reversed a day after it arrived: entries reversed, available again, the creator notified', async () => {
    const creator = await fixture.creatorWith(144_000, '+256770000940')
    const before = await fixture.inTransit()
    await fixture.process(creator)
    await keepPayoutsMoving()
    await fixture.pass(5, 1)
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'completed' })
    await fixture.pass(26 * 60, 120)
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'reversed' })
    expect(await fixture.available(creator.id)).toBe(shillings(144_000))
    expect(await fixture.inTransit()).toBe(before)
    expect(await fixture.mailsOf(creator)).toEqual(['payout_completed', 'payout_account_stopped'])
  })

  test('PAYOUT-01 reversed as failed, paid all the same: taken from the balance, the rest is owed', async () => {
    const creator = await fixture.creatorWith(144_000, '+256770000932')
    const id = await fixture.process(creator)
    await keepPayoutsMoving()
    await fixture.pass(60)
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'failed' })
    await fixture.control('/control/reset', {})
    await fixture.control('/control/balance', { currency: 'UGX', available: 1_000_000 })
    const { reference } = await fixture.only(creator.id)
    await fetch(`${fixture.baseUrl()}/transfers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        account_bank: 'MTN',
        account_number: '256770000931',
        amount: 142_500,
        currency: 'UGX',
        beneficiary_name: 'Amina Kato',
        reference,
      }),
    })
    await fixture.owner().query('update payouts set provider_id = null where id = $1', [id])
    await fixture.earn(creator.id, -44_000)
    await fixture.pass(25 * 60, 120)
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'completed', reason: 'arrived_late' })
    expect(await fixture.available(creator.id)).toBe(0n)
    expect(await fixture.debt(creator.id)).toBe(shillings(44_000))
  })

  test('PAYOUT-01d cancelled while pending, by its creator alone or by staff; never once it is on its way', async () => {
    const creator = await fixture.creatorWith(900_000)
    const stranger = await fixture.creatorWith(0)
    const id = await fixture.process(creator)
    expect(await cancelPayout(stranger, id)).toMatchObject({ ok: false, refusal: { kind: 'not_there' } })
    expect(await cancelPayout(null, id)).toMatchObject({ ok: false, refusal: { kind: 'not_there' } })
    expect(await cancelPayout(creator, id)).toMatchObject({ ok: true })
    expect(await newsOf(creator)).toEqual([])
    expect(await fixture.available(creator.id)).toBe(shillings(900_000))
    expect(await cancelPayout(creator, id)).toMatchObject({ ok: false, refusal: { kind: 'too_late' } })

    const small = await fixture.creatorWith(50_000)
    const sent = await fixture.process(small)
    await keepPayoutsMoving()
    expect(await cancelPayout(small, sent)).toMatchObject({ ok: false, refusal: { kind: 'too_late' } })
    expect(await cancelPayout(fixture.staff.manager, sent)).toMatchObject({ ok: false, refusal: { kind: 'too_late' } })
  })
})

describe('what stops a payout', () => {
  test('PAYOUT-01 too little at the gateway is no failure: it waits, with the reason, and goes out when there is enough', async () => {
    const creator = await fixture.creatorWith(144_000)
    await fixture.process(creator)
    await fixture.control('/control/balance', { currency: 'UGX', available: 100_000 })
    await keepPayoutsMoving()
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'pending', reason: 'gateway_balance' })
    await fixture.control('/control/balance', { currency: 'UGX', available: 1_000_000 })
    await fixture.pass(20)
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'completed' })
  })

  test('PAYOUT-01 the owner’s switch pauses sending', async () => {
    const creator = await fixture.creatorWith(144_000)
    await fixture.process(creator)
    await fixture.setSetting('payoutsPaused', true)
    await fixture.pass(10)
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'pending' })
    await fixture.setSetting('payoutsPaused', false)
    await fixture.pass(5)
    expect((await fixture.only(creator.id)).state).not.toBe('pending')
  })

  test('PAYOUT-01 the breaker: above the hour’s limit everything stops, is recorded with high severity, and a person resumes it', async () => {
    await fixture.setSetting('payoutsPerHourMinor', '30000000')
    const creators = [await fixture.creatorWith(200_000), await fixture.creatorWith(200_000)]
    for (const creator of creators) await fixture.process(creator)
    await fixture.advance(3_700)
    await keepPayoutsMoving()
    const states = await Promise.all(creators.map(async (creator) => (await fixture.only(creator.id)).state))
    expect(states).toEqual(['sent', 'pending'])
    expect(
      await fixture.one(`select detail from activity where event = 'payouts_halted' order by id desc limit 1`),
    ).toMatchObject({ detail: { reason: 'hour', severity: 'high' } })
    await fixture.pass(120, 30)
    expect((await fixture.only(creators[1]!.id)).state).toBe('pending')
    expect(await resumePayouts(fixture.staff.manager)).toMatchObject({ ok: false, refusal: { kind: 'not_permitted' } })
    expect(await resumePayouts(creators[1]!)).toMatchObject({ ok: false })
    expect(await resumePayouts(fixture.staff.ruler)).toMatchObject({ ok: true })
    await fixture.pass(10)
    expect((await fixture.only(creators[1]!.id)).state).toBe('completed')
  })

  test('PAYOUT-01 ROLE-01c a large payout leaves after approvals of two different people; the payee is neither', async () => {
    const { manager, ruler } = fixture.staff
    const creator = await fixture.creatorWith(900_000)
    const id = await fixture.process(creator)
    const amount = { payoutId: id, typedMinor: shillings(898_500), code: '' }
    await keepPayoutsMoving()
    expect((await fixture.only(creator.id)).state).toBe('pending')
    const second = await fixture.staffMember('earnings-manager')
    expect(await approvePayout(manager, amount)).toMatchObject({ refusal: { reason: 'approved_before' } })
    expect(await approvePayout(second, amount)).toMatchObject({ refusal: { reason: 'second_only' } })
    expect(await approvePayout(creator, amount)).toMatchObject({ refusal: { reason: 'not_yours' } })
    expect(await approvePayout({ ...ruler, id: creator.id }, amount)).toMatchObject({
      refusal: { reason: 'own_account' },
    })
    expect(await approvePayout(ruler, { ...amount, typedMinor: shillings(900_000) })).toMatchObject({
      refusal: { kind: 'wrong_amount' },
    })
    expect(await approvePayout(ruler, amount)).toMatchObject({ ok: true, value: { complete: true } })
    await keepPayoutsMoving()
    expect((await fixture.only(creator.id)).state).toBe('sent')
  })

  test('PAYOUT-01 AUTH-08 a person with only a passkey approves a large payout with a fresh proof, and not with the cookie alone', async () => {
    const { ruler } = fixture.staff
    await withPasskeyAlone(ruler)
    const creator = await fixture.creatorWith(900_000)
    const amount = { payoutId: await fixture.process(creator), typedMinor: shillings(898_500), code: '' }
    const stale = { ...ruler, freshlyProved: false }
    const [recovery] = (await findRecoverySheet(ruler.id))!
    for (const code of ['', '123456', recovery!])
      expect(await approvePayout(stale, { ...amount, code })).toEqual({ ok: false, refusal: { kind: 'proof_needed' } })
    const agreed = () => fixture.all('select 1 from payout_approvals where approver_id = $1', [ruler.id])
    expect(await agreed()).toEqual([])
    expect(await approvePayout(ruler, amount)).toMatchObject({ ok: true, value: { complete: true } })
    expect(await agreed()).toHaveLength(1)
    expect(await fixture.all('select 1 from rate_limit_hits where key = $1', [`wrong-factor ${ruler.id}`])).toEqual([])
    expect(
      await fixture.all('select 1 from recovery_codes where profile_id = $1 and used_at is not null', [ruler.id]),
    ).toEqual([])
  })

  test('PAYOUT-01 AUTH-08 a person without any second factor needs the fresh proof as well', async () => {
    const { ruler } = fixture.staff
    const creator = await fixture.creatorWith(900_000)
    const amount = { payoutId: await fixture.process(creator), typedMinor: shillings(898_500), code: '' }
    expect(await approvePayout({ ...ruler, freshlyProved: false }, amount)).toEqual({
      ok: false,
      refusal: { kind: 'proof_needed' },
    })
    expect(await approvePayout(ruler, amount)).toMatchObject({ ok: true })
  })

  test('PAYOUT-01 ONB-A-04 a person with an app types its code, however fresh the proof is', async () => {
    const { ruler } = fixture.staff
    await withApp(ruler)
    const creator = await fixture.creatorWith(900_000)
    const amount = { payoutId: await fixture.process(creator), typedMinor: shillings(898_500), code: '' }
    expect(await approvePayout(ruler, amount)).toEqual({ ok: false, refusal: { kind: 'wrong_code' } })
    const [recovery] = (await findRecoverySheet(ruler.id))!
    expect(await approvePayout(ruler, { ...amount, code: recovery! })).toMatchObject({ ok: true })
  })

  test('PAYOUT-01 NOTIFY-01i staff cancels a payout: its creator is notified once, with the reason', async () => {
    const creator = await fixture.creatorWith(144_000)
    const id = await fixture.process(creator)
    expect(await cancelPayout(fixture.staff.manager, id)).toMatchObject({ ok: true })
    expect(await cancelPayout(fixture.staff.manager, id)).toMatchObject({ ok: false })
    expect(await newsOf(creator)).toEqual(['payout_cancelled: Our team called it off before it left.'])
  })

  test('PAYOUT-01 a payout to an account that was changed meanwhile is cancelled, the money is available, and its creator is notified', async () => {
    const creator = await fixture.creatorWith(144_000)
    await fixture.process(creator)
    await fixture.owner().query(`update payout_accounts set state = 'replaced' where creator_id = $1`, [creator.id])
    await keepPayoutsMoving()
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'cancelled', reason: 'account_changed' })
    expect(await newsOf(creator)).toEqual(['payout_cancelled: Its payout account was changed before it left.'])
    const refused = await fixture.creatorWith(144_000)
    await fixture.process(refused)
    await fixture.owner().query(`update payout_accounts set name_check = 'refused' where creator_id = $1`, [refused.id])
    await keepPayoutsMoving()
    expect(await newsOf(refused)).toEqual(['payout_cancelled: The name on its payout account was not accepted.'])
    expect(await fixture.available(creator.id)).toBe(shillings(144_000))
  })

  test('PAYOUT-01 a person without the right, or a creator with nothing ready, is refused and nothing is taken', async () => {
    const { manager } = fixture.staff
    const creator = await fixture.creatorWith(144_000)
    expect(await processPayout(creator, { creatorId: creator.id })).toMatchObject({ refusal: { reason: 'not_yours' } })
    expect(await processPayout(null, { creatorId: creator.id })).toMatchObject({ refusal: { reason: 'not_yours' } })
    expect(await processPayout({ ...manager, id: creator.id }, { creatorId: creator.id })).toMatchObject({
      refusal: { reason: 'own_account' },
    })
    expect(await processPayout(manager, { creatorId: 'nonsense' })).toMatchObject({ refusal: { kind: 'not_there' } })
    const poor = await fixture.creatorWith(1_900)
    expect(await processPayout(manager, { creatorId: poor.id })).toMatchObject({ refusal: { kind: 'too_little' } })
    await fixture
      .owner()
      .query(`update payout_accounts set name_check = 'waiting', name_checked_by = null where creator_id = $1`, [
        creator.id,
      ])
    expect(await processPayout(manager, { creatorId: creator.id })).toMatchObject({
      refusal: { kind: 'name_unchecked' },
    })
    await fixture
      .owner()
      .query(`update payout_accounts set name_check = 'accepted', name_checked_by = $2 where creator_id = $1`, [
        creator.id,
        manager.id,
      ])
    await fixture
      .owner()
      .query(`insert into account_flags (id, account_id, reason, cause_id) values ($1, $2, 'chargeback', $1)`, [
        newId(),
        creator.id,
      ])
    expect(await processPayout(manager, { creatorId: creator.id })).toMatchObject({ refusal: { kind: 'not_active' } })
    await fixture.owner().query('delete from account_flags where account_id = $1', [creator.id])
    await fixture.owner().query(`update profiles set account_status = 'suspended' where id = $1`, [creator.id])
    expect(await processPayout(manager, { creatorId: creator.id })).toMatchObject({ refusal: { kind: 'not_active' } })
    expect(await fixture.available(creator.id)).toBe(shillings(144_000))
  })
})
