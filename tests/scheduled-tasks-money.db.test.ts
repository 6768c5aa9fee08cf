import { expect, test } from 'vitest'
import { runJob, runTask } from '#app/jobs.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { setFeeAutoPay } from '#app/domain/creators/set-fee-auto-pay.server.ts'
import { foldAccounts } from '#app/domain/ledger/fold-accounts.server.ts'
import { sealAllEntries } from '#app/domain/ledger/seal-entries.server.ts'
import { receiveWebhookEvent } from '#app/domain/payments/receive-webhook-event.server.ts'
import { nextRunAt } from '#app/domain/payouts/friday.ts'
import { completePurchase } from '#app/domain/purchases/complete-purchase.server.ts'
import type { ProductOrder } from '#app/domain/products/registry.ts'
import { askRefund } from '#app/domain/refunds/ask-refund.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { chooseRenewal } from '#app/domain/subscriptions/choose-renewal.server.ts'
import { addToDay, dayOf, mondayOf, startOfDay } from '#app/domain/usage/day.ts'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import { now, setClockAdvance } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import {
  advanceTo,
  bought,
  DAY,
  earned,
  fill,
  fromBalance,
  hide,
  HOUR,
  must,
  type Order,
  paid,
  PASS,
  purchaseOf,
  referenceOf,
  startOf,
  subscriptionTo,
  tip,
  unlockOf,
} from './proof/flows/steps.ts'
import { COMMANDS } from './proof/product-commands.ts'
import { makeWorld, type World } from './proof/world.ts'
import { HASH } from './support/payments.ts'
import { accepted } from './support/requests.ts'
import { usePayoutFixture } from './support/payouts.ts'

// The effect of each task is checked for people of its own, so that no test sees another one's work.
const fixture = usePayoutFixture()
const run = (text: string, values: unknown[]) => fixture.owner().query(text, values)
const value = async <Value>(text: string, values: unknown[] = []): Promise<Value | undefined> =>
  (await fixture.one<{ value: Value } | undefined>(text, values))?.value

type Read = () => Promise<unknown>

/** Reads the row of a person or an object; undefined if there is none. */
const readOf =
  (table: string, what: string, column: string, id: string): Read =>
  () =>
    value(`select ${what} as value from ${table} where ${column} = $1`, [id])
const countOf = (table: string, column: string, id: string): Read => readOf(table, 'count(*)::int', column, id)

type Effect = {
  /** Creates what is due; returns a check whether it was done. */
  due: () => Promise<Read>
  before: unknown
  after: unknown
}

/** One task: its effect is missing before, the task is run by its name, and its effect is there. */
function task(name: string, { due, before, after }: Effect): void {
  test(`the scheduled task “${name}” does its work`, async () => {
    const read = await due()
    expect(await read()).toEqual(before)
    await runTask(name)
    expect(await read()).toEqual(after)
  })
}

function job(name: string, run: () => Promise<void>): void {
  test(`the job “${name}” does its work`, run)
}

const world = (): Promise<World> => makeWorld(fixture.owner())
const aCreator = async (): Promise<Person> => (await world()).creators[0]
/** A fan without granted access: the first fan of a world has full access. */
const aFan = async (): Promise<Person> => (await world()).fans[1]
const carryOut = ({ command, input }: Order): Promise<unknown> => COMMANDS[command]!(input)
const FEE = { kind: 'creator_fee', renewal: false } as const

/** A fan who has bought only this, and the first creator. */
async function buyerOf(product: (people: World) => ProductOrder): Promise<{ fan: Person; creator: Person }> {
  const people = await world()
  const [, fan] = people.fans
  await bought(fixture, fan, product(people))
  return { fan, creator: people.creators[0] }
}
const aPassHolder = () => buyerOf(() => PASS)
const aSubscriber = () => buyerOf(subscriptionTo)

/** A creator who is visible only because of a week that they pay from their earnings now. */
async function withPaidWeek(): Promise<Person> {
  const people = await world()
  const [creator] = people.creators
  await earned(fixture, people, 400_000)
  await hide(fixture, [creator.id])
  await must(carryOut(fromBalance(creator, FEE, 'earnings')) as Promise<{ ok: true; value: unknown }>)
  return creator
}

/** A fan whose request a creator has accepted: the money is held for it. */
async function withRequest(): Promise<{ fan: Person; creator: Person }> {
  const people = await world()
  const [[fan], [creator]] = [people.fans, people.creators]
  await fill(fixture, fan, 150_000)
  await accepted(fan, creator)
  return { fan, creator }
}

