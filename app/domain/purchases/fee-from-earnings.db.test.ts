import { describe, expect, it } from 'vitest'
import { findFeeStatus } from '#app/domain/creators/fee-status.server.ts'
import { earnFeeWeeks } from '#app/domain/creators/earn-fee-weeks.server.ts'
import { pauseFeeWeeks } from '#app/domain/creators/pause-fee-weeks.server.ts'
import { grantListing } from '#app/domain/creators/grant-listing.server.ts'
import { offerFeeFromEarnings } from '#app/domain/creators/offer-fee-from-earnings.server.ts'
import { remindOfFees } from '#app/domain/creators/remind-of-fees.server.ts'
import { resumeFeeWeeks } from '#app/domain/creators/resume-fee-weeks.server.ts'
import { refreshListed } from '#app/domain/creators/refresh-listed.server.ts'
import { refundFeeWeeks } from '#app/domain/creators/refund-fee-weeks.server.ts'
import { setFeeAutoPay } from '#app/domain/creators/set-fee-auto-pay.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { credit, debit, type Purpose } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { payDueFees } from './pay-due-fees.server.ts'
import { type BalanceOrder, placeOrder } from './place-order.server.ts'
import { mailsTo } from '#tests/support/mails.ts'

const fixture = usePaymentFixture({ max: 14 })
const FEE = 6_000_000n
const DAY = 86_400
const WEEK_MS = 7 * DAY * 1_000

async function creatorInState(verification: 'in_review' | 'approved', availableMinor: bigint): Promise<Person> {
  const person = await fixture.person({ userType: 'creator' })
  await fixture
    .owner()
    .query(
      `insert into creators (profile_id, verification_status, approved_at) values ($1, $2, case when $2 = 'approved' then app_now() end)`,
      [person.id, verification],
    )
  if (availableMinor > 0n) await creditAccount(person, 'creator_available', availableMinor)
  return person
}

/** Puts money into this person's ledger account, as if it had arrived long ago. */
function creditAccount(person: Person, purpose: Purpose, amountMinor: bigint): Promise<unknown> {
  const id = newId()
  return inTransaction((tx) =>
    postEntry(tx, {
      kind: 'opening',
      idempotencyKey: `opening:${id}`,
      causeKind: 'test',
      causeId: id,
      happenedAt: now(),
      lines: [
        debit({ purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }, amountMinor),
        credit({ purpose, ownerId: person.id, currency: 'UGX' }, amountMinor),
      ],
    }),
  )
}

const pay = (creator: Person, change: Partial<BalanceOrder> & { renewal?: boolean } = {}) => {
  const { renewal = false, ...rest } = change
  return placeOrder(creator, {
    product: { kind: 'creator_fee', renewal },
    from: 'earnings',
    returnTo: {},
    attempt: randomToken(),
    shownMinor: FEE,
    ...rest,
  })
}

const available = async (creator: Person) =>
  -(await getBalance({ purpose: 'creator_available', ownerId: creator.id, currency: 'UGX' }))
const visible = async (creator: Person) => (await findFeeStatus(creator.id)).visible
const listed = async (creator: Person) =>
  (await fixture.one<{ listed: boolean }>('select listed from creators where profile_id = $1', [creator.id])).listed
const weeksOf = (creator: Person) =>
  fixture.all<{ starts_at: Date | null; ends_at: Date | null; refunded_at: Date | null; earned_at: Date | null }>(
    'select starts_at, ends_at, refunded_at, earned_at from creator_fee_weeks where creator_id = $1 order by paid_at, id',
    [creator.id],
  )
const feeMails = async (creator: Person) => (await mailsTo(creator.email, 'creator_fee_reminded')).length

async function linesOf(creator: Person): Promise<string[]> {
  const rows = await fixture.all<{ line: string }>(
    `select e.kind || ' ' || a.purpose || ' ' || p.amount_minor as line
     from journal_entries e join postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
     where e.cause_id in (select id from purchases where buyer_id = $1 union select id from creator_fee_weeks where creator_id = $1)
     order by e.recorded_at, e.id, p.line`,
    [creator.id],
  )
  return rows.map(({ line }) => line)
}

