import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { WALLET_SPENDS_PER_MINUTE } from '#app/domain/settings/constants.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { placeTestHold } from '#tests/support/holds.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { aTip, fillWallet, spend } from '#tests/support/spending.ts'
import * as tipRoute from './tip.tsx'

const fixture = usePaymentFixture({ max: 8 })
let creatorId: string
const TIP = 1_000

beforeAll(async () => {
  creatorId = (await fixture.lockedPost()).creatorId
})

async function aFan(): Promise<Person> {
  const fan = await fixture.person()
  await fixture.grantPass(fan.id)
  await fillWallet(fan, 200_000)
  return fan
}

const balanceOf = async (fan: Person) => Number((await walletBalance(fan.id)).amountMinor / 100n)
const hold = (fan: Person) => placeTestHold(fan.id, { amountMinor: 100_000n, currency: 'UGX' })

test('WALLET-01 of a hundred payments at once a wallet allows thirty in a minute; refused ones change nothing, and a minute later it pays again', async () => {
  const fan = await aFan()
  const paid = await Promise.all(Array.from({ length: 100 }, () => spend(fan, aTip(creatorId, TIP))))
  expect(paid.filter(({ ok }) => ok)).toHaveLength(WALLET_SPENDS_PER_MINUTE)
  expect(paid.filter((one) => !one.ok && one.refusal.kind === 'too_many_spends')).toHaveLength(70)
  expect(await balanceOf(fan)).toBe(200_000 - WALLET_SPENDS_PER_MINUTE * TIP)
  const { n } = await fixture.one<{ n: number }>('select count(*)::int as n from purchases where buyer_id = $1', [
    fan.id,
  ])
  expect(n).toBe(WALLET_SPENDS_PER_MINUTE)
  expect(await hold(fan)).toEqual({ ok: false, refusal: { kind: 'too_many_spends' } })
  expect(await spend(await aFan(), aTip(creatorId, TIP))).toMatchObject({ ok: true })
  await fixture.advance(61)
  expect(await spend(fan, aTip(creatorId, TIP))).toMatchObject({ ok: true })
})

test('WALLET-01 a hold counts as a payment, and the same form posted again does not', async () => {
  const fan = await aFan()
  const attempt = randomToken()
  for (let again = 0; again < 5; again += 1)
    expect(await spend(fan, aTip(creatorId, TIP), { attempt })).toMatchObject({ ok: true })
  for (let held = 1; held < WALLET_SPENDS_PER_MINUTE; held += 1) expect(await hold(fan)).toMatchObject({ ok: true })
  expect(await spend(fan, aTip(creatorId, TIP))).toMatchObject({ refusal: { kind: 'too_many_spends' } })
  expect(await spend(fan, aTip(creatorId, TIP), { attempt })).toMatchObject({ ok: true })
})

test('WALLET-01 the page shows the limit, with status 429', async () => {
  const fan = await aFan()
  for (let paid = 0; paid < WALLET_SPENDS_PER_MINUTE; paid += 1) await spend(fan, aTip(creatorId, TIP))
  const answer = await aBrowser(fan).call(tipRoute, `/tip/${creatorId}`, {
    params: { creatorId },
    form: { attempt: randomToken(), shown: '', amount: String(TIP), named: 'on', way: 'wallet' },
  })
  expect(answer.status).toBe(429)
  expect(answer.data.errors).toMatchObject({
    summary: [
      {
        message:
          'You have made many payments in one minute. This one was not charged. Please wait a minute and try again.',
      },
    ],
  })
  expect(await balanceOf(fan)).toBe(200_000 - WALLET_SPENDS_PER_MINUTE * TIP)
})
