import { beforeAll, describe, expect, test } from 'vitest'
import { addMediumToMessage } from '#app/domain/chat/add-media.server.ts'
import { sendMedia } from '#app/domain/chat/send-media.server.ts'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { creatorAccount } from '#app/domain/earnings/earning.ts'
import { releaseEarnings } from '#app/domain/earnings/release-earnings.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { changeCreatorStatus } from '#app/domain/moderation/change-creator-status.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { deliverRequest } from '#app/domain/requests/deliver-request.server.ts'
import { earnCreatorSubscriptions } from '#app/domain/subscriptions/earn-creator-subscriptions.server.ts'
import { refundCreatorSubscriptions } from '#app/domain/subscriptions/refund-creator-subscriptions.server.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { auditAfterEach } from '#tests/support/balanced-books.ts'
import { enlistStaff } from '#tests/support/enlist-staff.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { accepted, addReadyMedium } from '#tests/support/requests.ts'
import { aTip, spend } from '#tests/support/spending.ts'

const fixture = usePaymentFixture({ max: 10 })
auditAfterEach()
const run = (text: string, values: unknown[] = []) => fixture.owner().query(text, values)
const DAY = 86_400

/** What is in a wallet, by how it was paid in; the order of two top-ups must not matter. */
const WALLETS = {
  'a card alone': ['card'],
  'mobile money alone': ['mobile_money'],
  'a card, then mobile money': ['card', 'mobile_money'],
  'mobile money, then a card': ['mobile_money', 'card'],
} as const
type Wallet = keyof typeof WALLETS
const fans = {} as Record<Wallet, Person>

async function pay(fan: Person, method: 'card' | 'mobile_money', product: Parameters<typeof aStart>[0]): Promise<void> {
  const network = method === 'card' ? null : ('MTN' as const)
  const payer = { name: 'Brian Okello', email: fan.email, phone: '+256772123456', method, network }
  const started = await placeOrder(fan, aStart({ email: fan.email, payer, ...product }))
  if (!started.ok) throw new Error(JSON.stringify(started.refusal))
  await fixture.pay(started.value.reference, 'approve')
  await fixture.settled()
}

async function aFan(methods: readonly ('card' | 'mobile_money')[]): Promise<Person> {
  const fan = await fixture.person()
  await fixture.grantPass(fan.id)
  for (const method of methods) {
    const product = { kind: 'wallet_top_up' as const, amountMinor: 300_000_000n, restMinor: 0n }
    await pay(fan, method, { product })
  }
  return fan
}

beforeAll(async () => {
  for (const wallet of Object.keys(WALLETS) as Wallet[]) fans[wallet] = await aFan(WALLETS[wallet])
})

/** A creator who was approved so many days ago, with a post that can be unlocked. */
async function aCreator(daysAgo = 0): Promise<{ creator: Person; postId: string }> {
  const { postId, creatorId } = await fixture.lockedPost()
  await run(`update creators set approved_at = app_now() - make_interval(days => $2) where profile_id = $1`, [
    creatorId,
    daysAgo,
  ])
  return { creator: { ...(await fixture.person()), id: creatorId, userType: 'creator' }, postId }
}

async function done<Value>(result: Promise<{ ok: true; value: Value } | { ok: false; refusal: { kind: string } }>) {
  const answered = await result
  if (!answered.ok) throw new Error(answered.refusal.kind)
  return answered.value
}

/** The subscription of a fan without a pass. */
async function subscribe(fan: Person, creator: Person): Promise<void> {
  await run('delete from user_access where user_id = $1', [fan.id])
  await done(spend(fan, { kind: 'creator_subscription', creatorId: creator.id, renewal: false }))
  await fixture.grantPass(fan.id)
}

/** A message with a photo that costs UGX 10,000. Returns its id. */
async function lockedMessage(fan: Person, creator: Person): Promise<string> {
  const threadId = newId()
  await run(`insert into chat_threads (id, fan_id, creator_id, last_seq) values ($1, $2, $3, 0)`, [
    threadId,
    fan.id,
    creator.id,
  ])
  const mediaId = await addReadyMedium(fixture.owner(), creator.id, null)
  await done(addMediumToMessage(creator, { threadId }, mediaId))
  const sent = await done(sendMedia(creator, { threadId, text: '', priceMinor: 1_000_000n, clientId: newId() }))
  return (sent as { messageId: string }).messageId
}