describe('the fee from earnings', () => {
  it('CSUB-01 CSUB-03 a hidden creator pays from available earnings and is visible at the same moment', async () => {
    const creator = await creatorInState('approved', 11_800_000n)
    expect(await visible(creator)).toBe(false)
    expect(await pay(creator)).toMatchObject({ ok: true })
    expect(await visible(creator)).toBe(true)
    expect(await listed(creator)).toBe(true)
    expect(await available(creator)).toBe(5_800_000n)
    expect(await linesOf(creator)).toEqual([
      'creator_fee_paid creator_available 6000000',
      'creator_fee_paid deferred_creator_fees -6000000',
    ])
    const [week] = await weeksOf(creator)
    expect(week!.ends_at!.getTime() - week!.starts_at!.getTime()).toBe(WEEK_MS)
  })

  it('CSUB-01 exactly enough pays; one shilling too little pays nothing and the missing sum is shown', async () => {
    const exact = await creatorInState('approved', FEE)
    expect(await pay(exact)).toMatchObject({ ok: true })
    expect(await available(exact)).toBe(0n)
    const short = await creatorInState('approved', FEE - 100n)
    expect(await pay(short)).toMatchObject({
      ok: false,
      refusal: { kind: 'balance_too_small', missing: { amountMinor: 100n } },
    })
    expect(await available(short)).toBe(FEE - 100n)
    expect(await weeksOf(short)).toEqual([])
  })

  it('CSUB-01 pending earnings pay nothing', async () => {
    const creator = await creatorInState('approved', 0n)
    await creditAccount(creator, 'creator_pending', 50_000_000n)
    expect(await pay(creator)).toMatchObject({ ok: false, refusal: { kind: 'balance_too_small' } })
  })

  it('CSUB-01 twenty forms at the same moment with earnings for one week: one week is paid', async () => {
    const creator = await creatorInState('approved', FEE)
    const results = await Promise.all(Array.from({ length: 20 }, () => pay(creator, { renewal: true })))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await weeksOf(creator)).toHaveLength(1)
    expect(await available(creator)).toBe(0n)
  })

  it('CSUB-01 the same form ten times at once pays one week', async () => {
    const creator = await creatorInState('approved', 10n * FEE)
    const attempt = randomToken()
    const results = await Promise.all(Array.from({ length: 10 }, () => pay(creator, { attempt, renewal: true })))
    expect(new Set(results.map((result) => result.ok && result.value.reference)).size).toBe(1)
    expect(await available(creator)).toBe(9n * FEE)
  })

  it('CSUB-03 a week paid from earnings or the wallet before the approval is refunded there on rejection, once', async () => {
    for (const [from, purpose] of [
      ['earnings', 'creator_available'],
      ['wallet', 'wallet'],
    ] as const) {
      const creator = await creatorInState('in_review', 0n)
      await creditAccount(creator, purpose, FEE)
      expect(await pay(creator, { from })).toMatchObject({ ok: true })
      expect(await getBalance({ purpose, ownerId: creator.id, currency: 'UGX' })).toBe(0n)
      const returned = await inTransaction((tx) => refundFeeWeeks(tx, creator.id, now()))
      expect(returned).toEqual([{ amount: { amountMinor: FEE, currency: 'UGX' }, to: from }])
      expect(await inTransaction((tx) => refundFeeWeeks(tx, creator.id, now()))).toEqual([])
      expect(await getBalance({ purpose, ownerId: creator.id, currency: 'UGX' })).toBe(-FEE)
      expect((await linesOf(creator)).slice(2)).toEqual([
        'creator_fee_returned deferred_creator_fees 6000000',
        `creator_fee_returned ${purpose} -6000000`,
      ])
      expect(
        await fixture.all(
          'select 1 from refunds r join transactions t on t.id = r.transaction_id where t.user_id = $1',
          [creator.id],
        ),
      ).toEqual([])
    }
  })
})

