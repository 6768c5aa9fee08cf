import { beforeEach, describe, expect, test } from 'vitest'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { creatorAccount } from '#app/domain/earnings/earning.ts'
import { releaseEarnings } from '#app/domain/earnings/release-earnings.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { recordDevice } from '#app/domain/identity/record-device.server.ts'
import { credit, debit } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { deliverRequest } from '#app/domain/requests/deliver-request.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { runAudit } from '#app/domain/audit/run-audit.server.ts'
import { auditAfterEach } from '#tests/support/balanced-books.ts'
import { enlistStaff } from '#tests/support/enlist-staff.ts'
import { mailsTo } from '#tests/support/mails.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { accepted, addReadyMedium } from '#tests/support/requests.ts'
import { aTip, spend } from '#tests/support/spending.ts'
import { answerChargeback } from './answer-chargeback.server.ts'
import { findChargeback } from './chargeback-queries.server.ts'
import { readChargebacks } from './read-chargebacks.server.ts'

const fixture = usePaymentFixture({ max: 10 })
const run = (text: string, values: unknown[] = []) => fixture.owner().query(text, values)
const DAY = 86_400
const RATE = 500_000n

auditAfterEach()

// The simulator numbers its chargebacks again after each reset.
beforeEach(async () => {
  await run(
    `update chargebacks set chargeback_id = 'before ' || id, ended_at = coalesce(ended_at, app_now()) where chargeback_id not like 'before %'`,
  )
})

async function aFan(): Promise<Person> {
  const fan = await fixture.person({ displayName: 'Brian Okello' })
  await fixture.grantPass(fan.id)
  return fan
}

async function aCreator(): Promise<Person> {
  const { creatorId } = await fixture.lockedPost()
  return { ...(await fixture.person()), id: creatorId, userType: 'creator' }
}

async function aManager(): Promise<Person> {
  const manager = await fixture.person({ userType: 'admin', staffRole: 'earnings-manager' })
  await enlistStaff(run, manager.id, 'earnings-manager')
  return manager
}

/** The fan and this creator have signed in with one browser, each from another network. */
async function tie(fan: Person, creator: Person): Promise<void> {
  for (const person of [fan, creator]) await recordDevice(person.id, `browser of ${creator.id}`, `net of ${person.id}`)
}

/** What is available leaves, as by a payout. */
const payOut = ({ id }: Person, shillings: number) =>
  inTransaction((tx) => {
    const causeId = newId()
    const amountMinor = BigInt(shillings) * 100n
    return postEntry(tx, {
      kind: 'correction',
      idempotencyKey: `test:${causeId}`,
      causeKind: 'test',
      causeId,
      happenedAt: now(),
      lines: [
        debit(creatorAccount('creator_available', id), amountMinor),
        credit({ purpose: 'corrections', ownerId: null, currency: 'UGX' }, amountMinor),
      ],
    })
  })

/** Fills the wallet by a card, in shillings. Returns the reference of the payment. */
async function topUp(fan: Person, shillings: number): Promise<string> {
  const product = { kind: 'wallet_top_up', amountMinor: BigInt(shillings) * 100n, restMinor: 0n } as const
  const payer = {
    name: 'Brian Okello',
    email: fan.email,
    phone: '+256772123456',
    method: 'card',
    network: null,
  } as const
  const started = await placeOrder(fan, aStart({ email: fan.email, payer, product }))
  if (!started.ok) throw new Error(JSON.stringify(started.refusal))
  await fixture.pay(started.value.reference, 'approve')
  await fixture.settled()
  return started.value.reference
}

async function writes(fan: Person, creator: Person, messages: number): Promise<void> {
  for (let number = 1; number <= messages; number += 1) {
    const sent = await sendMessage(fan, {
      to: { creatorId: creator.id },
      text: `message ${number}`,
      clientId: newId(),
      shownMinor: RATE,
      confirmed: true,
    })
    if (!sent.ok) throw new Error(sent.refusal.kind)
  }
}

