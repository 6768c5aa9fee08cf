import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { fillWallet } from '#tests/support/spending.ts'
import { enlistStaff } from '#tests/support/enlist-staff.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { openAccounts } from '../ledger/open-account.server.ts'
import { runAudit } from '../audit/run-audit.server.ts'
import { declineCorrection, postCorrection } from './decide-correction.server.ts'
import { proposeCorrection } from './propose-correction.server.ts'
import { countDifferences, type DifferenceFilter, listDifferences, listRuns } from './queries.server.ts'
import { reconcileGateway } from './reconcile-gateway.server.ts'
import { settleDifference } from './settle-difference.server.ts'
import { listing } from '#tests/support/listing.ts'

const fixture = usePaymentFixture({ max: 24 })

const staff = (staffRole: StaffRole): Promise<Person> =>
  fixture.person({ userType: staffRole === 'owner' ? 'owner' : 'admin', staffRole })

beforeEach(async () => {
  await fixture.owner().query('delete from ledger_corrections')
  await fixture.owner().query('delete from reconciliation_differences')
  await fixture.owner().query('delete from reconciliation_runs')
})

const kinds = async (filter: DifferenceFilter) =>
  (await listDifferences(listing(filter, { limit: 50 }))).map((one) => one.kind)

async function aPayment(): Promise<string> {
  const fan = await fixture.person()
  const started = await placeOrder(fan, aStart({ email: fan.email }))
  if (!started.ok) throw new Error(JSON.stringify(started.refusal))
  return started.value.reference
}