describe('the automatic fee', () => {
  it('CSUB-03 one day before the end the next week is paid from earnings, once, however often the task runs', async () => {
    const creator = await creatorInState('approved', 3n * FEE)
    await pay(creator)
    await setFeeAutoPay(creator, FEE)
    await payDueFees()
    await fixture.advance(6 * DAY - 60)
    await payDueFees()
    expect(await weeksOf(creator)).toHaveLength(1)
    await fixture.advance(120)
    await Promise.all([payDueFees(), payDueFees(), payDueFees()])
    await payDueFees()
    const weeks = await weeksOf(creator)
    expect(weeks).toHaveLength(2)
    expect(weeks[1]!.starts_at).toEqual(weeks[0]!.ends_at)
    expect(await available(creator)).toBe(FEE)
  })

  it('CSUB-03 a creator who did not choose automatic payment, or switched it off, pays nothing automatically', async () => {
    const creator = await creatorInState('approved', 3n * FEE)
    await pay(creator)
    await setFeeAutoPay(creator, FEE)
    await setFeeAutoPay(creator, null)
    await fixture.advance(6 * DAY + 60)
    await payDueFees()
    expect(await weeksOf(creator)).toHaveLength(1)
  })

  it('CSUB-03 too little earned: nothing is paid and a reminder is sent; earnings that become available before the end pay', async () => {
    const creator = await creatorInState('approved', FEE + 2_000_000n)
    await pay(creator)
    await setFeeAutoPay(creator, FEE)
    await fixture.advance(6 * DAY + 60)
    await payDueFees()
    await remindOfFees()
    await remindOfFees()
    expect(await available(creator)).toBe(2_000_000n)
    expect(await feeMails(creator)).toBe(1)
    await creditAccount(creator, 'creator_available', FEE)
    await payDueFees()
    expect(await weeksOf(creator)).toHaveLength(2)
    expect(await available(creator)).toBe(2_000_000n)
  })

  it('CSUB-03 a higher fee is not paid before the creator agrees to it; a lower one is', async () => {
    const creator = await creatorInState('approved', 4n * FEE)
    await pay(creator)
    await setFeeAutoPay(creator, FEE)
    const setFee = (amountMinor: bigint) =>
      fixture.owner().query(
        `insert into settings (name, value, changed_by) values ('creatorFeeMinor', to_jsonb($1::text), $2)
           on conflict (name) do update set value = excluded.value`,
        [amountMinor.toString(), creator.id],
      )
    try {
      await setFee(FEE + 100n)
      expect(await setFeeAutoPay(creator, FEE)).toEqual({ ok: false, refusal: { kind: 'fee_changed' } })
      await fixture.advance(6 * DAY + 60)
      expect(await payDueFees()).toBe(0)
      await remindOfFees()
      expect(await feeMails(creator)).toBe(1)
      expect(await weeksOf(creator)).toHaveLength(1)
      expect(await setFeeAutoPay(creator, FEE + 100n)).toMatchObject({ ok: true })
      await setFee(FEE - 100n)
      expect(await payDueFees()).toBe(1)
      expect(await available(creator)).toBe(2n * FEE + 100n)
    } finally {
      await fixture.owner().query(`delete from settings where name = 'creatorFeeMinor'`)
    }
  })

  it('CSUB-03 a fan cannot switch it on, and a suspended creator pays nothing', async () => {
    expect(await setFeeAutoPay(await fixture.person(), FEE)).toMatchObject({ ok: false })
    const creator = await creatorInState('approved', 3n * FEE)
    await pay(creator)
    await setFeeAutoPay(creator, FEE)
    await fixture.advance(6 * DAY + 60)
    await fixture.owner().query(`update profiles set account_status = 'suspended' where id = $1`, [creator.id])
    await payDueFees()
    expect(await weeksOf(creator)).toHaveLength(1)
  })
})

describe('reminders', () => {
  it('CSUB-03b NOTIFY-01k two days before, one day before and once when hidden: each once', async () => {
    const creator = await creatorInState('approved', FEE)
    await pay(creator)
    await remindOfFees()
    expect(await feeMails(creator)).toBe(0)
    for (const [seconds, mails] of [
      [5 * DAY + 60, 1],
      [DAY, 2],
      [DAY, 3],
      [DAY, 3],
      [5 * DAY, 3],
    ] as const) {
      await fixture.advance(seconds)
      await Promise.all([remindOfFees(), remindOfFees()])
      await remindOfFees()
      expect(await feeMails(creator)).toBe(mails)
    }
  })

  it('CSUB-03 a creator who wants no reminders gets none, and a new week has its own reminders', async () => {
    const creator = await creatorInState('approved', 2n * FEE)
    await pay(creator)
    await fixture
      .owner()
      .query(
        `insert into notification_choices (profile_id, kind, channel, wanted) values ($1, 'fee_reminder', 'email', false)`,
        [creator.id],
      )
    await fixture.advance(5 * DAY + 60)
    await remindOfFees()
    expect(await feeMails(creator)).toBe(0)
    await fixture.owner().query('delete from notification_choices where profile_id = $1', [creator.id])
    await pay(creator, { renewal: true })
    await remindOfFees()
    expect(await feeMails(creator)).toBe(0)
    await fixture.advance(7 * DAY)
    await remindOfFees()
    expect(await feeMails(creator)).toBe(1)
  })

  it('CSUB-03 where income of subscribers would be lost, both reminders say so, also to a creator who wants none', async () => {
    const creator = await creatorInState('approved', FEE)
    await pay(creator)
    const owner = fixture.owner()
    await owner.query('set session_replication_role = replica')
    await owner.query(
      `insert into creator_subscriptions (id, user_id, creator_id, purchase_id, price_minor, starts_at, ends_at, next_earning_day)
       values ($1, $2, $3, $1, 15000000, app_now(), app_now() + interval '30 days', current_date)`,
      [newId(), (await fixture.person()).id, creator.id],
    )
    await owner.query('set session_replication_role = origin')
    await owner.query(
      `insert into notification_choices (profile_id, kind, channel, wanted) values ($1, 'fee_reminder', 'email', false)`,
      [creator.id],
    )
    await fixture.advance(5 * DAY + 60)
    await remindOfFees()
    await fixture.advance(DAY)
    await remindOfFees()
    const mails = await mailsTo(creator.email, 'creator_income_at_risk')
    expect(mails.map(({ kind }) => kind)).toEqual(['two_days', 'one_day'])
    expect(mails[0]!.loss).toBe('1 subscriber gets the unused days back: you lose UGX\u00a0120,000.')
    expect(await feeMails(creator)).toBe(0)
  })

  it('CSUB-03 to pay from earnings is offered once, when they first cover the fee, and not where it is on', async () => {
    const [poor, rich, agreed] = [
      await creatorInState('approved', FEE - 100n),
      await creatorInState('approved', FEE),
      await creatorInState('approved', FEE),
    ]
    await setFeeAutoPay(agreed, FEE)
    const paidAhead = await creatorInState('approved', FEE)
    await inTransaction((tx) =>
      grantListing(tx, {
        creatorId: paidAhead.id,
        source: { kind: 'grant', id: paidAhead.id },
        startsAt: now(),
        endsAt: new Date(now().getTime() + 30 * DAY * 1_000),
      }),
    )
    await Promise.all([offerFeeFromEarnings(), offerFeeFromEarnings()])
    await offerFeeFromEarnings()
    const offers = async (creator: Person) => (await mailsTo(creator.email, 'fee_from_earnings_offered')).length
    expect([await offers(poor), await offers(rich), await offers(agreed)]).toEqual([0, 1, 0])
    expect(await offers(paidAhead), 'who is paid for weeks is not asked').toBe(0)
    await fixture.advance(17 * DAY)
    await offerFeeFromEarnings()
    expect(await offers(paidAhead)).toBe(1)
    await creditAccount(poor, 'creator_available', 100n)
    await offerFeeFromEarnings()
    expect(await offers(poor)).toBe(1)
  })
})