/** A request of so many shillings is asked, accepted and delivered. */
async function delivered(fan: Person, creator: Person, shillings: number): Promise<void> {
  const requestId = await accepted(fan, creator, { priceMinor: BigInt(shillings) * 100n })
  await addReadyMedium(fixture.owner(), creator.id, requestId)
  const answer = await deliverRequest(creator, requestId)
  if (!answer.ok) throw new Error(answer.refusal.kind)
}

async function tips(fan: Person, creator: Person, shillings: number): Promise<void> {
  const tip = await spend(fan, aTip(creator.id, shillings))
  if (!tip.ok) throw new Error(tip.refusal.kind)
}

/** A bank reverses what a card paid; `C03` is a case that is won by declining it. Returns the chargeback's id. */
async function chargeBack(reference: string, scenario: 'C01' | 'C03' = 'C01'): Promise<string> {
  await fixture.scenario(scenario, { tx_ref: reference })
  await readChargebacks()
  const { id } = await fixture.one<{ id: string }>(
    `select c.id from chargebacks c join transactions t on t.id = c.transaction_id where t.flutterwave_tx_ref = $1`,
    [reference],
  )
  return id
}

async function winAgainst(chargebackId: string): Promise<void> {
  await answerChargeback(await aManager(), chargebackId, { action: 'decline', note: 'Delivered and answered.' })
  for (let day = 0; day < 4; day += 1) {
    await fixture.advance(DAY)
    await readChargebacks()
  }
}

/** Shillings of a creator: pending, available, owed. */
const shillingsOf = async ({ id }: Person) =>
  ({
    pending: -(await getBalance(creatorAccount('creator_pending', id))) / 100n,
    available: -(await getBalance(creatorAccount('creator_available', id))) / 100n,
    owed: (await getBalance(creatorAccount('creator_debt', id))) / 100n,
  }) as const
const nothing = { pending: 0n, available: 0n, owed: 0n }
const walletOf = async (fan: Person) => (await walletBalance(fan.id)).amountMinor / 100n

/** The shillings of the chargeback's entry by account. */
async function entryOf(chargebackId: string): Promise<Record<string, bigint>> {
  const rows = await fixture.all<{ purpose: string; minor: bigint }>(
    `select a.purpose, sum(p.amount_minor)::bigint as minor from journal_entries e join postings p on p.entry_id = e.id
     join ledger_accounts a on a.id = p.account_id where e.cause_id = $1 and e.kind = 'chargeback_received' group by 1`,
    [chargebackId],
  )
  return Object.fromEntries(rows.map(({ purpose, minor }) => [purpose, minor / 100n]))
}

const tiesOn = (chargebackId: string) =>
  fixture.all('select creator_id, kind from chargeback_ties where chargeback_id = $1', [chargebackId])