task('read the clock', {
  due: async () => {
    const before = now().getTime()
    await fixture.advance(HOUR)
    setClockAdvance(before - Date.now())
    return async () => Math.round((now().getTime() - before) / 1_000 / HOUR)
  },
  before: 0,
  after: 1,
})

task('reconcile payments', {
  due: async () => {
    const txRef = await paid(fixture, await aFan(), PASS)
    await run('update transactions set next_check_at = app_now() where flutterwave_tx_ref = $1', [txRef])
    return readOf('transactions', 'status', 'flutterwave_tx_ref', txRef)
  },
  before: 'pending',
  after: 'succeeded',
})

task('send refunds', {
  due: async () => {
    const { fan } = await aPassHolder()
    const purchaseId = await purchaseOf(fixture, fan, 'pass')
    const requested = { purchaseId, note: 'I have not used it at all.', destination: 'source' } as const
    const { refundId } = await must(askRefund(fan, requested))
    await fixture.advance(60)
    return readOf('refunds', 'sent_at is not null', 'id', refundId)
  },
  before: false,
  after: true,
})

task('read chargebacks', {
  due: async () => {
    const { txRef, purchaseId } = await fixture.paidPass()
    await fixture.scenario('C05', { tx_ref: txRef })
    return countOf('chargebacks', 'purchase_id', purchaseId)
  },
  before: 0,
  after: 1,
})

task('refund removed posts', {
  due: async () => {
    const people = await world()
    await bought(fixture, people.fans[0], unlockOf(people))
    await run(`update posts set state = 'removed' where id = $1`, [people.posts[0][1]])
    const purchaseId = await purchaseOf(fixture, people.fans[0], 'post_unlock')
    return readOf('refunds', 'reason', 'purchase_id', purchaseId)
  },
  before: undefined,
  after: 'removed',
})

task('retry webhook events', {
  due: async () => {
    fixture.state.deliver = false
    const reference = await referenceOf(startOf(await aFan(), PASS))
    await fixture.pay(reference, 'approve')
    await fixture.settled()
    await fixture.advance(5 * 60)
    return readOf('webhook_events', 'state', 'tx_ref', reference)
  },
  before: 'received',
  after: 'processed',
})

job('process_webhook_event', async () => {
  const reference = await paid(fixture, await aFan(), PASS)
  const [charge] = (await fixture.atGateway(reference)).transactions
  const body = JSON.stringify({ event: 'charge.completed', data: { id: charge!.id, tx_ref: reference } })
  const taken = await receiveWebhookEvent(new Headers({ 'verif-hash': HASH }), new TextEncoder().encode(body))
  const { webhookEventId } = await must(Promise.resolve(taken))
  await runJob('process_webhook_event', { webhookEventId })
  expect(await readOf('transactions', 'status', 'flutterwave_tx_ref', reference)()).toBe('succeeded')
})

task('remove lapsed creators from the feeds', {
  due: async () => {
    const { id } = await aCreator()
    await run('update creators set listed = true, listed_until = app_now() where profile_id = $1', [id])
    await hide(fixture, [id])
    return readOf('creators', 'listed', 'profile_id', id)
  },
  before: true,
  after: false,
})

task('earn finished creator weeks', {
  due: async () => {
    const creator = await withPaidWeek()
    await fixture.advance(7 * DAY + HOUR)
    return readOf('creator_fee_weeks', 'earned_at is not null', 'creator_id', creator.id)
  },
  before: false,
  after: true,
})

task('pay creator weeks from earnings', {
  due: async () => {
    const creator = await withPaidWeek()
    await must(setFeeAutoPay(creator, 6_000_000n))
    await fixture.advance(6 * DAY + HOUR)
    return countOf('creator_fee_weeks', 'creator_id', creator.id)
  },
  before: 1,
  after: 2,
})

task('remind creators of their fee', {
  due: async () => {
    const { id } = await aCreator()
    await run(`update creator_listings set ends_at = app_now() + interval '1 day' where creator_id = $1`, [id])
    return readOf('creator_fee_reminders', 'kind', 'creator_id', id)
  },
  before: undefined,
  after: 'one_day',
})