describe('comparing with the gateway', () => {
  test('ADMIN-07 books that agree leave no difference', async () => {
    await fixture.pay(await aPayment(), 'approve')
    await fixture.settled()
    const run = await reconcileGateway()
    expect(run).toMatchObject({ opened: 0, failures: [] })
    expect(run.checked).toBeGreaterThan(0)
    expect(await countDifferences()).toEqual({ open: 0, explained: 0, settled: 0, unexplained: [] })
    expect(await listRuns('gateway', 1)).toMatchObject([{ found: 0, failure: null }])
  })

  test('ADMIN-07 PAY-06 a payment whose notification never came is processed and counts as explained', async () => {
    fixture.state.refuseNotices = true
    const reference = await aPayment()
    await fixture.pay(reference, 'approve')
    await fixture.settled()
    expect(await reconcileGateway()).toMatchObject({ explained: 1, opened: 0 })
    expect(await fixture.one('select status from transactions where flutterwave_tx_ref = $1', [reference])).toEqual({
      status: 'succeeded',
    })
    expect((await runAudit()).breaches).toEqual([])
  })

  test('ADMIN-07d money under an unknown reference waits for staff, who settle it once and for good', async () => {
    await fixture.strangerPays('a-reference-of-somebody-else')
    expect(await reconcileGateway()).toMatchObject({ opened: 1 })
    expect(await reconcileGateway()).toMatchObject({ opened: 0 })
    const [difference] = await listDifferences(listing('open', { limit: 5 }))
    expect(difference).toMatchObject({ kind: 'charge_unknown', amountMinor: 5_000_000n, currency: 'UGX' })
    expect((await countDifferences()).unexplained).toEqual([{ currency: 'UGX', amountMinor: 5_000_000n }])
    const manager = await staff('earnings-manager')
    expect(await settleDifference(manager, difference!.id, 'short')).toMatchObject({
      refusal: { kind: 'note_too_short' },
    })
    for (const role of ['support', 'content-moderator'] as const)
      expect(await settleDifference(await staff(role), difference!.id, 'I would like to know')).toMatchObject({
        refusal: { kind: 'not_permitted' },
      })
    const note = 'Returned in the dashboard of the gateway'
    const answers = await Promise.all(Array.from({ length: 10 }, () => settleDifference(manager, difference!.id, note)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    await reconcileGateway()
    expect(await kinds('open')).toEqual([])
    expect(await kinds('settled')).toEqual(['charge_unknown'])
  })

  test('ADMIN-07 another amount, another fee and a charge that the gateway does not know are distinguished, and explained when they agree again', async () => {
    const reference = await aPayment()
    await fixture.pay(reference, 'approve')
    await fixture.settled()
    const charge = `transaction_id = (select id from transactions where flutterwave_tx_ref = '${reference}')`
    await fixture
      .owner()
      .query(
        `update gateway_charges set amount_minor = amount_minor - 100, seen_at = app_now() - interval '2 hours' where ${charge}`,
      )
    await reconcileGateway()
    expect(await listDifferences(listing('open', { limit: 5 }))).toMatchObject([
      { kind: 'charge_amount', amountMinor: 100n },
    ])
    await fixture
      .owner()
      .query(
        `update gateway_charges set amount_minor = amount_minor + 100, fee_minor = fee_minor - 100 where ${charge}`,
      )
    await reconcileGateway()
    expect(await kinds('open')).toEqual(['charge_fee'])
    await fixture
      .owner()
      .query(`update gateway_charges set fee_minor = fee_minor + 100, provider_id = 'lost' where ${charge}`)
    await fixture
      .owner()
      .query(`update transactions set flutterwave_tx_ref = 'lost' where flutterwave_tx_ref = '${reference}'`)
    await reconcileGateway()
    expect((await kinds('open')).toSorted()).toEqual(['charge_missing', 'charge_unknown'])
    // Restored: the books of these fixtures are audited again below.
    const booked = `(select split_part(e.idempotency_key, ':', 3) from journal_entries e where e.cause_id = transaction_id and e.idempotency_key like 'charge:%')`
    await fixture
      .owner()
      .query(`update gateway_charges set provider_id = ${booked}, seen_at = app_now() where provider_id = 'lost'`)
    await fixture
      .owner()
      .query(`update transactions set flutterwave_tx_ref = '${reference}' where flutterwave_tx_ref = 'lost'`)
    await reconcileGateway()
    expect(await kinds('open')).toEqual([])
    expect(await kinds('explained')).toHaveLength(4)
  })

  test('ADMIN-07 PAYOUT-01 a transfer without a payout is found', async () => {
    await fixture.control('/control/balance', { currency: 'UGX', available: 1_000_000 })
    await paymentGateway().createTransfer({
      reference: 'sent-by-somebody-else',
      amount: { amountMinor: 2_000_000n, currency: 'UGX' },
      bankCode: 'MTN',
      number: '+256772123456',
      accountName: 'Somebody',
      narration: 'Peach',
    })
    await reconcileGateway()
    expect(await listDifferences(listing('open', { limit: 5 }))).toMatchObject([
      { kind: 'transfer_unknown', amountMinor: -2_000_000n },
    ])
  })

  test('ADMIN-07 a refund that we did not request is found', async () => {
    const reference = await aPayment()
    await fixture.pay(reference, 'approve')
    await fixture.settled()
    await fixture.control('/control/balance', { currency: 'UGX', available: 1_000_000 })
    const { transactions } = await fixture.atGateway(reference)
    const refund = await paymentGateway().createRefund({
      providerId: String(transactions[0]!.id),
      amount: { amountMinor: 1_000_000n, currency: 'UGX' },
      comments: 'by hand',
    })
    expect(refund.kind).toBe('ok')
    await reconcileGateway()
    expect(await listDifferences(listing('open', { limit: 5 }))).toMatchObject([
      { kind: 'refund_unknown', amountMinor: -1_000_000n },
    ])
  })

  test('ADMIN-07 a gateway that does not answer is reported, and nothing is concluded from it', async () => {
    await fixture.strangerPays('another-stranger')
    await reconcileGateway()
    await fixture.control('/control/scenario', { scenario: 'X05' })
    const run = await reconcileGateway()
    expect(run.failures.join()).toMatch(/^payments: /)
    expect(await kinds('open')).toEqual(['charge_unknown'])
    expect(await listRuns('gateway', 1)).toMatchObject([{ failure: expect.stringContaining('payments') }])
  })
})

describe('a manual entry', () => {
  const clearing = { purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' } as const
  const corrections = { purpose: 'corrections', ownerId: null, currency: 'UGX' } as const
  const accountOf = (account: Parameters<typeof openAccounts>[1][number]) =>
    inTransaction(async (tx) => (await openAccounts(tx, [account]))[0]!)
  const requested = (accountId: string, more: object = {}) => ({
    accountId,
    side: 'debit' as const,
    amountMinor: 500_000n,
    reason: 'The gateway has paid interest on our balance',
    differenceId: null,
    ...more,
  })

  test('ADMIN-07 one proposes, another posts, and both balances move by exactly that', async () => {
    const [manager, chief] = [await staff('earnings-manager'), await staff('super-admin')]
    const before = await getBalance(clearing)
    const proposed = await proposeCorrection(manager, requested(await accountOf(clearing)))
    if (!proposed.ok) throw new Error(proposed.refusal.kind)
    const { correctionId } = proposed.value
    expect(await getBalance(clearing)).toBe(before)
    expect(await postCorrection(manager, correctionId)).toMatchObject({ refusal: { reason: 'not_yours' } })
    const answers = await Promise.all(Array.from({ length: 20 }, () => postCorrection(chief, correctionId)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await getBalance(clearing)).toBe(before + 500_000n)
    expect(await getBalance(corrections)).toBe(-500_000n)
    expect(await declineCorrection(chief, correctionId)).toMatchObject({ refusal: { kind: 'decided_before' } })
    expect((await runAudit()).breaches).toEqual([])
  })

  test('ADMIN-07 ROLE-01c nobody posts their own proposal while there is a second person', async () => {
    const boss = await staff('owner')
    const chief = await staff('super-admin')
    await enlistStaff((...asked) => fixture.owner().query(...asked), chief.id, 'super-admin')
    const proposed = await proposeCorrection(boss, requested(await accountOf(clearing)))
    if (!proposed.ok) throw new Error(proposed.refusal.kind)
    expect(await postCorrection(boss, proposed.value.correctionId)).toMatchObject({
      refusal: { reason: 'approved_before' },
    })
    expect(await declineCorrection(boss, proposed.value.correctionId)).toEqual({ ok: true, value: null })
    expect(await postCorrection(chief, proposed.value.correctionId)).toMatchObject({
      refusal: { kind: 'decided_before' },
    })
  })

  test('ADMIN-07 a wallet is never corrected below zero, and nobody decides about their own', async () => {
    const [manager, chief] = [await staff('earnings-manager'), await staff('super-admin')]
    const fan = await fixture.person()
    const wallet = await accountOf({ purpose: 'wallet', ownerId: fan.id, currency: 'UGX' })
    const proposed = await proposeCorrection(manager, requested(wallet))
    if (!proposed.ok) throw new Error(proposed.refusal.kind)
    expect(await postCorrection(chief, proposed.value.correctionId)).toMatchObject({
      refusal: { kind: 'balance_too_small' },
    })
    const own = await accountOf({ purpose: 'wallet', ownerId: chief.id, currency: 'UGX' })
    const mine = await proposeCorrection(manager, requested(own, { side: 'credit' }))
    if (!mine.ok) throw new Error(mine.refusal.kind)
    expect(await postCorrection(chief, mine.value.correctionId)).toMatchObject({ refusal: { reason: 'own_account' } })
  })

  test('ADMIN-07 a wallet is corrected down to its last shilling', async () => {
    const [manager, chief] = [await staff('earnings-manager'), await staff('super-admin')]
    const fan = await fixture.person()
    await fillWallet(fan, 5_000)
    const wallet = { purpose: 'wallet', ownerId: fan.id, currency: 'UGX' } as const
    const proposed = await proposeCorrection(manager, requested(await accountOf(wallet)))
    if (!proposed.ok) throw new Error(proposed.refusal.kind)
    expect(await postCorrection(chief, proposed.value.correctionId)).toMatchObject({ ok: true })
    expect(await getBalance(wallet)).toBe(0n)
  })

  test('ADMIN-07 a correction settles the difference that it is about, and never a broken invariant; a settled one takes none', async () => {
    const [manager, chief] = [await staff('earnings-manager'), await staff('super-admin')]
    const found = async (kind: string, state = 'open') => {
      const id = newId()
      await fixture.owner().query(
        `insert into reconciliation_differences (id, kind, subject, description, causes_at, state, ended_at, settled_by, note)
         values ($1::uuid, $2, $1::uuid::text, 'Found', app_now(), $3, case when $3 = 'settled' then app_now() end,
           case when $3 = 'settled' then $4::uuid end, 'A note about it')`,
        [id, kind, state, manager.id],
      )
      return id
    }
    const stateOf = (id: string) => fixture.one('select state from reconciliation_differences where id = $1', [id])
    const [difference, breach] = [await found('charge_fee'), await found('breach')]
    for (const differenceId of [difference, breach]) {
      const proposed = await proposeCorrection(manager, requested(await accountOf(clearing), { differenceId }))
      if (!proposed.ok) throw new Error(proposed.refusal.kind)
      expect(await postCorrection(chief, proposed.value.correctionId)).toMatchObject({ ok: true })
    }
    expect(await stateOf(difference)).toEqual({ state: 'settled' })
    expect(await stateOf(breach)).toEqual({ state: 'open' })
    expect(
      await proposeCorrection(manager, requested(await accountOf(clearing), { differenceId: difference })),
    ).toMatchObject({ refusal: { kind: 'difference_not_open' } })
  })

  test.each([
    ['zero', { amountMinor: 0n }, 'amount_out_of_bounds'],
    ['a negative amount', { amountMinor: -100n }, 'amount_out_of_bounds'],
    ['a fraction of a shilling', { amountMinor: 150n }, 'amount_out_of_bounds'],
    ['far more than any balance', { amountMinor: 10n ** 15n }, 'amount_out_of_bounds'],
    ['no reason', { reason: 'oops' }, 'reason_too_short'],
    ['no account', { accountId: newId() }, 'account_not_correctable'],
    ['an invalid account', { accountId: 'x' }, 'account_not_correctable'],
    ['a missing difference', { differenceId: newId() }, 'difference_not_open'],
  ])('ADMIN-07 a proposal of %s is refused', async (_, more, kind) => {
    const proposed = await proposeCorrection(
      await staff('earnings-manager'),
      requested(await accountOf(clearing), more),
    )
    expect(proposed).toEqual({ ok: false, refusal: { kind } })
  })

  test('ADMIN-07 what other rows depend on is not corrected by hand, and other roles propose nothing', async () => {
    const pool = await accountOf({ purpose: 'pass_pool', ownerId: null, currency: 'UGX' })
    expect(await proposeCorrection(await staff('earnings-manager'), requested(pool))).toMatchObject({
      refusal: { kind: 'account_not_correctable' },
    })
    for (const role of ['support', 'content-moderator'] as const)
      expect(await proposeCorrection(await staff(role), requested(await accountOf(clearing)))).toMatchObject({
        refusal: { kind: 'not_permitted' },
      })
  })
})
