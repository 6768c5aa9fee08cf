import { beforeEach, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { eraseAccount } from './internal/erase-account.server.ts'
import { PRIVACY_MODULES } from './registry.server.ts'
import { eraseDueAccounts } from './erase-due-accounts.server.ts'
import { PRIVACY } from '#app/domain/settings/constants.ts'
import { asRole, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { closeByCode } from '#tests/support/deletions.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { aTip, fillWallet, spend } from '#tests/support/spending.ts'

const fixture = usePaymentFixture()
const TEXTS = 'From Kanariya with love'
let fan: Person
let other: Person
let creatorId: string

beforeEach(async () => {
  creatorId = (await fixture.lockedPost()).creatorId
  ;[fan, other] = await Promise.all([fixture.person(), fixture.person()])
  for (const one of [fan, other]) {
    await fixture.grantPass(one.id)
    await fillWallet(one, 20_000)
    expect(await spend(one, aTip(creatorId, 20_000, { message: TEXTS, named: true }))).toMatchObject({ ok: true })
  }
})

const tipOf = (one: Person) =>
  fixture.one<{ message: string; named: boolean; quote: object; product_name: string; amount_minor: bigint }>(
    `select t.message, t.named, p.quote, p.product_name, t.amount_minor from tips t join purchases p on p.id = t.purchase_id where t.fan_id = $1`,
    [one.id],
  )

test('SAFE-02 TIP-01 a fan’s messages are deleted with the account, the amount stays with the creator, and other fans’ messages stay', async () => {
  await closeByCode(fan)
  await fixture.advance((PRIVACY.coolingOffDays + 1) * 86_400)
  await eraseDueAccounts()
  expect(await tipOf(fan)).toMatchObject({
    message: '',
    named: false,
    quote: { message: '', named: false },
    amount_minor: 2_000_000n,
  })
  expect(await tipOf(other)).toMatchObject({ message: TEXTS, named: true, quote: { message: TEXTS } })
})

test('SAFE-02 TIP-01 an erased creator’s name is removed from the receipts of tips', async () => {
  const { product_name: before } = await tipOf(other)
  expect(before).not.toBe('Tip for a deleted account')
  await fixture.owner().query(
    `insert into account_deletions (id, profile_id, state, code_expires_at, due_at, erased_at)
     values ($1, $2, 'erased', app_now(), app_now(), app_now())`,
    [newId(), creatorId],
  )
  await inTransaction((tx) =>
    asRole(tx, 'peach_erasure', () =>
      PRIVACY_MODULES.purchases.erase(tx, { id: creatorId, email: 'erased@mail.example' }),
    ),
  )
  expect(await tipOf(other)).toMatchObject({ product_name: 'Tip for a deleted account', message: TEXTS })
})

test('SAFE-02 the server can’t blank tips without an erasure', async () => {
  await expect(inTransaction((tx) => eraseAccount(tx, fan.id))).rejects.toThrow(/no deletion .* is due/)
  expect(await tipOf(fan)).toMatchObject({ message: TEXTS, named: true })
})