task('offer to pay fees from earnings', {
  due: async () => {
    const { id } = await aCreator()
    await fixture.earn(id, 80_000)
    // Whoever is paid for weeks ahead is not asked.
    await run(`update creator_listings set ends_at = app_now() + interval '5 days' where creator_id = $1`, [id])
    return readOf('creators', 'fee_auto_pay_offered_at is not null', 'profile_id', id)
  },
  before: false,
  after: true,
})

task('remind creators of a payout account', {
  due: async () => {
    const { id } = await aCreator()
    await run('delete from payout_accounts where creator_id = $1', [id])
    await fixture.earn(id, 80_000)
    return countOf('payout_account_reminders', 'creator_id', id)
  },
  before: 0,
  after: 1,
})

task('refund subscriptions to hidden creators', {
  due: async () => {
    const { fan, creator } = await aSubscriber()
    await fixture.advance(10 * DAY + HOUR)
    await hide(fixture, [creator.id])
    return readOf('creator_subscriptions', 'status', 'user_id', fan.id)
  },
  before: 'active',
  after: 'rest_refunded',
})

task('earn a day of creator subscriptions', {
  due: async () => {
    const { fan } = await aSubscriber()
    await fixture.advance(2 * DAY)
    return readOf('creator_subscriptions', 'earned_days > 0', 'user_id', fan.id)
  },
  before: false,
  after: true,
})

task('release earnings', {
  due: async () => {
    const people = await world()
    const [creator] = people.creators
    await fill(fixture, people.fans[0], 80_000)
    await carryOut(fromBalance(people.fans[0], tip(creator.id, 50_000)))
    await fixture.advance(8 * DAY)
    return readOf('earnings', 'released_at is not null', 'creator_id', creator.id)
  },
  before: false,
  after: true,
})

task('share passes', {
  due: async () => {
    const { fan, creator } = await aPassHolder()
    await recordUse(fan.id, creator.id)
    const week = mondayOf(dayOf(now()))
    await advanceTo(fixture, new Date(startOfDay(addToDay(week, 7)).getTime() + HOUR * 1_000))
    return readOf('share_runs', 'state', 'week', week)
  },
  before: undefined,
  after: 'done',
})

task('pay creators on Fridays', {
  due: async () => {
    const creator = await fixture.creatorWith(100_000)
    await advanceTo(fixture, new Date(nextRunAt(now()).getTime() + 60_000))
    return async () => (await fixture.payoutsOf(creator.id)).map((payout) => payout.run_day !== null)
  },
  before: [],
  after: [true],
})

task('send payouts', {
  due: async () => {
    const creator = await fixture.creatorWith(100_000)
    await fixture.process(creator)
    return async () => (await fixture.only(creator.id)).state
  },
  before: 'pending',
  after: 'sent',
})

task('retry payouts after temporary failures', {
  due: async () => {
    const creator = await fixture.creatorWith(100_000, '+256770000934')
    await fixture.process(creator)
    await runTask('send payouts')
    for (const seconds of [2 * 60, 31 * 60, DAY + HOUR]) {
      await fixture.advance(seconds)
      await runTask('send payouts')
    }
    return async () => (await fixture.payoutsOf(creator.id)).map((payout) => payout.state)
  },
  before: ['failed'],
  after: ['failed', 'pending'],
})

task('seal payout numbers', {
  due: async () => {
    const creator = await fixture.creatorWith(0)
    return () =>
      fixture.one(
        'select number is null as sealed, sealed_number is null as plain from payout_accounts where creator_id = $1',
        [creator.id],
      )
  },
  before: { sealed: false, plain: true },
  after: { sealed: true, plain: false },
})

task('renew passes from wallets', {
  due: async () => {
    const { fan } = await aPassHolder()
    await fill(fixture, fan, 300_000)
    await must(chooseRenewal(fan, { mode: 'automatic', shownMinor: 18_000_000n, country: 'UG' }))
    const end = await value<Date>(
      `select expires_at - interval '5 hours' as value from subscriptions where user_id = $1`,
      [fan.id],
    )
    await advanceTo(fixture, end!)
    return countOf('subscriptions', 'user_id', fan.id)
  },
  before: 1,
  after: 2,
})

task('remind fans of the end of a pass', {
  due: async () => {
    const { fan } = await aPassHolder()
    // Bought long enough ago: a pass bought a moment before a notice gets none.
    await run(
      `update subscriptions set expires_at = app_now() + interval '20 hours', created_at = app_now() - interval '29 days' where user_id = $1`,
      [fan.id],
    )
    return readOf('subscription_notices', 'kind', 'account_id', fan.id)
  },
  before: undefined,
  after: 'one_day',
})

