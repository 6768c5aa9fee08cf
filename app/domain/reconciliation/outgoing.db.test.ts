import { describe, expect, test } from 'vitest'
import { sendRefunds } from '#app/domain/payments/send-refunds.server.ts'
import { keepPayoutsMoving } from '#app/domain/payouts/send-payouts.server.ts'
import { askRefund } from '#app/domain/refunds/ask-refund.server.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { usePayoutFixture } from '#tests/support/payouts.ts'
import { listDifferences } from './queries.server.ts'
import { reconcileGateway } from './reconcile-gateway.server.ts'
import { listing } from '#tests/support/listing.ts'

const open = () => listDifferences(listing('open', { limit: 5 }))

describe('what payouts cost', () => {
  const fixture = usePayoutFixture()

  test('ADMIN-07 PAYOUT-01 another fee than was posted is found, and explained when both agree', async () => {
    const creator = await fixture.creatorWith(144_000)
    await fixture.process(creator)
    await keepPayoutsMoving()
    await fixture.pass(2, 1)
    await reconcileGateway()
    expect(await open()).toEqual([])
    const { id } = await fixture.only(creator.id)
    await fixture.owner().query('update payouts set provider_fee_minor = 150000 where id = $1', [id])
    await reconcileGateway()
    expect(await open()).toMatchObject([{ kind: 'transfer_fee', amountMinor: -21_000n }])
    await fixture.owner().query('update payouts set provider_fee_minor = 171000 where id = $1', [id])
    await reconcileGateway()
    expect(await open()).toEqual([])
  })
})

describe('refunds', () => {
  const fixture = usePaymentFixture({ max: 14 })

  test('ADMIN-07 PAY-08 a refund that we count as arrived and the gateway shows as failed is found', async () => {
    const { fan, purchaseId } = await fixture.paidPass()
    await fixture.control('/control/balance', { currency: 'UGX', available: 1_000_000 })
    await askRefund(fan, { purchaseId, note: 'Not used.', destination: 'source' })
    await fixture.scenario('R03', {}, 1)
    await sendRefunds()
    await fixture.advance(86_400 + 120)
    await sendRefunds()
    const { state } = await fixture.one<{ state: string }>('select state from refunds where purchase_id = $1', [
      purchaseId,
    ])
    expect(state).toBe('failed')
    await reconcileGateway()
    expect(await open()).toEqual([])
    await fixture.owner().query(`update refunds set state = 'completed' where purchase_id = $1`, [purchaseId])
    await reconcileGateway()
    expect(await open()).toMatchObject([{ kind: 'refund_state', amountMinor: 18_000_000n }])
  })
})
