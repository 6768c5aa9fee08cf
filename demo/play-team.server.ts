import { approveApplication } from '#app/domain/moderation/approve-application.server.ts'
import { findApplicationForReview } from '#app/domain/moderation/queries.server.ts'
import { recordDocumentOpened, recordMediumOpened, showText } from '#app/domain/moderation/record-opening.server.ts'
import { rejectApplication } from '#app/domain/moderation/reject-application.server.ts'
import { requestApplicationChanges } from '#app/domain/moderation/request-application-changes.server.ts'
import { openCreatorPage } from '#app/domain/creators/open-creator-page.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { findPerson } from '#app/domain/identity/find-person.server.ts'
import { completePurchase } from '#app/domain/purchases/complete-purchase.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { answerChargeback } from '#app/domain/refunds/answer-chargeback.server.ts'
import { askRefund } from '#app/domain/refunds/ask-refund.server.ts'
import { decideRefund } from '#app/domain/refunds/decide-refund.server.ts'
import { readChargebacks } from '#app/domain/refunds/read-chargebacks.server.ts'
import { config } from '#app/platform/config.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import type { Result } from '#app/platform/result.ts'
import { DEMO_APPLICANTS } from './people.ts'
import { settleApplication } from './settle-application.server.ts'
import { findStaff } from './settle-staff.server.ts'
import { tellSimulator } from './simulator.server.ts'

/** Who of the demo's history the team meets: a creator whose sales are disputed, and fans whose card paid for them. */
export type Met = { ids: ReadonlyMap<string, string>; creatorId: string; payers: readonly Payer[] }
type Payer = { person: Person; name: string }
type Day = (met: Met) => Promise<void>

const WRONG_TIP = 'I meant to send this to somebody else'
const NOTHING_SENT = 'She has not answered my message'

/**
 * What the team has to do, and does, by week and day: applications decided, refunds granted, declined and waiting, and three disputed card
 * payments of which one is won, one lost and one still open. Everything by the commands that the console uses.
 */
const DAYS: Readonly<Record<string, Day>> = {
  '10 3': (met) => payByCard(met, 0),
  '9 1': (met) => dispute(met, 0, 'C03'),
  '9 3': (met) => answer(met, 0, 'decline', 'Receipt and view log sent to the bank'),
  '9 5': () => readAgain(),
  '8 1': ({ ids }) => apply(ids, 0),
  '8 3': ({ ids }) => decideOn(ids, 0, 'rejected'),
  '7 3': ({ creatorId }) => requestRefund(creatorId, WRONG_TIP, 'grant'),
  '6 3': (met) => payByCard(met, 1),
  '5 1': (met) => dispute(met, 1, 'C02'),
  '5 3': (met) => answer(met, 1, 'accept', 'The card was stolen, the bank is right'),
  '5 5': () => readAgain(),
  '4 1': ({ ids }) => apply(ids, 1),
  '4 3': ({ ids }) => decideOn(ids, 1, 'approved'),
  '3 3': ({ creatorId }) => requestRefund(creatorId, NOTHING_SENT, 'decline'),
  '2 1': ({ ids }) => apply(ids, 2),
  '2 3': async (met) => {
    await decideOn(met.ids, 2, 'changes_requested')
    await payByCard(met, 2)
  },
  '1 1': ({ creatorId }) => requestRefund(creatorId, WRONG_TIP, null),
  '1 5': (met) => dispute(met, 2, 'C01'),
}

/** What the team does on a day of a week before today, at whose time the clock stands. A build that was interrupted does nothing twice. */
export async function playTeam(week: number, day: number, met: Met): Promise<void> {
  await DAYS[`${week} ${day}`]?.(met)
}

async function apply(ids: ReadonlyMap<string, string>, place: number): Promise<void> {
  const applicant = DEMO_APPLICANTS[place]!
  const id = ids.get(applicant.email)!
  await inTransaction((tx) => openCreatorPage(tx, id, {}))
  await settleApplication(applicant, id)
}

async function decideOn(
  ids: ReadonlyMap<string, string>,
  place: number,
  decision: 'approved' | 'rejected' | 'changes_requested',
): Promise<void> {
  const application = await db
    .selectFrom('creator_applications')
    .select(['id', 'state', 'submitted_at'])
    .where('profile_id', '=', ids.get(DEMO_APPLICANTS[place]!.email)!)
    .executeTakeFirstOrThrow()
  if (application.state !== 'in_review') return
  const moderator = (await findStaff('content-moderator'))!
  const which = { applicationId: application.id, submittedAt: application.submitted_at! }
  if (decision === 'approved') {
    await openEverything(moderator, ids.get(DEMO_APPLICANTS[place]!.email)!)
    return done(await approveApplication(moderator, which))
  }
  if (decision === 'rejected')
    return done(
      await rejectApplication(moderator, {
        ...which,
        message: 'The document belongs to somebody else. Nobody else may apply for you.',
      }),
    )
  const message = 'The photo of your ID is too dark to read. Please take it again in daylight.'
  return done(await requestApplicationChanges(moderator, { ...which, steps: ['identity_document'], message }))
}