task('release unused promo codes', {
  due: async () => {
    const promo = `W${newId().replaceAll('-', '').slice(-14).toUpperCase()}`
    await run('insert into promo_codes (id, code, discount_percentage, usage_limit) values ($1, $2, 20, 1)', [
      newId(),
      promo,
    ])
    const txRef = await referenceOf(startOf(await aFan(), { ...PASS, promo }))
    await completePurchase({ txRef, left: true })
    return readOf('promo_codes', 'usage_count', 'code', promo)
  },
  before: 1,
  after: 0,
})

task('exchange passes paid in dollars', {
  due: async () => {
    const fan = await aFan()
    const payer = { name: 'A Fan', email: fan.email, phone: null, method: 'card' as const, network: null }
    const reference = await referenceOf(startOf(fan, { ...PASS, currency: 'USD' }, payer))
    await fixture.pay(reference, 'approve', { method: 'card' })
    await completePurchase({ txRef: reference })
    // As passes were stored before they were exchanged at once: in dollars, without another entry.
    const purchaseId = await purchaseOf(fixture, fan, 'pass')
    await fixture.owner().query(`
      alter table journal_entries disable trigger user; alter table subscriptions disable trigger user;
      update subscriptions set deferred_minor = null, shillings_per_dollar = null where purchase_id = '${purchaseId}';
      update journal_entries set idempotency_key = idempotency_key || ' before' where kind = 'pass_exchanged' and cause_id = '${purchaseId}';
      alter table journal_entries enable trigger user; alter table subscriptions enable trigger user`)
    return readOf('subscriptions', 'deferred_minor is not null', 'user_id', fan.id)
  },
  before: false,
  after: true,
})

task('cancel expired holds', {
  due: async () => {
    const { fan } = await withRequest()
    await fixture.advance(4 * DAY + 60)
    return readOf('wallet_holds', 'state', 'owner_id', fan.id)
  },
  before: 'held',
  after: 'cancelled',
})

task('end due requests', {
  due: async () => {
    const { fan, creator } = await withRequest()
    await hide(fixture, [creator.id])
    return readOf('wallet_holds', 'end_reason', 'owner_id', fan.id)
  },
  before: null,
  after: 'creator_hidden',
})

const unfolded = () => value<boolean>('select count(*) > 0 as value from ledger_unfolded')
const unsealed = () =>
  value<boolean>(
    `select count(*) > 0 as value from journal_entries e where not exists (select from ledger_sealed s where s.entry_id = e.id)`,
  )

/** A new entry in the ledger, after all older ones are processed. */
const withNewEntry = (catchUp: () => Promise<unknown>, read: Read): Effect => ({
  due: async () => {
    await catchUp()
    await fill(fixture, (await world()).fans[0], 50_000)
    return read
  },
  before: true,
  after: false,
})

task('fold hot accounts', withNewEntry(foldAccounts, unfolded))

task('seal the ledger', withNewEntry(sealAllEntries, unsealed))

task('seal remaining entries', withNewEntry(sealAllEntries, unsealed))

task('delete old uses', {
  due: async () => {
    const people = await world()
    const [{ id: fan }, { id: creator }] = [people.fans[1], people.creators[0]]
    await run(
      `insert into share_runs (id, week, state, fee_basis_points, carried_in_minor, carried_in_fee_minor, checksum, done_at)
       values ($1, date_trunc('week', app_now())::date - 7, 'done', 2000, 0, 0, 'x', app_now()) on conflict do nothing`,
      [newId()],
    )
    await run('insert into creator_uses (fan_id, creator_id, day) values ($1, $2, app_now()::date - 100)', [
      fan,
      creator,
    ])
    return countOf('creator_uses', 'fan_id', fan)
  },
  before: 1,
  after: 0,
})

task('notify staff of urgent alerts', {
  due: async () => {
    const id = newId()
    // Nobody gets two mails of one kind within a quarter of an hour.
    await fixture.owner().query('delete from staff_alerts')
    await inTransaction((tx) => publish(tx, { event: 'gateway_differs', actorId: null, objectId: id, alert: {} }))
    return readOf('staff_alerts', 'notified_at is not null', 'object_id', id)
  },
  before: false,
  after: true,
})

task('compare with the gateway', {
  due: async () => () => value(`select count(*) > 0 as value from reconciliation_runs where kind = 'gateway'`),
  before: false,
  after: true,
})