type Sale = (fan: Person, creator: Person, postId: string) => Promise<unknown>

/** Everything that a wallet pays and a creator earns. */
const FROM_A_WALLET: Record<string, Sale> = {
  'EARN-01b a tip': (fan, creator) => done(spend(fan, aTip(creator.id, 5_000))),
  'EARN-01b an unlocked post': (fan, _, postId) => done(spend(fan, { kind: 'post_unlock', postId })),
  'EARN-01b a message to a creator': (fan, { id: creatorId }) =>
    done(
      sendMessage(fan, {
        to: { creatorId },
        text: 'Hello',
        clientId: newId(),
        shownMinor: 500_000n,
        confirmed: true,
      }),
    ),
  'EARN-01b an unlocked message': async (fan, creator) =>
    done(spend(fan, { kind: 'message_unlock', messageId: await lockedMessage(fan, creator) })),
  'EARN-01b a delivered request': async (fan, creator) => {
    const requestId = await accepted(fan, creator)
    await addReadyMedium(fixture.owner(), creator.id, requestId)
    await done(deliverRequest(creator, requestId))
  },
  'EARN-01b a day of a subscription': async (fan, creator) => {
    await subscribe(fan, creator)
    await fixture.advance(2 * DAY)
    await earnCreatorSubscriptions()
  },
  'EARN-01b the last day of a subscription that ends because its creator is blocked': async (fan, creator) => {
    await subscribe(fan, creator)
    await fixture.advance(DAY)
    const staff = await fixture.person({ userType: 'admin', staffRole: 'super-admin' })
    await enlistStaff(run, staff.id, 'super-admin')
    await done(changeCreatorStatus(staff, { creatorId: creator.id, change: 'block', reason: 'A reason for this.' }))
    await refundCreatorSubscriptions()
  },
}

/** How long what a creator earned is pending, to the second. */
async function pendingOf(creatorId: string): Promise<string> {
  const rows = await fixture.all<{ seconds: number; card: boolean }>(
    `select extract(epoch from available_at - earned_at)::int as seconds, card_funded as card from earnings where creator_id = $1`,
    [creatorId],
  )
  return rows
    .map(({ seconds, card }) => `${seconds / DAY} days${card ? ', card' : ''}`)
    .filter((wait, nth, all) => all.indexOf(wait) === nth)
    .join(' and ')
}

