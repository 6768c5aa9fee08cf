import { beforeEach, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { refundRemovedPosts } from '#app/domain/refunds/refund-removed-post.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { shareOfRefund } from '#app/domain/privacy/sold-posts.ts'
import { expectBalancedBooks } from '#tests/support/balanced-books.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { fillWallet, spend } from '#tests/support/spending.ts'
import * as deletionRoute from './deletion.tsx'

const fixture = usePaymentFixture({ max: 6 })
let creator: Person
let fans: Person[]
let postId: string

beforeEach(async () => {
  const made = await fixture.lockedPost(2_500_000n)
  postId = made.postId
  const row = await fixture.one<{ email: string }>('select email from profiles where id = $1', [made.creatorId])
  creator = { ...(await fixture.person()), id: made.creatorId, email: row.email, userType: 'creator' }
  fans = await Promise.all([fixture.person(), fixture.person()])
  for (const fan of fans) {
    await fixture.grantPass(fan.id)
    await fillWallet(fan, 25_000)
    expect(await spend(fan, { kind: 'post_unlock', postId })).toMatchObject({ ok: true })
  }
})

const page = () => aBrowser(creator).call(deletionRoute, '/profile/deletion')
const send = (form: Record<string, string>, actor = creator) =>
  aBrowser(actor).call(deletionRoute, '/profile/deletion/removal', { form })
const balances = () => Promise.all(fans.map(async (fan) => (await walletBalance(fan.id)).amountMinor))
const stateOfPost = async () =>
  (await fixture.one<{ state: string }>('select state from posts where id = $1', [postId])).state

test('SAFE-02 SAFE-02c a creator sees what refunding their sales costs, removes the posts, and the buyers are refunded once', async () => {
  const before = await page()
  expect(before.data.blockers).toContainEqual({ text: expect.stringContaining('for good'), link: null })
  expect(before.data.sales).toEqual({
    open: true,
    rows: [
      { label: 'Posts bought by fans', value: '1' },
      { label: 'Buyers refunded', value: '2' },
      { label: 'Refunded to them', value: 'UGX\u00a050,000' },
      { label: 'Your part', value: 'UGX\u00a040,000' },
      { label: 'From your pending earnings', value: 'UGX\u00a040,000' },
      { label: 'From your available earnings', value: 'UGX\u00a00' },
    ],
  })
  expect((await send({ word: 'remove' })).status).toBe(400)
  expect(await stateOfPost()).toBe('published')
  expect((await send({ word: 'REMOVE' })).toast?.title).toBe('Removed')
  expect(await stateOfPost()).toBe('removed')
  expect((await page()).data.sales).toMatchObject({ open: false })
  expect((await send({ word: 'REMOVE' })).status).toBe(409)

  await Promise.all([refundRemovedPosts(), refundRemovedPosts()])
  expect(await balances()).toEqual([2_500_000n, 2_500_000n])
  const after = await page()
  expect(after.data.sales).toBeNull()
  expect(after.data.blockers).toEqual([])
  // What came back has to be spent or refunded before its owner leaves, and the page leads there.
  const buyer = await aBrowser(fans[0]).call(deletionRoute, '/profile/deletion')
  expect(buyer.data.blockers).toEqual([
    {
      text: expect.stringMatching(/^First spend the UGX.25,000 in your wallet, or ask for a refund/),
      link: { href: '/wallet', label: 'Open your wallet' },
    },
  ])
  await expectBalancedBooks()
})

test('SAFE-02 a hundred clicks remove once, and no one can remove another creator’s posts', async () => {
  expect((await send({ word: 'REMOVE' }, fans[0])).status).toBe(409)
  expect(await stateOfPost()).toBe('published')
  const answers = await Promise.all(Array.from({ length: 100 }, () => send({ word: 'REMOVE' })))
  expect(answers.filter(({ toast }) => toast?.title === 'Removed')).toHaveLength(1)
  await refundRemovedPosts()
  expect(await balances()).toEqual([2_500_000n, 2_500_000n])
})

test.each([
  [
    { pendingMinor: 50n, availableMinor: 0n },
    { fromPending: 40n, fromAvailable: 0n, owed: 0n },
  ],
  [
    { pendingMinor: 10n, availableMinor: 20n },
    { fromPending: 10n, fromAvailable: 20n, owed: 10n },
  ],
  [
    { pendingMinor: 0n, availableMinor: -5n },
    { fromPending: 0n, fromAvailable: 0n, owed: 40n },
  ],
])(
  'SAFE-02 the creator’s part is taken from pending, then from available earnings, and the rest is owed: %o',
  (balances, description) => {
    expect(shareOfRefund(40n, balances)).toEqual(description)
  },
)
