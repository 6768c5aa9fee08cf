import { expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { asRole, inTransaction } from '#app/platform/db.server.ts'
import { PRIVACY_MODULES } from './registry.server.ts'
import { newId } from '#app/platform/id.ts'
import { queuedMail } from '#tests/support/deletions.ts'
import { shillings, usePayoutFixture } from '#tests/support/payouts.ts'
import type { Destination } from '#app/domain/payouts/account.ts'
import { openNumber, sealNumber } from '#app/domain/payouts/account-number.server.ts'
import { askPayoutAccount } from '#app/domain/payouts/ask-payout-account.server.ts'
import { findPayoutAccount, listPayouts } from '#app/domain/payouts/queries.server.ts'
import { confirmPayoutAccount } from '#app/domain/payouts/confirm-payout-account.server.ts'
import { decideAccountName } from '#app/domain/payouts/decide-account-name.server.ts'
import { sealPlainNumbers } from '#app/domain/payouts/seal-plain-numbers.server.ts'
import { keepPayoutsMoving } from '#app/domain/payouts/send-payouts.server.ts'
import { findPayoutForStaff, listAccountsToCheck } from '#app/domain/payouts/staff-queries.server.ts'
import { mailsTo } from '#tests/support/mails.ts'

const fixture = usePayoutFixture()
const NUMBER = '+256770000931'
const REQUEST: Destination = {
  kind: 'mobile_money',
  bankCode: 'MTN',
  bankName: 'MTN',
  number: NUMBER,
  accountName: 'Amina Kato',
}

async function creatorWithoutAccount(amount: number): Promise<Person> {
  const creator = await fixture.creatorWith(amount)
  await fixture.owner().query('delete from payout_accounts where creator_id = $1', [creator.id])
  return creator
}

async function confirmed(creator: Person): Promise<string> {
  expect(await askPayoutAccount(creator, REQUEST)).toEqual({ ok: true, value: null })
  const { code } = await queuedMail(creator.email, 'payout_account_code')
  const { id: accountId } = (await findPayoutAccount(creator.id, 'asked'))!
  expect(await confirmPayoutAccount(creator, { accountId, code })).toMatchObject({ ok: true })
  const { id } = (await findPayoutAccount(creator.id))!
  return id
}

const kept = (creator: Person) =>
  fixture.all<{ text: string; number: string | null }>(
    'select payout_accounts::text as text, number from payout_accounts where creator_id = $1',
    [creator.id],
  )

test('PAYOUT-01 a number is stored sealed, and the transfer, the creator, staff and the mails still get it', async () => {
  const creator = await creatorWithoutAccount(100_000)
  const accountId = await confirmed(creator)
  const [row] = await kept(creator)
  expect(row!.number).toBeNull()
  expect(row!.text).not.toContain('770000931')
  expect(await askPayoutAccount(creator, REQUEST)).toEqual({ ok: false, refusal: { kind: 'same_account' } })
  expect((await listAccountsToCheck()).find(({ id }) => id === accountId)?.number).toBe(NUMBER)
  expect(await decideAccountName(fixture.staff.manager, accountId, 'accepted')).toMatchObject({ ok: true })
  const payoutId = await fixture.process(creator)
  expect((await findPayoutForStaff(fixture.staff.manager, payoutId))?.accountNumber).toBe(NUMBER)
  await keepPayoutsMoving()
  await fixture.pass(2, 1)
  expect(await fixture.only(creator.id)).toMatchObject({ state: 'completed', gross_minor: shillings(100_000) })
  expect((await listPayouts(creator.id))[0]!.account.number).toBe(NUMBER)
  expect(await mailsTo(creator.email, 'payout_completed')).toMatchObject([{ account: 'MTN 0770 ••• 931' }])
})

test('SAFE-02 an export has the number itself and not the sealed text', async () => {
  const creator = await creatorWithoutAccount(0)
  await confirmed(creator)
  const lines: string[] = []
  const exported = PRIVACY_MODULES.payouts.exportData(creator).find(({ table }) => table === 'payout_accounts')!
  for await (const line of exported.lines) lines.push(line)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ number: NUMBER, account_name: 'Amina Kato' })
  expect(lines[0]).not.toContain('sealed')
})

test('PAYOUT-01 a number that was stored unsealed is sealed by the scheduled task, once, and the sealed text opens only for its own row', async () => {
  const creator = await fixture.creatorWith(50_000)
  expect((await kept(creator))[0]!.number).toBe(NUMBER)
  while ((await sealPlainNumbers()) > 0);
  expect(await sealPlainNumbers()).toBe(0)
  const [row] = await kept(creator)
  expect(row!.text).not.toContain('770000931')
  expect((await findPayoutAccount(creator.id))?.number).toBe(NUMBER)
  await fixture.process(creator)
  await keepPayoutsMoving()
  expect(await fixture.only(creator.id)).toMatchObject({ state: 'sent' })
  const [mine, other] = [newId(), newId()]
  const sealed = sealNumber(mine, NUMBER)
  expect(openNumber({ id: mine, number: null, sealed_number: sealed })).toBe(NUMBER)
  expect(() => openNumber({ id: other, number: null, sealed_number: sealed })).toThrow()
})

test('SAFE-02 an erasure leaves neither the number nor the sealed text', async () => {
  const creator = await creatorWithoutAccount(0)
  await confirmed(creator)
  const before = (
    await fixture.one<{ sealed: string }>('select sealed_number as sealed from payout_accounts where creator_id = $1', [
      creator.id,
    ])
  ).sealed
  await inTransaction((tx) => asRole(tx, 'peach_erasure', () => PRIVACY_MODULES.payouts.erase(tx, creator)))
  const [row] = await kept(creator)
  expect(row!.text).not.toContain(before)
  expect(row!.number).toBe('+256700000000')
})