/** Looks at everything of an application, as a reviewer does before approving. */
async function openEverything(moderator: Person, creatorId: string): Promise<void> {
  for (const { kind, id } of (await findApplicationForReview(moderator, creatorId))?.unopened ?? [])
    if (kind === 'text') await showText(moderator, id)
    else if (kind === 'photo' || kind === 'video' || kind === 'voice')
      await recordMediumOpened(moderator, id, { played: true })
    else await recordDocumentOpened(moderator, id)
}

/** Thirty days of the creator, paid by card through the gateway's own page. */
async function payByCard({ creatorId, payers }: Met, place: number): Promise<void> {
  const { person, name } = payers[place]!
  if (await findCardPayment(person.id, creatorId)) return
  const placed = await placeOrder(person, {
    from: 'gateway',
    product: { kind: 'creator_subscription', creatorId, renewal: false },
    payer: { name, email: person.email, phone: null, method: 'card', network: null },
    returnTo: {},
    attempt: `demo card ${place}`,
    shownMinor: null,
    checkoutToken: `demo card ${place}`,
    returnUrl: `${config().baseUrl}/payment-callback`,
    network: '127.0.0.1',
  })
  const { reference } = expectOk(placed)
  await tellSimulator('pay', { tx_ref: reference, outcome: 'approve', method: 'card' })
  await completePurchase({ txRef: reference })
}

async function dispute({ creatorId, payers }: Met, place: number, scenario: string): Promise<void> {
  if (await findChargeback(payers[place]!.person.id)) return
  const reference = await findCardPayment(payers[place]!.person.id, creatorId)
  await tellSimulator('scenario', { match: { tx_ref: reference }, scenario })
  await readAgain()
}

/** The reference of the card payment that has bought the creator's thirty days. */
async function findCardPayment(buyerId: string, creatorId: string): Promise<string | undefined> {
  const paid = await db
    .selectFrom('transactions as t')
    .innerJoin('purchases as p', 'p.id', 't.purchase_id')
    .select('t.flutterwave_tx_ref')
    .where('p.buyer_id', '=', buyerId)
    .where('p.product_id', '=', creatorId)
    .where('t.payment_method', '=', 'card')
    .where('t.status', '=', 'succeeded')
    .executeTakeFirst()
  return paid?.flutterwave_tx_ref
}

async function answer({ payers }: Met, place: number, action: 'accept' | 'decline', note: string): Promise<void> {
  const chargeback = await findChargeback(payers[place]!.person.id)
  if (chargeback && chargeback.answer === null)
    done(await answerChargeback((await findStaff('earnings-manager'))!, chargeback.id, { action, note }))
}

async function readAgain(): Promise<void> {
  await readChargebacks()
}

function findChargeback(buyerId: string) {
  return db
    .selectFrom('chargebacks as c')
    .innerJoin('purchases as p', 'p.id', 'c.purchase_id')
    .select(['c.id', 'c.answer'])
    .where('p.buyer_id', '=', buyerId)
    .executeTakeFirst()
}

/** The fan of the newest tip to the creator asks for it; null leaves the request to whoever opens the console. */
async function requestRefund(creatorId: string, note: string, decision: 'grant' | 'decline' | null): Promise<void> {
  const tip = await db
    .selectFrom('purchases as p')
    .select(['p.id', 'p.buyer_id', 'p.amount_minor'])
    .where('p.kind', '=', 'tip')
    .where('p.product_id', '=', creatorId)
    .where('p.state', '=', 'completed')
    .where((row) =>
      row.not(row.exists(row.selectFrom('refunds as r').select('r.id').whereRef('r.purchase_id', '=', 'p.id'))),
    )
    .orderBy('p.completed_at', 'desc')
    .orderBy('p.id')
    .executeTakeFirst()
  if (!tip) return
  const fan = (await findPerson(tip.buyer_id!))!
  const { refundId } = expectOk(await askRefund(fan, { purchaseId: tip.id, note, destination: 'wallet' }))
  if (decision === null) return
  const manager = (await findStaff('earnings-manager'))!
  done(
    await decideRefund(
      manager,
      refundId,
      decision === 'grant'
        ? {
            kind: 'grant',
            amountMinor: tip.amount_minor,
            ends: true,
            note: 'Sent to the wrong creator, asked the same day',
          }
        : { kind: 'decline', note: 'A tip buys nothing, and she answers within two days' },
    ),
  )
}

function expectOk<Value>(result: Result<Value, { kind: string }>): Value {
  if (!result.ok) throw new Error(`the demo's history was refused: ${JSON.stringify(result.refusal)}`)
  return result.value
}

function done(result: Result<unknown, { kind: string }>): void {
  expectOk(result)
}
