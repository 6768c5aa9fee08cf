import { describe, expect, test } from 'vitest'
import { creatorAccount } from '#app/domain/earnings/earning.ts'
import { releaseEarnings } from '#app/domain/earnings/release-earnings.server.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { ugx } from '#app/domain/money/money.ts'
import { runWeeklyPayouts } from '#app/domain/payouts/run-weekly-payouts.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { cancelExpiredHolds } from '#app/domain/wallet/cancel-expired-holds.server.ts'
import { newId } from '#app/platform/id.ts'
import { placeTestHold } from '#tests/support/holds.ts'
import { earn } from '#tests/support/earnings.ts'
import { usePayoutFixture } from '#tests/support/payouts.ts'
import { aStart } from '#tests/support/payments.ts'
import { fillWallet, spend } from '#tests/support/spending.ts'
import { payDueFees } from './pay-due-fees.server.ts'
import { retryWebhookEvents } from './process-webhook-event.server.ts'
import { placeOrder } from './place-order.server.ts'

const fixture = usePayoutFixture()

/** From now on every change of this table that matches `when` fails, like a row with contradictory data. */
async function breakRows(table: string, event: 'insert' | 'update', when: string): Promise<void> {
  const name = `broken_${newId().replaceAll('-', '')}`
  await fixture.owner().query(`
    create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'a row that breaks'; end $$;
    create trigger ${name} before ${event} on ${table} for each row when (${when}) execute function ${name}()`)
}

describe('one row that fails', () => {
  test('WALLET-01 does not stop other accounts from getting their hold back', async () => {
    const [bad, good] = [await fixture.person(), await fixture.person()]
    for (const [minutes, fan] of [[10, bad] as const, [20, good] as const]) {
      await fillWallet(fan, 30_000)
      const held = await placeTestHold(fan.id, ugx(30_000), { minutes })
      expect(held.ok).toBe(true)
    }
    await breakRows('wallet_holds', 'update', `old.owner_id = '${bad.id}'`)
    await fixture.advance(3_600)
    await cancelExpiredHolds()
    expect(await walletBalance(good.id)).toEqual(ugx(30_000))
    expect(await walletBalance(bad.id)).toEqual(ugx(0))
  })

  test('EARN-01 PAYOUT-01 does not stop other creators from getting available earnings or the Friday payout', async () => {
    const creators = [await fixture.creatorWith(0), await fixture.creatorWith(0), await fixture.creatorWith(100_000)]
    const [unreleased, good, unpaid] = creators.map((creator) => creator.id) as [string, string, string]
    await earn(unreleased, 100_000)
    await earn(good, 100_000)
    await breakRows('earnings', 'update', `old.creator_id = '${unreleased}'`)
    await breakRows('payouts', 'insert', `new.creator_id = '${unpaid}'`)
    await fixture.advance(15 * 86_400)
    await releaseEarnings()
    const available = async (id: string) => -(await getBalance(creatorAccount('creator_available', id)))
    expect(await available(unreleased)).toBe(0n)
    expect(await available(good)).toBe(8_000_000n)
    // Earnings that still wait to be released delay the payout run by one hour, not for ever.
    expect(await runWeeklyPayouts()).toBe(0)
    await fixture.advance(3_700)
    await runWeeklyPayouts()
    expect(await fixture.payoutsOf(good)).toHaveLength(1)
    expect(await fixture.payoutsOf(unpaid)).toHaveLength(0)
  })

  test('CSUB-03 two hundred creators who cannot pay their week do not block one who can', async () => {
    await fixture.owner().query(`
      with people as (insert into profiles (id, email, user_type, username)
        select gen_random_uuid(), 'poor' || n || '@test.example', 'creator', 'poor_' || n from generate_series(1, 201) n returning id),
      poor as (insert into creators (profile_id, verification_status, approved_at, fee_auto_pay_minor)
        select id, 'approved', app_now(), 6000000 from people returning profile_id)
      insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
        select gen_random_uuid(), profile_id, 'grant', profile_id, app_now(), app_now() + interval '1 hour' from poor`)
    const rich = await fixture.creatorWith(100_000)
    await fixture.owner().query(
      `with chosen as (update creators set fee_auto_pay_minor = 6000000 where profile_id = $1)
       insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
         values ($2, $1, 'grant', $1, app_now(), app_now() + interval '2 hours')`,
      [rich.id, newId()],
    )
    expect(await payDueFees()).toBe(1)
    expect(await fixture.available(rich.id)).toBe(4_000_000n)
  })

  test('PAY-07 a notification that fails goes behind the others and is not retried every ten seconds', async () => {
    const id = newId()
    await fixture.owner().query(
      `insert into webhook_events (id, gateway, body_sha256, kind, tx_ref, body, attempts, next_attempt_at)
       values ($1, 'flutterwave', sha256($2), 'charge.completed', 'nobody_knows_it', '{}', 10, app_now())`,
      [id, Buffer.from(id)],
    )
    await breakRows('webhook_events', 'update', `old.id = '${id}' and new.state <> 'received'`)
    await retryWebhookEvents()
    expect(
      await fixture.one(
        `select state, attempts, next_attempt_at > app_now() + interval '50 minutes' as later from webhook_events where id = $1`,
        [id],
      ),
    ).toEqual({ state: 'received', attempts: 11, later: true })
  })
})

describe('a buyer who is suspended between the request and the payment', () => {
  test('WALLET-01 spends nothing from the wallet', async () => {
    const fan = await fixture.person()
    await fillWallet(fan, 500_000)
    await fixture.owner().query(`update profiles set account_status = 'suspended' where id = $1`, [fan.id])
    expect(await spend(fan, { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal: false })).toEqual({
      ok: false,
      refusal: { kind: 'not_permitted', reason: 'account_closed' },
    })
    expect(await walletBalance(fan.id)).toEqual(ugx(500_000))
  })

  test('SUB-04 gets no free pass', async () => {
    const fan = await fixture.person()
    await fixture.owner().query(
      `with switched as (update profiles set is_blocked = true where id = $1)
       insert into promo_codes (id, code, discount_percentage, expires_at, is_active) values ($2, 'ALLOFF', 100, app_now() + interval '9 days', true)`,
      [fan.id, newId()],
    )
    const product = { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal: false, promo: 'ALLOFF' } as const
    expect(await placeOrder(fan, aStart({ email: fan.email, product, shownMinor: 0n }))).toEqual({
      ok: false,
      refusal: { kind: 'not_permitted', reason: 'account_closed' },
    })
    expect(await fixture.all('select id from subscriptions where user_id = $1', [fan.id])).toEqual([])
  })
})