describe('the chargeback of a top-up that messages and requests have used', () => {
  test('PAY-08 five paid messages and a delivered request: a tied creator’s part is reversed, and the tie is recorded', async () => {
    const [fan, creator] = [await aFan(), await aCreator()]
    await tie(fan, creator)
    const reference = await topUp(fan, 500_000)
    await writes(fan, creator, 5)
    await delivered(fan, creator, 400_000)
    expect(await shillingsOf(creator)).toEqual({ ...nothing, pending: 340_000n })
    const id = await chargeBack(reference)
    expect(await shillingsOf(creator)).toEqual(nothing)
    expect(await entryOf(id)).toEqual({
      wallet: 75_000n,
      creator_pending: 340_000n,
      // Our own fee, as with a used pass: revenue continues to show what was sold.
      chargeback_losses: 85_000n,
      gateway_clearing: -500_000n,
    })
    expect(await tiesOn(id)).toEqual([{ creator_id: creator.id, kind: 'same_device' }])
    expect(await walletOf(fan)).toBe(0n)
    const { email } = await fixture.one<{ email: string }>('select email from profiles where id = $1', [creator.id])
    expect(await mailsTo(email, 'sale_charged_back')).toMatchObject([
      { productName: 'Chat and custom requests', amount: expect.stringContaining('340,000') },
    ])
  })

  test('PAY-08 a creator without a tie keeps all of it, and the loss is ours', async () => {
    const [fan, creator] = [await aFan(), await aCreator()]
    const reference = await topUp(fan, 500_000)
    await writes(fan, creator, 5)
    await delivered(fan, creator, 400_000)
    const id = await chargeBack(reference)
    expect(await shillingsOf(creator)).toEqual({ ...nothing, pending: 340_000n })
    expect(await entryOf(id)).toEqual({ wallet: 75_000n, chargeback_losses: 425_000n, gateway_clearing: -500_000n })
    expect(await tiesOn(id)).toEqual([])
    expect((await findChargeback(await aManager(), id))!.spent).toEqual([
      { creator: expect.any(String), amount: { amountMinor: 42_500_000n, currency: 'UGX' }, reversed: null },
    ])
  })

  test('PAY-08 of two creators the tied one loses their part, before anything of the other is touched', async () => {
    const [fan, tied, other] = [await aFan(), await aCreator(), await aCreator()]
    await tie(fan, tied)
    const reference = await topUp(fan, 500_000)
    await delivered(fan, tied, 200_000)
    // What was bought later from others doesn't protect the tied creator.
    await delivered(fan, other, 250_000)
    await tips(fan, other, 50_000)
    const id = await chargeBack(reference)
    expect(await shillingsOf(tied)).toEqual(nothing)
    // The tip is a purchase and ends, as it does with any chargeback; the delivered request stays the creator's.
    expect(await shillingsOf(other)).toEqual({ ...nothing, pending: 200_000n })
    expect(await entryOf(id)).toEqual({
      wallet: 50_000n,
      creator_pending: 160_000n,
      chargeback_losses: 290_000n,
      gateway_clearing: -500_000n,
    })
    expect(await tiesOn(id)).toMatchObject([{ creator_id: tied.id }])
  })

  test('PAY-08 of a wallet that other money fills too, only what is missing is taken, and nothing from before the top-up', async () => {
    const [fan, creator] = [await aFan(), await aCreator()]
    await tie(fan, creator)
    await topUp(fan, 100_000)
    await delivered(fan, creator, 100_000)
    const reference = await topUp(fan, 300_000)
    await delivered(fan, creator, 200_000)
    await topUp(fan, 50_000)
    const id = await chargeBack(reference)
    // 150,000 was in the wallet, so 150,000 of the request of 200,000 is taken: four fifths of it from the creator.
    expect(await entryOf(id)).toEqual({
      wallet: 150_000n,
      creator_pending: 120_000n,
      chargeback_losses: 30_000n,
      gateway_clearing: -300_000n,
    })
    expect(await shillingsOf(creator)).toEqual({ ...nothing, pending: 120_000n })
  })

  test('PAY-08 only partly spent and still covered by the wallet: nobody loses anything', async () => {
    const [fan, creator] = [await aFan(), await aCreator()]
    await tie(fan, creator)
    const reference = await topUp(fan, 200_000)
    await writes(fan, creator, 2)
    await topUp(fan, 50_000)
    const id = await chargeBack(reference)
    expect(await entryOf(id)).toEqual({ wallet: 200_000n, gateway_clearing: -200_000n })
    expect([await shillingsOf(creator), await walletOf(fan)]).toEqual([{ ...nothing, pending: 8_000n }, 40_000n])
    expect(await tiesOn(id)).toEqual([])
  })

  test('PAY-08 two top-ups that are both charged back take each shilling of a creator once', async () => {
    const [fan, creator] = [await aFan(), await aCreator()]
    await tie(fan, creator)
    const first = await topUp(fan, 200_000)
    const second = await topUp(fan, 200_000)
    await delivered(fan, creator, 300_000)
    await chargeBack(first)
    await chargeBack(second)
    expect([await shillingsOf(creator), await walletOf(fan)]).toEqual([nothing, 0n])
    expect(
      await fixture.all('select net_minor = reversed_minor as all from earnings where creator_id = $1', [creator.id]),
    ).toEqual([{ all: true }])
  })

  test('PAY-08 released and paid out before: it is a debt of the tied creator, and comes off the next earnings', async () => {
    const [fan, creator] = [await aFan(), await aCreator()]
    await tie(fan, creator)
    const reference = await topUp(fan, 100_000)
    await delivered(fan, creator, 100_000)
    await fixture.advance(15 * DAY)
    await releaseEarnings()
    expect(await shillingsOf(creator)).toEqual({ ...nothing, available: 80_000n })
    await payOut(creator, 50_000)
    const id = await chargeBack(reference)
    expect(await shillingsOf(creator)).toEqual({ ...nothing, owed: 50_000n })
    expect(await entryOf(id)).toMatchObject({ creator_available: 30_000n, creator_debt: 50_000n })
  })

  test('PAY-08 shown twice by the gateway it is taken once; won, the creator and the wallet have again what was taken', async () => {
    const [fan, creator] = [await aFan(), await aCreator()]
    await tie(fan, creator)
    const reference = await topUp(fan, 500_000)
    await writes(fan, creator, 5)
    await delivered(fan, creator, 400_000)
    const id = await chargeBack(reference, 'C03')
    await Promise.all([readChargebacks(), readChargebacks()])
    expect(await shillingsOf(creator)).toEqual(nothing)
    await winAgainst(id)
    expect(await shillingsOf(creator)).toEqual({ ...nothing, available: 340_000n })
    expect(await walletOf(fan)).toBe(75_000n)
    expect(
      await fixture.all('select sum(reversed_minor)::bigint as reversed from earnings where creator_id = $1', [
        creator.id,
      ]),
    ).toEqual([{ reversed: 0n }])
    const { email } = await fixture.one<{ email: string }>('select email from profiles where id = $1', [creator.id])
    expect(await mailsTo(email, 'sale_reinstated')).toMatchObject([{ productName: 'Chat and custom requests' }])
  })

  test('PAY-08 a payer who has closed the account since is tied all the same', async () => {
    const [fan, creator] = [await aFan(), await aCreator()]
    await tie(fan, creator)
    const reference = await topUp(fan, 100_000)
    await delivered(fan, creator, 100_000)
    await run(`update profiles set account_status = 'closed' where id = $1`, [fan.id])
    await chargeBack(reference)
    expect(await shillingsOf(creator)).toEqual(nothing)
  })

  test('I9 the audit finds a chargeback that nobody asked about, one that left a tied creator the money, and a tie that was not recorded', async () => {
    const [fan, creator] = [await aFan(), await aCreator()]
    await tie(fan, creator)
    const reference = await topUp(fan, 100_000)
    await delivered(fan, creator, 100_000)
    const id = await chargeBack(reference)
    const breaches = async () =>
      (await runAudit()).breaches.filter(({ name }) => name === 'spent-money-charged-back').map(({ detail }) => detail)
    expect(await breaches()).toEqual([])
    const { rows: kept } = await fixture
      .owner()
      .query('select * from chargeback_spendings where chargeback_id = $1', [id])
    const { rows: ties } = await fixture.owner().query('select * from chargeback_ties where chargeback_id = $1', [id])
    await run('delete from chargeback_ties where chargeback_id = $1', [id])
    expect(await breaches()).toEqual(['its payer signed in with the browser of a creator, and no tie is recorded'])
    await run('delete from chargeback_spendings where chargeback_id = $1', [id])
    expect(await breaches()).toEqual([
      '2000000 was lost, and what the wallet had spent on messages and requests is not recorded',
    ])
    await run(
      `insert into chargeback_spendings (chargeback_id, earning_id, creator_id, amount_minor, reversed_minor)
       values ($1, $2, $3, $4, 0)`,
      [id, kept[0].earning_id, creator.id, kept[0].amount_minor],
    )
    await run('insert into chargeback_ties (chargeback_id, creator_id, kind) values ($1, $2, $3)', [
      id,
      creator.id,
      ties[0].kind,
    ])
    await run('update earnings set reversed_minor = 0 where id = $1', [kept[0].earning_id])
    expect(await breaches()).toEqual([
      'a tied creator has kept their part',
      'the reversal of the earning is another one',
    ])
    await run('update earnings set reversed_minor = net_minor where id = $1', [kept[0].earning_id])
    await run('update chargeback_spendings set reversed_minor = $2 where chargeback_id = $1', [
      id,
      kept[0].reversed_minor,
    ])
  })
})
