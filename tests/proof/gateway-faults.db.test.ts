import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readClock } from '#app/platform/clock.server.ts'
import { SCENARIOS } from '#simulator/scenarios.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { playChargeback, playParts, playRefund } from './fault-plays-refunds.ts'
import { forgetEarlier, playPayment, playPayout } from './fault-plays.ts'
import { CHARGEBACK_FAULTS, PAYMENT_FAULTS, PAYOUT_FAULTS, REFUND_FAULTS } from './fault-table.ts'
import { keepFigures } from './kept-figures.ts'
import { listBreaches } from './list-breaches.ts'

const fixture = usePaymentFixture({ max: 8 })
const counted = { faults: SCENARIOS.length, plays: 0 }
const LONG = 60_000
/** Played by a test of its own. */
const PARTS = ['R05']

beforeAll(async () => {
  await readClock()
})
beforeEach(() => forgetEarlier(fixture))
// Whatever the gateway did, the ledger is complete. Not all scheduled tasks run here: what is due may wait.
afterEach(async ({ task }) => {
  if (task.suite) counted.plays += 1
  expect(await listBreaches(['I13'])).toEqual([])
})
afterAll(() => keepFigures('gateway-faults', counted))

test('ADMIN-07 every fault of the simulator’s catalogue, and each variant of it, has a row here', () => {
  const all = SCENARIOS.flatMap(({ id, variants }) =>
    variants ? Object.keys(variants).map((variant) => `${id}.${variant}`) : [id],
  )
  const rows = [PAYMENT_FAULTS, PAYOUT_FAULTS, REFUND_FAULTS, CHARGEBACK_FAULTS].flatMap((table) =>
    table.map(([id]) => id),
  )
  expect(new Set([...rows, ...PARTS])).toEqual(new Set(all))
})

describe('a payment', () => {
  test.each(PAYMENT_FAULTS)(
    'PAY-06 PAY-07 %s %s',
    async (id, _how, play, end) => {
      expect(await playPayment(fixture, id, play)).toEqual(end)
    },
    LONG,
  )
})

describe('a payout', () => {
  test.each(PAYOUT_FAULTS)(
    'PAYOUT-01 %s %s',
    async (id, _how, end, later) => {
      expect(await playPayout(fixture, id)).toEqual({ end, later: later ?? end })
    },
    LONG,
  )
})

describe('a refund', () => {
  test.each(REFUND_FAULTS)(
    'PAY-08 %s %s',
    async (id, _how, first, later) => {
      expect(await playRefund(fixture, id)).toEqual({ first, later })
    },
    LONG,
  )

  test('PAY-08 PAY-10 R05 partial refunds add up to the whole at most', async () => {
    expect(await playParts(fixture)).toEqual({
      answers: ['requested', 'wrong_amount', 'requested', 'nothing_to_ask'],
      later: {
        state: 'completed, completed',
        atGateway: 'completed-momo, completed-momo',
        booked: 'refund_decided, refund_sent, refund_decided, refund_sent',
        // Staff decided that the post is kept.
        left: 1,
      },
    })
  })
})

describe('a chargeback', () => {
  test.each(CHARGEBACK_FAULTS)(
    'PAY-08 ADMIN-07 %s %s',
    async (id, _how, answer, end) => {
      expect(await playChargeback(fixture, id, answer)).toEqual(end)
    },
    LONG,
  )
})