describe('while a page is suspended', () => {
  const suspend = async (creator: Person, change: 'pause' | 'resume') => {
    await fixture
      .owner()
      .query('update profiles set account_status = $2 where id = $1', [
        creator.id,
        change === 'pause' ? 'suspended' : 'active',
      ])
    await inTransaction(async (tx) => {
      if (change === 'pause') await pauseFeeWeeks(tx, creator.id, now())
      else await resumeFeeWeeks(tx, creator.id, now())
      await refreshListed(tx, creator.id)
    })
  }

  it('CSUB-03 paid time pauses: the rest of the week, and a whole week after it, continue after the reinstatement', async () => {
    const creator = await creatorInState('approved', 2n * FEE)
    await pay(creator)
    await pay(creator, { renewal: true })
    await fixture.advance(3 * DAY)
    await suspend(creator, 'pause')
    await fixture.advance(30 * DAY)
    await earnFeeWeeks()
    expect((await weeksOf(creator)).map(({ earned_at: at }) => at)).toEqual([null, null])
    const back = now().getTime()
    await suspend(creator, 'resume')
    expect(await visible(creator)).toBe(true)
    expect(await listed(creator)).toBe(true)
    const [first, second] = await weeksOf(creator)
    expect(Math.round((first!.ends_at!.getTime() - back) / 60_000)).toBe(4 * 24 * 60)
    expect(second!.starts_at).toEqual(first!.ends_at)
    expect(second!.ends_at!.getTime() - second!.starts_at!.getTime()).toBe(WEEK_MS)
    expect((await findFeeStatus(creator.id)).lastEnd).toEqual(second!.ends_at)
    await fixture.advance(4 * DAY + 60)
    await earnFeeWeeks()
    expect((await weeksOf(creator)).map(({ earned_at: at }) => at !== null)).toEqual([true, false])
  })

  it('CSUB-03 two suspensions for one case pause once, and a reinstatement without a pause changes nothing', async () => {
    const creator = await creatorInState('approved', FEE)
    await pay(creator)
    const [before] = await weeksOf(creator)
    await suspend(creator, 'resume')
    expect((await weeksOf(creator))[0]).toEqual(before)
    await suspend(creator, 'pause')
    await fixture.advance(DAY)
    await suspend(creator, 'pause')
    await fixture.advance(DAY)
    await suspend(creator, 'resume')
    const after = (await weeksOf(creator))[0]!
    expect(Math.round((after.ends_at!.getTime() - before!.ends_at!.getTime()) / 60_000)).toBe(2 * 24 * 60)
  })
})
