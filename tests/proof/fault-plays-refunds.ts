import { sendRefunds } from '#app/domain/payments/send-refunds.server.ts'
import { answerChargeback } from '#app/domain/refunds/answer-chargeback.server.ts'
import { askRefund } from '#app/domain/refunds/ask-refund.server.ts'
import { decideRefund } from '#app/domain/refunds/decide-refund.server.ts'
import { retryRefund } from '#app/domain/refunds/move-refund.server.ts'
import { readChargebacks } from '#app/domain/refunds/read-chargebacks.server.ts'
import { reconcileGateway } from '#app/domain/reconciliation/reconcile-gateway.server.ts'
import { settleFor } from './fault-plays.ts'
import { bought, PASS, type Fixture } from './flows.ts'
import { makeWorld, type World } from './world.ts'

const DAY = 86_400
const NOTE = 'It was not what was promised.'
const WHEN_REFUNDING = ['send refunds', 'retry webhook events']
const STEPS = [300, 1_800, 3_600, 3_600, 6 * 3_600, DAY, DAY]

/** The state of a refund in the product and at the gateway, its entries, and whether what was bought is still there. */
export type RefundEnd = { state: string; atGateway: string; booked: string; left: number }

/** An unused pass is refunded to its source under a fault; the scheduled tasks do the rest, and a person retries what failed. */
export async function playRefund(fixture: Fixture, scenario: string): Promise<{ first: RefundEnd; later: RefundEnd }> {
  const world = await makeWorld(fixture.owner())
  const [, fan] = world.fans
  const txRef = await bought(fixture, fan, PASS)
  fixture.state.refuseNotices = false
  const purchaseId = await purchaseOf(fixture, txRef)
  const asked = await askRefund(fan, { purchaseId, note: NOTE, destination: 'source' })
  if (!asked.ok) throw new Error(asked.refusal.kind)
  await fixture.scenario(scenario, { tx_ref: txRef })
  await sendRefunds()
  const first = await refundEnd(fixture, txRef, purchaseId)
  await settleFor(fixture, STEPS, WHEN_REFUNDING)
  const again = await retryRefund(world.staff.earnings, asked.value.refundId)
  if (again.ok) await settleFor(fixture, [5, DAY, DAY], WHEN_REFUNDING)
  return { first, later: await refundEnd(fixture, txRef, purchaseId) }
}

/** A post is refunded in two parts by a person, and a third refund is requested; returns the results of the decisions, too. */
export async function playParts(fixture: Fixture): Promise<{ answers: string[]; later: RefundEnd }> {
  const world = await makeWorld(fixture.owner())
  const { txRef, purchaseId } = await boughtPost(fixture, world)
  await fixture.scenario('R05', { tx_ref: txRef })
  const answers: string[] = []
  for (const parts of [[2_000_000n], [3_000_100n, 3_000_000n], [100n]]) {
    const asked = await askRefund(world.fans[0], { purchaseId, note: NOTE, destination: 'source' })
    if (!asked.ok) {
      answers.push(asked.refusal.kind)
      continue
    }
    for (const amountMinor of parts) {
      const decision = { kind: 'grant', amountMinor, ends: false, note: NOTE } as const
      const decided = await decideRefund(world.staff.earnings, asked.value.refundId, decision)
      answers.push(decided.ok ? decided.value : decided.refusal.kind)
    }
    await sendRefunds()
  }
  await settleFor(fixture, STEPS, WHEN_REFUNDING)
  return { answers, later: await refundEnd(fixture, txRef, purchaseId) }
}

async function refundEnd(fixture: Fixture, txRef: string, purchaseId: string): Promise<RefundEnd> {
  const states = await fixture.all<{ state: string }>(
    'select state from refunds where purchase_id = $1 order by created_at, id',
    [purchaseId],
  )
  const entries = await fixture.all<{ kind: string }>(
    `select e.kind from journal_entries e join refunds r on r.id = e.cause_id where r.purchase_id = $1 order by e.recorded_at, e.id`,
    [purchaseId],
  )
  const { refunds } = (await fixture.atGateway(txRef)) as unknown as { refunds: { status: string }[] }
  return {
    state: states.map(({ state }) => state).join(', '),
    atGateway: refunds.map(({ status }) => status).join(', '),
    booked: entries.map(({ kind }) => kind).join(', '),
    left: await rightsLeft(fixture, purchaseId),
  }
}

/** The state of a chargeback, its entries, whether the post is still open, and what the reconciliation found about the payment. */
export type ChargebackEnd = { status: string; booked: string; left: number; puzzling: boolean; found: string }

/** A bank disputes the payment of a post; staff answers as given, or not at all. */
export async function playChargeback(
  fixture: Fixture,
  scenario: string,
  answer: 'accept' | 'decline' | null,
): Promise<ChargebackEnd> {
  const world = await makeWorld(fixture.owner())
  const { txRef, purchaseId } = await boughtPost(fixture, world)
  await fixture.scenario(scenario, { tx_ref: txRef })
  await readChargebacks()
  const row = await fixture.one<{ id: string } | undefined>('select id from chargebacks where purchase_id = $1', [
    purchaseId,
  ])
  if (answer && row) await answerChargeback(world.staff.earnings, row.id, { action: answer, note: NOTE })
  // What happened in the last hour may not be in both books yet.
  await fixture.advance(7_200)
  const began = await fixture.one<{ at: Date }>('select app_now() as at')
  await reconcileGateway()
  // The gateway has forgotten earlier plays, and some of them have left a payment in review.
  const found = await fixture.all<{ kind: string }>(
    `select kind from reconciliation_differences where first_seen_at >= $1 and kind not like '%_missing'
       and (kind <> 'payment_unclear' or object_id = (select id::text from transactions where flutterwave_tx_ref = $2))
     order by kind`,
    [began.at, txRef],
  )
  await settleFor(fixture, [DAY + 60, 2 * DAY, 4 * DAY], ['read chargebacks'])
  const end = await fixture.one<{ status: string; puzzling: boolean } | undefined>(
    'select status, puzzling is not null as puzzling from chargebacks where purchase_id = $1',
    [purchaseId],
  )
  const entries = await fixture.all<{ kind: string }>(
    `select e.kind from journal_entries e join chargebacks c on c.id = e.cause_id where c.purchase_id = $1 order by e.recorded_at, e.id`,
    [purchaseId],
  )
  return {
    status: end?.status ?? 'none',
    booked: entries.map(({ kind }) => kind).join(', '),
    left: await rightsLeft(fixture, purchaseId),
    puzzling: end?.puzzling ?? false,
    found: found.map(({ kind }) => kind).join(', '),
  }
}

async function boughtPost(fixture: Fixture, world: World): Promise<{ txRef: string; purchaseId: string }> {
  const txRef = await bought(fixture, world.fans[0], { kind: 'post_unlock', postId: world.posts[0][1]! })
  fixture.state.refuseNotices = false
  return { txRef, purchaseId: await purchaseOf(fixture, txRef) }
}

async function purchaseOf(fixture: Fixture, txRef: string): Promise<string> {
  const row = await fixture.one<{ id: string }>(
    'select purchase_id as id from transactions where flutterwave_tx_ref = $1',
    [txRef],
  )
  return row.id
}

/** How many rights from a purchase are still there. */
export async function rightsLeft(fixture: Fixture, purchaseId: string): Promise<number> {
  const { left } = await fixture.one<{ left: number }>(
    `select ((select count(*) from unlocks where purchase_id = $1 and revoked_at is null)
           + (select count(*) from subscriptions where purchase_id = $1 and status = 'active'))::int as left`,
    [purchaseId],
  )
  return left
}
