import { expect, test } from 'vitest'
import { newId } from '#app/platform/id.ts'
import { useDatabase } from '#tests/support/database.ts'
import { renderMetrics } from './metrics.ts'

const database = useDatabase()

const waiting = async () =>
  Object.fromEntries(
    [...(await renderMetrics()).matchAll(/^money_waiting\{what="(\w+)"\} (\d+)$/gm)].map(([, what, number]) => [
      what,
      Number(number),
    ]),
  )
const NOTHING = {
  chargebacks_open: 0,
  payouts_halted: 0,
  payouts_to_check: 0,
  refunds_failed: 0,
  refunds_to_decide: 0,
  differences_open: 0,
}

test('ADMIN-09 the metrics count money matters that wait for a person, and stop when they are settled', async () => {
  expect(await waiting()).toEqual(NOTHING)
  await database.owner().query(`insert into payout_halts (id, reason) values ($1, 'day')`, [newId()])
  await database.owner().query(
    `insert into reconciliation_differences (id, kind, subject, description, causes_at, last_seen_at, first_seen_at)
     values ($1, 'breach', 'a test', 'a test', app_now(), app_now(), app_now())`,
    [newId()],
  )
  await database
    .owner()
    .query(
      `insert into chargebacks (id, gateway, chargeback_id, status, raw_status, opened_at) values ($1, 'flutterwave', '1', 'initiated', 'initiated', app_now())`,
      [newId()],
    )
  expect(await waiting()).toEqual({ ...NOTHING, payouts_halted: 1, differences_open: 1, chargebacks_open: 1 })
  await database.owner().query(`update reconciliation_differences set state = 'explained', ended_at = app_now()`)
  expect(await waiting()).toEqual({ ...NOTHING, payouts_halted: 1, chargebacks_open: 1 })
})
