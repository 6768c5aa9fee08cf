import type { Entry } from '#app/domain/ledger/chart.ts'
import type { Money } from '#app/domain/money/money.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import { chargebackReceived } from '#app/domain/refunds/chargeback.ts'
import { refundDecided } from '#app/domain/refunds/entries.ts'
import { setRate } from '#app/domain/settings/rates.server.ts'
import { earnCreatorSubscriptions } from '#app/domain/subscriptions/earn-creator-subscriptions.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import type { usePaymentFixture } from './payments.ts'
import { aTip, fillWallet, spend } from './spending.ts'

type Fixture = ReturnType<typeof usePaymentFixture>
type Facts = { of?: string; price: Money; days: number; vatBasisPoints: number; creator: string; at: Date }

/**
 * The entries of docs/money.md that reverse real sales: bought from a wallet, earned for so many days, and reversed by the
 * product itself. Null for every other event.
 */
export async function soldEntryOf(kind: string, fixture: Fixture, facts: Facts): Promise<Entry | null> {
  const { of, price, creator, at } = facts
  if (of !== 'tip' && of !== 'creator_subscription') return null
  if (kind !== 'refund_decided' && kind !== 'chargeback_received') return null
  const fan = await fixture.person()
  // A fan who tips has a pass, and a fan with a pass needs no subscription.
  if (of === 'tip') await fixture.grantPass(fan.id)
  await fillWallet(fan, Number(price.amountMinor / 100n))
  const setVat = (basisPoints: number) =>
    inTransaction((tx) =>
      setRate(tx, { kind: 'vat_on_platform_fee', basisPoints, setBy: fan.id, reason: 'an example' }),
    )
  await setVat(facts.vatBasisPoints)
  const bought = await spend(
    fan,
    of === 'tip'
      ? aTip(creator, Number(price.amountMinor / 100n))
      : { kind: 'creator_subscription', creatorId: creator, renewal: false },
  )
  if (!bought.ok) throw new Error(JSON.stringify(bought.refusal))
  if (facts.days > 0) {
    // The first whole day begins with the next midnight.
    await fixture.advance((facts.days + 1) * 86_400)
    await earnCreatorSubscriptions()
  }
  await setVat(0)
  const booked = { id: newId(), amountMinor: price.amountMinor, currency: price.currency, at }
  const { lines } = await inTransaction(async (tx) =>
    productOf(of).reverse(tx, {
      purchase: await tx
        .selectFrom('purchases')
        .selectAll()
        .where('id', '=', bought.value.reference)
        .executeTakeFirstOrThrow(),
      buyerId: fan.id,
      amountMinor: price.amountMinor,
      restMinor: price.amountMinor,
      ends: true,
      causeKind: kind === 'refund_decided' ? 'refund' : 'chargeback',
      causeId: booked.id,
      at,
    }),
  )
  return kind === 'refund_decided' ? refundDecided(booked, lines) : chargebackReceived(booked, lines)
}