describe('how long a creator waits follows the colour of the money', () => {
  test.each(Object.entries(FROM_A_WALLET))('%s', async (_, sell) => {
    const waits: Record<string, string> = {}
    for (const wallet of Object.keys(WALLETS) as Wallet[]) {
      const { creator, postId } = await aCreator()
      await sell(fans[wallet], creator, postId)
      waits[wallet] = await pendingOf(creator.id)
    }
    const known = await aCreator(90)
    await sell(fans['a card alone'], known.creator, known.postId)
    waits['a card, to a creator of 90 days'] = await pendingOf(known.creator.id)
    expect(waits).toEqual({
      'a card alone': '14 days, card',
      'mobile money alone': '7 days',
      'a card, then mobile money': '14 days, card',
      'mobile money, then a card': '14 days, card',
      'a card, to a creator of 90 days': '7 days, card',
    })
  })

  test('EARN-01b what the gateway collected waits by its own method, whatever the wallet holds', async () => {
    const waits: string[] = []
    for (const [wallet, method] of [
      ['a card alone', 'mobile_money'],
      ['mobile money alone', 'card'],
    ] as const) {
      const [unlocked, tipped] = [await aCreator(), await aCreator()]
      await pay(fans[wallet], method, { product: { kind: 'post_unlock', postId: unlocked.postId } })
      await pay(fans[wallet], method, { product: aTip(tipped.creator.id, 5_000) })
      waits.push(await pendingOf(unlocked.creator.id), await pendingOf(tipped.creator.id))
    }
    expect(waits).toEqual(['7 days', '7 days', '14 days, card', '14 days, card'])
  })

  test('EARN-01b a card that was declined before mobile money paid colours nothing', async () => {
    const { creator } = await aCreator()
    const fan = await aFan(['mobile_money'])
    await run(
      `insert into gateway_charges (gateway, provider_id, transaction_id, status, raw_status, payment_type, outcome)
       select 'flutterwave', 'declined ' || t.id, t.id, 'failed', 'failed', 'card', 'none' from transactions t
       join purchases p on p.id = t.purchase_id where p.buyer_id = $1`,
      [fan.id],
    )
    await done(spend(fan, aTip(creator.id, 5_000)))
    expect(await pendingOf(creator.id)).toBe('7 days')
  })

  test('EARN-01b card money is not available a minute before its fourteenth day is over, and is a minute after', async () => {
    const { creator } = await aCreator()
    // Of one creator: what is due takes nothing along that is not.
    for (const wallet of ['a card alone', 'mobile money alone'] as const)
      await done(spend(fans[wallet], aTip(creator.id, 10_000)))
    const available = async () => {
      await releaseEarnings()
      return -(await getBalance(creatorAccount('creator_available', creator.id))) / 100n
    }
    await fixture.advance(7 * DAY - 60)
    expect(await available()).toBe(0n)
    await fixture.advance(120)
    expect(await available()).toBe(8_000n)
    await fixture.advance(7 * DAY - 120)
    expect(await available()).toBe(8_000n)
    await fixture.advance(120)
    expect(await available()).toBe(16_000n)
  })

  test('EARN-01b a card colours its wallet for 120 days: to the minute', async () => {
    const fan = await aFan(['card'])
    const [before, after] = [await aCreator(), await aCreator()]
    await fixture.advance(120 * DAY - 60)
    await renewListing(before.creator)
    await done(spend(fan, aTip(before.creator.id, 5_000)))
    await fixture.advance(120)
    await renewListing(after.creator)
    await done(spend(fan, aTip(after.creator.id, 5_000)))
    // By then they are creators of 120 days: only the colour shows.
    expect([await pendingOf(before.creator.id), await pendingOf(after.creator.id)]).toEqual(['7 days, card', '7 days'])
  })
})

const renewListing = (creator: Person) =>
  run(`update creator_listings set ends_at = app_now() + interval '9 days' where creator_id = $1`, [creator.id])

describe('the same order of a tip', () => {
  const tips = async (fan: Person) =>
    fixture.all<{ minor: bigint; message: string }>(
      'select amount_minor as minor, message from tips where fan_id = $1 order by created_at, id',
      [fan.id],
    )

  test('TIP-01a the same form twice is one tip, also at once; another form is another tip of the same sum', async () => {
    const fan = await aFan(['mobile_money'])
    const { creator } = await aCreator()
    const attempt = randomToken()
    const first = await done(spend(fan, aTip(creator.id, 5_000), { attempt }))
    const again = await Promise.all([1, 2].map(() => done(spend(fan, aTip(creator.id, 5_000), { attempt }))))
    expect(again.map(({ reference }) => reference)).toEqual([first.reference, first.reference])
    expect(await tips(fan)).toHaveLength(1)
    await done(spend(fan, aTip(creator.id, 5_000)))
    expect((await tips(fan)).map(({ minor }) => minor)).toEqual([500_000n, 500_000n])
    expect(await fixture.all('select 1 from earnings where creator_id = $1', [creator.id])).toHaveLength(2)
  })

  test('TIP-01a an open payment goes on for the same tip alone: other words, sum, post or name are another payment', async () => {
    const { creator, postId } = await aCreator()
    const fan = await fixture.person()
    await fixture.grantPass(fan.id)
    const start = async (change: Parameters<typeof aTip>[2] = {}, shillings = 5_000) =>
      (await done(placeOrder(fan, aStart({ email: fan.email, product: aTip(creator.id, shillings, change) }))))
        .reference
    const first = await start({ message: 'Happy birthday' })
    expect(await start({ message: 'Happy birthday' })).toBe(first)
    const references = [
      first,
      await start({ message: 'Thank you' }),
      await start({ message: 'Thank you', named: false }),
      await start({ message: 'Thank you', named: false, postId, context: 'post' }),
      await start({ message: 'Thank you', named: false, postId, context: 'post' }, 6_000),
    ]
    expect(new Set(references).size).toBe(references.length)
  })
})
