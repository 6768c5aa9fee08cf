import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { listActivityOf } from '#app/domain/events/queries.server.ts'
import { feedPage, type FeedCursor, type FeedFilter, listFollowedCreators } from '#app/domain/creators/feed.server.ts'
import { listMessages, listMessagesSince } from '#app/domain/chat/messages.server.ts'
import { listThreads } from '#app/domain/chat/queries.server.ts'
import { listBlockedMedia } from '#app/domain/blocklist/queries.server.ts'
import { listContent } from '#app/domain/moderation/content-queries.server.ts'
import { listComments, listMutedFans, listReceivedComments } from '#app/domain/comments/queries.server.ts'
import { listViews } from '#app/domain/documents/queries.server.ts'
import { listRecentFollows } from '#app/domain/follows/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { listReports } from '#app/domain/reports/queries.server.ts'
import { listAccountMovements } from '#app/domain/ledger/account-history.server.ts'
import { listAccounts, listEntries } from '#app/domain/ledger/browse.server.ts'
import { credit, debit, type LedgerAccount } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { listMovements } from '#app/domain/ledger/queries.server.ts'
import { listStatement } from '#tests/support/whole-lists.ts'
import { listDecisionsSince, listApplications } from '#app/domain/moderation/queries.server.ts'
import { listMassMessages } from '#app/domain/chat/mass-queries.server.ts'
import { listMembers } from '#app/domain/fans/queries.server.ts'
import { listAllRefusals } from '#app/domain/releases/queries.server.ts'
import { listAlertRecipients } from '#app/domain/notifications/list-alert-recipients.server.ts'
import { listCaughtMails, listNotifications } from '#app/domain/notifications/queries.server.ts'
import { listBestPosts } from '#app/domain/overview/creator-growth.server.ts'
import { type FanSort, listFans } from '#app/domain/overview/fans.server.ts'
import { listNewestActivity } from '#app/domain/overview/queries.server.ts'
import { listPaymentsForStatement } from '#app/domain/payments/statement.server.ts'
import { listPayouts } from '#app/domain/payouts/queries.server.ts'
import {
  listAccountsToCheck,
  listPayableCreators,
  listPayoutsForStaff,
} from '#app/domain/payouts/staff-queries.server.ts'
import { listOwnPolls } from '#app/domain/polls/queries.server.ts'
import { listOwnPosts } from '#app/domain/posts/own-posts.server.ts'
import { listBoughtPosts, listPostsForViewer, listPostsInPreview } from '#app/domain/posts/queries.server.ts'
import { listPromoCodes } from '#app/domain/promotions/admin-queries.server.ts'
import { listRecentPayments } from '#app/domain/purchases/own-payments.server.ts'
import { listReceipts } from '#app/domain/purchases/receipts.server.ts'
import { listWalletMovements } from '#app/domain/purchases/wallet-history.server.ts'
import { listCorrections, listDifferences, listRuns } from '#app/domain/reconciliation/queries.server.ts'
import { listOwnRequests, listReceivedRequests } from '#app/domain/requests/queries.server.ts'
import { type ChargebackFilter, listChargebacks } from '#app/domain/refunds/chargeback-queries.server.ts'
import { listRefunds, type RefundFilter } from '#app/domain/refunds/queries.server.ts'
import { listSettingChanges } from '#app/domain/settings/settings.server.ts'
import { listInvites } from '#app/domain/staff/invite-queries.server.ts'
import { listCreatorSubscriptions } from '#app/domain/subscriptions/creator-subscription-queries.server.ts'
import { listClearing, listReleased } from '#app/domain/earnings/queries.server.ts'
import { listReceivedTips, listTopSupporters } from '#app/domain/tips/queries.server.ts'
import { listVaultFiles } from '#app/domain/vault/queries.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import type { Listing } from '#app/platform/keyset.server.ts'
import { makeCreator, makePerson } from './support/creators.ts'
import { useDatabase } from './support/database.ts'
import { listTimeline } from '#app/domain/support/timeline.server.ts'
import { listing } from './support/listing.ts'
import { growToEnd, insertBare, pageInEverySize } from './support/page-to-end.ts'

const { owner } = useDatabase()

// Three moments with three rows each: the order within one is by id, and rows are put in shuffled.
const MOMENTS = [addDays(now(), -3), addDays(now(), -2), addDays(now(), -1)] as const
const NEWER = addDays(now(), -0.5)
const NOTHING = Buffer.alloc(1)

type Made = { id: string; at: Date }
const ROWS: readonly Made[] = MOMENTS.flatMap((at) => [1, 2, 3].map(() => ({ id: newId(), at })))
const made = (): Made[] => ROWS.map(({ at }) => ({ id: newId(), at }))
const shuffled = <Row>(rows: readonly Row[]): Row[] => rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
const key = (row: unknown): string => JSON.stringify(row).split('').toReversed().join('')

const idOf = (row: { id: string }): string => row.id
const byTime = (a: Made, b: Made): number => a.at.getTime() - b.at.getTime()
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)
const oldestFirst = (rows: readonly Made[]): string[] => rows.toSorted((a, b) => byTime(a, b) || byId(a, b)).map(idOf)
const newestFirst = (rows: readonly Made[]): string[] => oldestFirst(rows).toReversed()
const newestFirstThenUp = (rows: readonly Made[]): string[] =>
  rows.toSorted((a, b) => byTime(b, a) || byId(a, b)).map(idOf)
const largestFirst = (rows: readonly { id: string; sum: number }[]): string[] =>
  rows.toSorted((a, b) => b.sum - a.sum || byId(a, b)).map(idOf)

/** Inserts rows into a table, shuffled, each as it is or as `write` returns it. */
function put<Row>(
  table: string,
  rows: readonly Row[],
  write: (row: Row, index: number) => object = (row) => row as object,
): Promise<void> {
  return insertBare(owner(), table, shuffled(rows.map(write)))
}

/** Does what triggers and foreign keys would refuse. */
async function unguarded(work: () => Promise<unknown>): Promise<void> {
  await owner().query('set session_replication_role = replica')
  await work()
  await owner().query('set session_replication_role = default')
}

/** The ids of a list that shows at most so many rows, in its order. */
function grown<Key extends string, Row extends Record<Key, string>>(
  list: (limit: number) => Promise<readonly Row[]>,
  id: Key,
  most = 50,
): Promise<string[]> {
  return growToEnd(async (size) => (await list(size)).map((row) => row[id]), most)
}

/** The ids of a list that shows a page after a row, in its order. */
function paged<Key extends string, Row extends Record<Key, string>>(
  list: (after: string | null, size: number) => Promise<Row[]>,
  id: Key,
  meanwhile?: () => Promise<unknown>,
): Promise<string[]> {
  const page = (after: Row | null, size: number) => list(after === null ? null : after[id], size)
  return pageInEverySize({ page, id: (row) => row[id], meanwhile })
}

/** The same for a staff list, the newest first and the oldest first. */
async function bothWays<Key extends string, Row extends Record<Key, string>>(
  list: (asked: { after: string | null; limit: number; oldestFirst: boolean }) => Promise<Row[]>,
  id: Key,
): Promise<string[][]> {
  return [
    await paged((after, limit) => list({ after, limit, oldestFirst: false }), id),
    await paged((after, limit) => list({ after, limit, oldestFirst: true }), id),
  ]
}

const ledgerAccount = (id: string, purpose: string, ownerId: string) => ({
  id,
  purpose,
  owner_id: ownerId,
  currency: 'UGX',
  folded: false,
  guarded: true,
})
const publishedPost = (creator: Person, { id, at }: Made) => ({
  id,
  creator_id: creator.id,
  kind: 'photo',
  audience: 'public',
  state: 'published',
  published_at: at,
})
const boughtTip = (id: string, buyer: Person) => ({
  id,
  kind: 'tip',
  product_id: newId(),
  product_name: 'A tip',
  buyer_id: buyer.id,
  buyer_scope: buyer.id,
  buyer_email: buyer.email,
  amount_minor: 1_000_000,
  currency: 'UGX',
  quote: '{}',
  idempotency_key: id,
  checkout_hash: NOTHING,
  state: 'completed',
})
const payoutAccount = (id: string, creator: Person, confirmedAt: Date, nameCheck: string) => ({
  id,
  creator_id: creator.id,
  kind: 'mobile_money',
  bank_code: 'MTN',
  bank_name: 'MTN',
  number: '+256770000931',
  account_name: 'Amina Kato',
  state: 'in_use',
  code_expires_at: now(),
  confirmed_at: confirmedAt,
  usable_from: now(),
  name_check: nameCheck,
})

const earningOf = (creatorId: string, causeId: string, sum: number) => ({
  id: newId(),
  creator_id: creatorId,
  source: 'tip',
  cause_kind: 'purchase',
  cause_id: causeId,
  entry_id: newId(),
  gross_minor: sum * 1_000_000,
  fee_minor: 0,
  net_minor: sum * 1_000_000,
  earned_at: now(),
  available_at: now(),
})

/** Everything that shows a part of its rows, in some order. Kept by hand; each is in a test below. */
const SHOWN = [
  'feedPage',
  'listAccountMovements',
  'listAccounts',
  'listAccountsToCheck',
  'listActivityOf',
  'listAlertRecipients',
  'listAllRefusals',
  'listApplications',
  'listBestPosts',
  'listBlockedMedia',
  'listBoughtPosts',
  'listCaughtMails',
  'listChargebacks',
  'listClearing',
  'listComments',
  'listContent',
  'listCorrections',
  'listCreatorSubscriptions',
  'listDecisionsSince',
  'listDifferences',
  'listEntries',
  'listFans',
  'listFollowedCreators',
  'listInvites',
  'listMassMessages',
  'listMembers',
  'listMessages',
  'listMessagesSince',
  'listMovements',
  'listMutedFans',
  'listNewestActivity',
  'listNotifications',
  'listOwnPolls',
  'listOwnPosts',
  'listOwnRequests',
  'listPayableCreators',
  'listPaymentsForStatement',
  'listPayouts',
  'listPayoutsForStaff',
  'listPostsForViewer',
  'listPostsInPreview',
  'listPromoCodes',
  'listReceipts',
  'listReceivedComments',
  'listReceivedRequests',
  'listReceivedTips',
  'listRecentFollows',
  'listRecentPayments',
  'listRefunds',
  'listReleased',
  'listReports',
  'listRuns',
  'listSettingChanges',
  'listThreads',
  'listTimeline',
  'listTopSupporters',
  'listVaultFiles',
  'listViews',
  'listWalletMovements',
]

test('every list that shows only a part of its rows is in the list kept by hand, and in a test of this file', () => {
  const root = join(import.meta.dirname, '..', 'app', 'domain')
  const found = globSync('**/*.server.ts', { cwd: root }).flatMap((file) => {
    if (file.includes('/internal/')) return []
    const source = readFileSync(join(root, file), 'utf8')
    const functions = source.matchAll(/^export (?:async )?function\*? ?((?:list|feedPage)\w*)\([\s\S]*?^}/gm)
    return [...functions]
      .filter(([text]) => /\blimit\b|MOST|MAX_|AT_ONCE|readMovements|keyset\(/.test(text))
      .map((match) => match[1]!)
  })
  // Queries that give scheduled tasks a few rows at a time, lists that are always shown whole, and the text of a feed's page.
  const others = [
    'listEndingPasses',
    'listRenewalsDue',
    'listDocumentsOwed',
    'listEntryKinds',
    'listDueWebhookEvents',
    'feedPageSql',
  ]
  expect(found.filter((name) => !others.includes(name)).toSorted()).toEqual(SHOWN)
  const own = readFileSync(import.meta.filename, 'utf8')
    .split('beforeAll(')
    .slice(1)
    .join('')
  expect(SHOWN.filter((name) => !own.includes(`${name}(`))).toEqual([])
})

let viewer: Person
let creators: Person[]

beforeAll(async () => {
  viewer = await makePerson()
  creators = []
  for (let index = 0; index < 9; index += 1) creators.push(await makeCreator({ rank: BigInt(100 + (index % 3)) }))
  const first = creators[0]!
  await put('follows', creators, ({ id }, index) => ({
    fan_id: viewer.id,
    creator_id: id,
    created_at: MOMENTS[(index * 2) % 3],
  }))
  await owner().query(`update creators set is_live = true, heartbeat_at = app_now()`)
  expect(first.userType).toBe('creator')
})

test('the notifications of a person are read to the end, each once, while another one arrives', async () => {
  const rows = made()
  const row = ({ id, at }: Made) => ({
    id,
    profile_id: viewer.id,
    event: 'payout_sent',
    heading: 'A payout is on its way',
    body: '',
    path: '/dashboard/payouts',
    created_at: at,
  })
  await put('notifications', rows, row)
  const list = (before: string | null, limit: number) => listNotifications(viewer.id, { before, limit })
  const shown = await paged(list, 'id', () => put('notifications', [{ id: newId(), at: now() }], row))
  expect(shown.filter((id) => rows.some((one) => one.id === id))).toEqual(rows.map(idOf).toSorted().toReversed())
})

describe('feeds and what a fan sees', () => {
  const byRank = (): string[] =>
    creators
      .map(({ id }, index) => ({ id, rank: 100 + (index % 3) }))
      .toSorted((a, b) => b.rank - a.rank || byId(b, a))
      .map(idOf)

  test.each(['all', 'online', 'new', 'following'] satisfies FeedFilter[])(
    'FEED-02 FEED-05 the feed “%s” shows everybody once, by rank and then by id',
    async (filter) => {
      let next: FeedCursor | null = null
      const page = async (after: { id: string } | null, limit: number) => {
        // The feed itself shows whether there is more.
        if (after !== null && next === null) return []
        const shown = await feedPage({ limit, after: after === null ? null : next, viewerId: viewer.id, filter })
        next = shown.next
        return shown.creators
      }
      const list = { page, id: idOf }
      expect(await pageInEverySize(list)).toEqual(byRank())
      expect((await feedPage({ limit: 9, viewerId: viewer.id, filter })).next).toBeNull()
      expect((await feedPage({ limit: 8, viewerId: viewer.id, filter })).next).not.toBeNull()
    },
  )

  test('PROF-10 followed creators have the newest follow first, and so do the latest follows', async () => {
    const rows = creators.map(({ id }, index) => ({ id, at: MOMENTS[(index * 2) % 3]! }))
    const expected = newestFirstThenUp(rows)
    expect(await grown((limit) => listFollowedCreators(viewer.id, limit), 'id')).toEqual(expected)
    expect(await grown((limit) => listRecentFollows(viewer.id, limit), 'creatorId')).toEqual(expected)
  })

  test('PROF-02 a creator’s posts have the newest first', async () => {
    const creator = creators[0]!
    const rows = made()
    await put('posts', rows, (row) => ({ ...publishedPost(creator, row), created_at: MOMENTS[0] }))
    expect(await grown((limit) => listPostsForViewer(null, creator.id, limit), 'id')).toEqual(newestFirst(rows))
    // In their own preview what waits for review stands above.
    const waiting = made()
    await put('posts', waiting, (row) => ({ ...publishedPost(creator, row), state: 'in_review', published_at: null }))
    expect(await grown((limit) => listPostsInPreview(creator, limit), 'id')).toEqual([
      ...waiting
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
      ...newestFirst(rows),
    ])
  })

  test('DASH-03a a creator’s own posts and files are read to the end, the newest first, also while new ones arrive', async () => {
    const creator = creators[4]!
    const rows = made()
    const newestById = rows.map(idOf).toSorted().toReversed()
    const draft = ({ id }: Made) => ({ id, creator_id: creator.id, kind: 'text', audience: 'public', state: 'draft' })
    await put('posts', rows, draft)
    const posts = (before: string | null, limit: number) =>
      listOwnPosts(creator.id, { filter: 'drafts', before, limit })
    const another = () => put('posts', [draft({ id: newId(), at: NEWER })])
    expect(await paged(posts, 'id', another)).toEqual(newestById)
    const file = ({ id }: Made) => ({
      id,
      owner_id: creator.id,
      kind: 'photo',
      purpose: 'post',
      original_key: id,
      content_type: 'image/jpeg',
      byte_size: 1,
      content_sha256: NOTHING,
    })
    await put('media', rows, file)
    const files = (before: string | null, limit: number) => listVaultFiles(creator.id, { before, limit })
    expect(await paged(files, 'mediaId', () => put('media', [file({ id: newId(), at: NEWER })]))).toEqual(newestById)
  })

  test('PROF-07g PROF-07i comments, muted fans and polls are read to the end, also while new ones arrive', async () => {
    const creator = creators[5]!
    const posts = made()
    const newestById = posts.map(idOf).toSorted().toReversed()
    await put('posts', posts, (row) => publishedPost(creator, row))
    const pollOf = ({ id }: Made) => ({ post_id: id, question: 'Which costume?', open_hours: 24 })
    await put('polls', posts, pollOf)
    await unguarded(() =>
      put('poll_options', posts, ({ id }) => ({ post_id: id, position: 0, label: 'Red', vote_count: 0 })),
    )
    const polls = (before: string | null, limit: number) => listOwnPolls(creator.id, { before, limit })
    expect(await paged(polls, 'postId')).toEqual(newestById)
    const comments = made()
    const commentOf = ({ id }: Made) => ({
      id,
      post_id: posts[0]!.id,
      creator_id: creator.id,
      author_id: viewer.id,
      attempt: id,
      body: 'Lovely',
    })
    await put('post_comments', comments, commentOf)
    const another = () => put('post_comments', [commentOf({ id: newId(), at: NEWER })])
    const below = (before: string | null, limit: number) => listComments(posts[0]!.id, viewer.id, { before, limit })
    expect(await paged(below, 'id', another)).toEqual(comments.map(idOf).toSorted().toReversed())
    const received = (before: string | null, limit: number) => listReceivedComments(creator.id, { before, limit })
    expect((await paged(received, 'id', another)).slice(1)).toEqual(comments.map(idOf).toSorted().toReversed())
    const muted = await Promise.all(MOMENTS.map(() => makePerson()))
    await put('comment_mutes', muted, ({ id }, index) => ({
      creator_id: creator.id,
      fan_id: id,
      created_at: MOMENTS[index],
    }))
    expect(await grown((limit) => listMutedFans(creator.id, limit), 'fanId')).toEqual(muted.map(idOf).toReversed())
  })

  test('CHAT-05 messages to many and the members of a list are read to the end, the newest first', async () => {
    const creator = creators[5]!
    const messages = made()
    const massOf = ({ id, at }: Made) => ({
      id,
      creator_id: creator.id,
      client_id: newId(),
      body: 'b',
      audience: 'subscribers',
      send_at: at,
    })
    await put('mass_messages', messages, massOf)
    const sent = (before: string | null, limit: number) => listMassMessages(creator.id, { before, limit })
    const another = () => put('mass_messages', [massOf({ id: newId(), at: NEWER })])
    expect(await paged(sent, 'id', another)).toEqual(messages.map(idOf).toSorted().toReversed())
    const listId = newId()
    await put('fan_lists', [{ id: listId, creator_id: creator.id, name: 'VIP' }])
    const fans = await Promise.all(MOMENTS.map(() => makePerson()))
    await put('fan_list_members', fans, ({ id }, index) => ({ list_id: listId, fan_id: id, added_at: MOMENTS[index] }))
    const members = (before: string | null, limit: number) => listMembers(creator.id, listId, { before, limit })
    expect(await paged(members, 'id')).toEqual(fans.map(idOf).toReversed())
  })

  test('SAFE-01 refusals that count stand before those that were lifted, the newest first', async () => {
    const rows = made()
    const refusalOf = ({ id, at }: Made, index: number) => ({
      id,
      creator_id: creators[4]!.id,
      name: `Person ${index}`,
      kind: 'declined',
      content_sha256: Buffer.alloc(32, index),
      refused_at: at,
    })
    await put('release_refusals', rows, refusalOf)
    await put('release_refusals', [
      {
        ...refusalOf({ id: newId(), at: NEWER }, 20),
        lifted_at: NEWER,
        lifted_by: viewer.id,
        lift_reason: 'A mistake',
      },
    ])
    const found = await listAllRefusals('')
    expect(found.map(({ id }) => id).slice(0, -1)).toEqual(newestFirstThenUp(rows))
  })

  test('PROF-08b the fans who asked to be notified are read to the end, each once', async () => {
    const creator = creators[6]!
    const fans = await Promise.all(MOMENTS.map(() => makePerson()))
    await put('creator_alerts', fans, ({ id }) => ({ creator_id: creator.id, fan_id: id, posts: true, live: false }))
    const list = async (after: string | null, limit: number) =>
      (await listAlertRecipients({ creatorId: creator.id, kind: 'post' }, after, limit)).map((id) => ({ id }))
    expect(await paged(list, 'id')).toEqual(fans.map(idOf).toSorted())
  })

  test('PROF-07k DASH-03g requests are read to the end by both sides, the newest first, also while new ones arrive', async () => {
    const creator = creators[7]!
    const rows = made()
    let number = 900_000
    const requestOf = ({ id }: Made) => ({
      id,
      number: (number += 1),
      fan_id: viewer.id,
      creator_id: creator.id,
      attempt: id,
      kind: 'photo',
      words: 'By the lake',
      wanted_by: '2026-12-24',
      price_minor: 5_000_000,
      hold_id: id,
      asked_at: MOMENTS[0],
      answer_by: MOMENTS[1],
      deliver_by: MOMENTS[2],
    })
    const holdOf = ({ id }: Made) => ({
      id,
      owner_id: viewer.id,
      amount_minor: 5_000_000,
      cause_kind: 'custom_request',
      cause_id: id,
      placed_entry_id: id,
      placed_at: MOMENTS[0],
      expires_at: MOMENTS[2],
    })
    const ask = async (asked: readonly Made[]) => {
      await put('wallet_holds', asked, holdOf)
      await put('custom_requests', asked, requestOf)
    }
    await unguarded(async () => {
      await ask(rows)
      const newest = rows.map(idOf).toSorted().toReversed()
      const own = (before: string | null, limit: number) => listOwnRequests(viewer.id, { before, limit })
      expect(await paged(own, 'id', () => ask([{ id: newId(), at: NEWER }]))).toEqual(newest)
      const received = (before: string | null, limit: number) =>
        listReceivedRequests(creator.id, null, { before, limit })
      expect((await paged(received, 'id')).slice(1)).toEqual(newest)
    })
  })

  test('CHAT-01a CHAT-02c conversations and their messages are read to the end, also while another one is written to', async () => {
    const creator = creators[5]!
    const threads = made()
    const fans = await Promise.all(threads.map(() => makePerson()))
    await put('chat_threads', threads, ({ id, at }, index) => ({
      id,
      creator_id: creator.id,
      fan_id: fans[index]!.id,
      last_seq: 9,
      last_at: at,
    }))
    const first = threads[0]!
    await put('chat_messages', ROWS, (_, index) => ({
      id: newId(),
      thread_id: first.id,
      seq: index + 1,
      sender_id: fans[0]!.id,
      client_id: newId(),
      body: `message ${index + 1}`,
      sent_at: MOMENTS[0],
    }))
    const another = async () => {
      const fan = await makePerson()
      await put('chat_threads', [{ id: newId(), creator_id: creator.id, fan_id: fan.id, last_seq: 1, last_at: NEWER }])
    }
    const list = (before: string | null, limit: number) => listThreads(creator.id, { filter: 'all', before, limit })
    expect(await paged(list, 'id', another)).toEqual(newestFirst(threads))
    const bodies = ROWS.map((_, index) => `message ${index + 1}`)
    const upward = async (before: string | null, limit: number) =>
      (await listMessages(first.id, creator.id, { before: before === null ? null : BigInt(before), limit }))
        .map((one) => ({ body: one.body, seq: String(one.seq) }))
        .toReversed()
    expect(await paged(upward, 'seq')).toEqual(bodies.map((_, index) => String(index + 1)).toReversed())
    const onward = async (after: string | null, limit: number) =>
      (await listMessagesSince(first.id, creator.id, { since: BigInt(after ?? 0), limit })).map((one) => ({
        seq: String(one.seq),
      }))
    expect(await paged(onward, 'seq')).toEqual(bodies.map((_, index) => String(index + 1)))
  })

  test('ADMIN-06a SAFE-01e submitted posts and blocked media are read to the end from both sides', async () => {
    const creator = await makeCreator()
    const posts = made()
    await unguarded(async () => {
      await put('posts', posts, ({ id, at }) => ({
        id,
        creator_id: creator.id,
        kind: 'text',
        caption: 'Waits for a look',
        audience: 'public',
        state: 'in_review',
        created_at: at,
        submitted_at: at,
      }))
      await put('blocked_media', posts, ({ id, at }) => ({
        id,
        media_id: newId(),
        kind: 'photo',
        content_sha256: Buffer.alloc(32),
        owner_id: creator.id,
        post_id: id,
        reason: 'Planted',
        blocked_by: viewer.id,
        blocked_at: at,
      }))
    })
    const find = 'Waits for a look'
    expect(await bothWays((asked) => listContent(listing('pending', { ...asked, find })), 'id')).toEqual([
      newestFirst(posts),
      oldestFirst(posts),
    ])
    expect(await bothWays((asked) => listBlockedMedia(listing('all', { ...asked, find: 'Planted' })), 'id')).toEqual([
      newestFirst(posts),
      oldestFirst(posts),
    ])
  })

  test('ADMIN-06 reports are listed from the oldest on or from the newest on, and the urgent ones first either way', async () => {
    const [calm, urgent] = [made(), made()]
    const reported = creators[0]!
    for (const rows of [calm, urgent])
      await put('reports', rows, ({ id, at }) => ({
        id,
        kind: 'creator',
        subject_id: reported.id,
        reported_id: reported.id,
        reason: rows === urgent ? 'minor' : 'spam',
        urgent: rows === urgent,
        details: '',
        reported_at: at,
      }))
    expect(await bothWays((asked) => listReports(listing('open', asked)), 'id')).toEqual([
      [...newestFirst(urgent), ...newestFirst(calm)],
      [...oldestFirst(urgent), ...oldestFirst(calm)],
    ])
  })

  test('PROF-10 purchases have the newest first, whenever the content was posted', async () => {
    const creator = creators[1]!
    const buyer = await makePerson()
    const rows = made()
    await put('posts', rows, ({ id, at }) => ({
      ...publishedPost(creator, { id, at: new Date(2 * MOMENTS[2].getTime() - at.getTime() - 9 * 86_400_000) }),
      audience: 'pay_to_unlock',
      price_minor: 5_000_000,
    }))
    await put('unlocks', rows, ({ id, at }) => ({
      id: newId(),
      user_id: buyer.id,
      post_id: id,
      purchase_id: newId(),
      created_at: at,
    }))
    const list = (before: string | null, limit: number) => listBoughtPosts(buyer, { before, limit })
    expect(await grown((limit) => list(null, limit), 'id')).toEqual(newestFirst(rows))
    expect(await paged(list, 'id')).toEqual(newestFirst(rows))
  })

  test('SUB-10 subscriptions to single creators have the one that ends last first', async () => {
    const rows = made()
    const fan = await makePerson()
    await put('creator_subscriptions', rows, ({ id, at }) => ({
      id,
      user_id: fan.id,
      creator_id: creators[0]!.id,
      purchase_id: newId(),
      price_minor: 3_000_000,
      starts_at: addDays(at, -30),
      ends_at: at,
    }))
    expect(await grown((limit) => listCreatorSubscriptions(fan.id, limit), 'id')).toEqual(newestFirst(rows))
  })
})

describe('tips', () => {
  const tipOf = (creatorId: string, fanId: string, { id, at }: Made, amount = 1_000_000) => ({
    id,
    purchase_id: newId(),
    fan_id: fanId,
    creator_id: creatorId,
    context: 'profile',
    amount_minor: amount,
    created_at: at,
  })

  test('TIP-04 a creator’s tips are read to the end, also while new ones arrive', async () => {
    const creator = creators[2]!
    const rows = made()
    await put('tips', rows, (row) => tipOf(creator.id, viewer.id, row))
    const meanwhile = () => put('tips', [tipOf(creator.id, viewer.id, { id: newId(), at: NEWER })])
    const list = (before: string | null, limit: number) => listReceivedTips(creator.id, { before, limit })
    expect(await paged(list, 'id', meanwhile)).toEqual(newestFirst(rows))
  })

  test('DASH-03 what is clearing is read to the end, without what has cleared or was refunded', async () => {
    const creator = creators[6] ?? (await makeCreator())
    const rows = made()
    await put('earnings', rows, ({ id, at }) => ({ ...earningOf(creator.id, newId(), 1), id, earned_at: at }))
    await put('earnings', [
      { ...earningOf(creator.id, newId(), 1), id: newId(), released_at: now() },
      { ...earningOf(creator.id, newId(), 1), id: newId(), pending_used_minor: 1_000_000 },
    ])
    const list = (before: string | null, limit: number) => listClearing(creator.id, { before, limit })
    expect(await paged(list, 'id')).toEqual(rows.map(idOf).toSorted((a, b) => (a < b ? 1 : -1)))
  })

  test('DASH-03 what a payout pays is read to the end: what cleared after the payout before it, and by it', async () => {
    const creator = await makeCreator()
    const [rows, after, until] = [made(), addDays(now(), -7), now()]
    await put('earnings', rows, ({ id, at }) => ({
      ...earningOf(creator.id, newId(), 1),
      id,
      earned_at: at,
      released_at: addDays(until, -1),
    }))
    await put('earnings', [
      { ...earningOf(creator.id, newId(), 1), id: newId(), released_at: after },
      { ...earningOf(creator.id, newId(), 1), id: newId(), released_at: addDays(until, 1) },
      { ...earningOf(creator.id, newId(), 1), id: newId() },
    ])
    const list = (before: string | null, limit: number) => listReleased(creator.id, { after, until }, { before, limit })
    expect(await paged(list, 'id')).toEqual(rows.map(idOf).toSorted((a, b) => (a < b ? 1 : -1)))
  })

  test('TIP-05 top supporters have the largest sum first, equal ones by id', async () => {
    const creator = creators[3]!
    const fans: { id: string; sum: number }[] = []
    for (const sum of [3, 1, 2, 2, 1]) fans.push({ id: (await makePerson()).id, sum })
    await put('tips', fans, ({ id, sum }) => tipOf(creator.id, id, { id: newId(), at: now() }, sum * 1_000_000))
    expect(await grown((limit) => listTopSupporters(creator.id, limit), 'fanId')).toEqual(largestFirst(fans))
  })

  // Three fans at each of three moments; two of each three have paid, one of them twice as much.
  test.each(['spent', 'newest'] satisfies FanSort[])(
    'DASH-02 a creator’s fans by %s are read to the end',
    async (by) => {
      const creator = creators[4]!
      const fans: (Made & { sum: number })[] = []
      for (const { at } of ROWS) fans.push({ id: (await makePerson()).id, at, sum: fans.length % 3 })
      await put('follows', fans, ({ id, at }) => ({ fan_id: id, creator_id: creator.id, created_at: at }))
      for (const { id, sum } of fans) {
        if (sum === 0) continue
        const causeId = newId()
        await put('purchases', [{ ...boughtTip(causeId, viewer), buyer_id: id }])
        await put('earnings', [earningOf(creator.id, causeId, sum)])
      }
      const list = (before: string | null, limit: number) => listFans(creator.id, by, { before, limit })
      const own = (await paged(list, 'id')).filter((id) => fans.some((fan) => fan.id === id))
      const key = by === 'spent' ? ({ sum }: { sum: number }) => sum : ({ at }: Made) => at.getTime()
      expect(own).toEqual(fans.toSorted((a, b) => key(b) - key(a) || byId(b, a)).map(idOf))
    },
  )

  test('DASH-02 the best posts of a creator have the largest sum first, equal ones by id', async () => {
    const creator = creators[5]!
    const posts: { id: string; sum: number }[] = [3, 1, 2, 2, 1].map((sum) => ({ id: newId(), sum }))
    await put('posts', posts, ({ id }) => publishedPost(creator, { id, at: MOMENTS[0] }))
    for (const { id, sum } of posts) {
      const causeId = newId()
      await put('tips', [
        {
          ...tipOf(creator.id, viewer.id, { id: newId(), at: now() }),
          post_id: id,
          context: 'post',
          purchase_id: causeId,
        },
      ])
      await put('earnings', [earningOf(creator.id, causeId, sum)])
    }
    const best = posts.toSorted((a, b) => b.sum - a.sum || byId(b, a)).map(idOf)
    // Posts of other tests have brought nothing.
    expect((await grown((limit) => listBestPosts(creator.id, limit), 'id')).slice(0, best.length)).toEqual(best)
  })
})

describe('the ledger', () => {
  const CLEARING: LedgerAccount = { purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }
  const causeId = newId()
  let wallet: LedgerAccount & { ownerId: string }
  const entries: { id: string; in: boolean }[] = []

  /** Moves so much into the wallet, or out of it, by two lines of one entry, all at one moment. */
  async function move(into: boolean, happenedAt: Date = MOMENTS[1]): Promise<string> {
    const [one, other] = into ? [debit, credit] : [credit, debit]
    const { entryId } = await inTransaction((tx) =>
      postEntry(tx, {
        kind: into ? 'test_in' : 'test_out',
        idempotencyKey: newId(),
        causeKind: 'test',
        causeId,
        happenedAt,
        lines: [one(CLEARING, 1_000n), other(wallet, 600n), other(wallet, 400n)],
      }),
    )
    return entryId
  }

  beforeAll(async () => {
    wallet = { purpose: 'wallet', ownerId: (await makePerson()).id, currency: 'UGX' }
    for (const into of [true, true, true, false, true, false, true, true, false])
      entries.push({ id: await move(into), in: into })
  })

  const downward = (some: readonly { id: string }[]): string[] => some.map(idOf).toSorted().toReversed()
  const isIn = (entry: { in: boolean }): boolean => entry.in
  const isOut = (entry: { in: boolean }): boolean => !entry.in

  /** Which of the entries above a list shows page by page, while another one arrives. */
  async function known<Key extends string, Row extends Record<Key, string>>(
    list: (before: string | null, size: number) => Promise<Row[]>,
    id: Key,
  ): Promise<string[]> {
    const shown = await paged(list, id, () => move(true))
    return shown.filter((one) => entries.some((entry) => entry.id === one))
  }

  test.each([
    [null, () => true],
    ['debits', isOut],
    ['credits', isIn],
  ] as const)('WALLET-02 the movements of an account (%s) are read to the end, each entry once', async (only, fits) => {
    const list = (before: string | null, limit: number) => listAccountMovements(wallet, { only, before, limit })
    expect(await known(list, 'entryId')).toEqual(downward(entries.filter(fits)))
  })

  test.each([
    ['all', () => true],
    ['in', isIn],
    ['out', isOut],
  ] as const)('WALLET-02 the history of a wallet (%s) is read to the end, each entry once', async (filter, fits) => {
    const list = (before: string | null, limit: number) =>
      listWalletMovements(wallet.ownerId, { filter, before, limit })
    expect(await known(list, 'entryId')).toEqual(downward(entries.filter(fits)))
  })

  test('WALLET-02 the statement of an account is read to the end, and each balance is the one before plus the line', async () => {
    const list = (before: string | null, limit: number) => listStatement(wallet, { limit, ...(before && { before }) })
    expect(await known(list, 'entryId')).toEqual(downward(entries))
    for (const limit of [2, 500]) {
      const lines = await listStatement(wallet, { limit })
      for (const [index, line] of lines.slice(0, -1).entries())
        expect(line.balanceMinor - line.amountMinor).toBe(lines[index + 1]!.balanceMinor)
    }
    expect((await listStatement(wallet, { limit: 500 })).at(-1)).toMatchObject({ balanceMinor: -1_000n })
  })

  test('ADMIN-07 entries are read to the end, by account, kind, cause and day and without any', async () => {
    const accounts = await listAccounts('wallet', { limit: 500 })
    const accountId = accounts.find((account) => account.ownerId === wallet.ownerId)!.id
    const day = new Date(MOMENTS[1].getTime() + 3 * 3_600_000).toISOString().slice(0, 10)
    for (const filter of [
      {},
      { accountId },
      { kind: 'test_in' },
      { causeId },
      { day },
      { accountId, kind: 'test_out' },
    ]) {
      const list = (before: string | null, limit: number) => listEntries(filter, { before, limit })
      const expected = 'kind' in filter ? entries.filter((entry) => (filter.kind === 'test_in') === entry.in) : entries
      expect(await known(list, 'id')).toEqual(downward(expected))
    }
  })

  test('ADMIN-07 accounts are read to the end, the oldest first', async () => {
    const owners: string[] = []
    for (let index = 0; index < 5; index += 1) owners.push((await makePerson()).id)
    const ids = owners.map(() => newId())
    await put('ledger_accounts', ids, (id, index) => ledgerAccount(id, 'wallet_held', owners[index]!))
    expect(await paged((after, limit) => listAccounts('wallet_held', { after, limit }), 'id')).toEqual(ids.toSorted())
  })

  test('SAFE-02 an export reads every line once, across the edges of its pages', async () => {
    const person = await makePerson()
    const accountId = newId()
    await put('ledger_accounts', [ledgerAccount(accountId, 'wallet', person.id)])
    // More than two pages, and three lines per entry, so that an entry is at each edge.
    await unguarded(async () => {
      await owner().query(
        `with e as (
         insert into journal_entries (id, kind, idempotency_key, fingerprint, cause_kind, cause_id, happened_at)
         select gen_random_uuid(), 'bulk', gen_random_uuid()::text, '', 'test', gen_random_uuid(), app_now() from generate_series(1, 400) returning id
       ) insert into postings (entry_id, line, account_id, amount_minor, currency)
         select e.id, n, $1, row_number() over (), 'UGX' from e, generate_series(1, 3) n`,
        [accountId],
      )
      await owner().query(
        `insert into transactions (id, purchase_id, user_id, unauthenticated, flutterwave_tx_ref, transaction_type, payment_method, amount_minor, currency, email, customer_name, description)
       select gen_random_uuid(), gen_random_uuid(), $1, false, 'bulk-' || n, 'pass', 'card', 100, 'UGX', 'x@fans.example', 'x', 'x' from generate_series(1, 1200) n`,
        [person.id],
      )
    })
    const amounts: bigint[] = []
    for await (const movement of listMovements(person.id)) amounts.push(movement.amountMinor)
    expect(amounts.length).toBe(1_200)
    expect(new Set(amounts).size).toBe(1_200)
    const references: string[] = []
    for await (const row of listPaymentsForStatement(person.id)) references.push(row.reference)
    expect(references.length).toBe(1_200)
    expect(new Set(references).size).toBe(1_200)
  })
})

describe('payments of one person', () => {
  test('PAY-12 receipts and payments have the newest first, also those of one moment', async () => {
    const fan = await makePerson()
    const rows = made()
    await put('purchases', rows, ({ id, at }) => ({
      ...boughtTip(id, fan),
      paid_from: 'wallet',
      created_at: at,
      completed_at: at,
    }))
    const expected = newestFirstThenUp(rows)
    expect(await grown((limit) => listReceipts(fan.id, limit), 'purchaseId')).toEqual(expected)
    expect(await grown((limit) => listRecentPayments(fan.id, limit), 'purchaseId')).toEqual(expected)
  })

  test('ADMIN-05a what happened to a person is read to the end by id, from all tables', async () => {
    const fan = await makePerson()
    const [bought, sent] = [made(), made()]
    await put('purchases', bought, ({ id, at }) => ({ ...boughtTip(id, fan), paid_from: 'wallet', created_at: at }))
    await put('sessions', sent, ({ id, at }) => ({
      id,
      token_hash: Buffer.from(id),
      profile_id: fan.id,
      network: '10.0.0.0/24',
      user_agent: '',
      kind: 'member',
      created_at: at,
      expires_at: NEWER,
    }))
    const list = (before: string | null, limit: number) => listTimeline(fan.id, { before, limit })
    expect(await paged(list, 'id')).toEqual([...bought, ...sent].map(idOf).toSorted().toReversed())
  })
})

describe('lists for staff', () => {
  let staff: Person
  beforeAll(async () => {
    staff = { ...(await makePerson('admin')), staffRole: 'super-admin' }
  })
  const OLDEST = addDays(now(), -30)

  test.each(['open', 'explained', 'settled'] as const)(
    'ADMIN-07 differences (%s) are read to the end',
    async (state) => {
      const rows = made()
      const difference = ({ id, at }: Made) => ({
        id,
        kind: 'test',
        subject: id,
        description: 'x',
        causes_at: at,
        state,
        first_seen_at: at,
        ended_at: state === 'open' ? null : at,
        settled_by: state === 'settled' ? staff.id : null,
      })
      await put('reconciliation_differences', rows, difference)
      const newer = { id: newId(), at: NEWER }
      const list = (after: string | null, limit: number) =>
        listDifferences(listing(state, { after, limit, oldestFirst: state === 'open' }))
      const meanwhile = () => put('reconciliation_differences', [difference(newer)])
      expect(await paged(list, 'id', meanwhile)).toEqual(state === 'open' ? oldestFirst(rows) : newestFirst(rows))
    },
  )

  test('ADMIN-07 corrections: those that wait first, then the newest', async () => {
    const [waiting, done] = [made(), made()]
    const correction = ({ id, at }: Made, state: string) => ({
      id,
      purpose: 'wallet',
      currency: 'UGX',
      amount_minor: 100,
      reason: 'A long reason',
      proposed_by: staff.id,
      proposed_at: at,
      state,
      decided_by: state === 'declined' ? staff.id : null,
    })
    await put('ledger_corrections', [
      ...waiting.map((row) => correction(row, 'proposed')),
      ...done.map((row) => correction(row, 'declined')),
    ])
    expect(await grown((limit) => listCorrections(listing('all', { limit })), 'id')).toEqual([
      ...newestFirst(waiting),
      ...newestFirst(done),
    ])
    expect(await bothWays((asked) => listCorrections(listing('all', asked)), 'id')).toEqual([
      [...newestFirst(waiting), ...newestFirst(done)],
      [...oldestFirst(waiting), ...oldestFirst(done)],
    ])
  })

  test('ADMIN-07 audits of the ledger: the newest first', async () => {
    const rows = made()
    await put('reconciliation_runs', rows, ({ id, at }) => ({ id, kind: 'audit', started_at: at }))
    expect(await grown((limit) => listRuns('audit', limit), 'id')).toEqual(newestFirst(rows))
  })

  test('ADMIN-05 payouts: for a creator the newest first, for staff those that wait before all others', async () => {
    const creator = creators[4]!
    const accountId = newId()
    await put('payout_accounts', [payoutAccount(accountId, creator, OLDEST, 'matched')])
    const rows = made().map((row, index) => ({ ...row, number: 1_000 + index, state: 'completed' }))
    rows[1]!.state = 'unknown'
    rows[4]!.state = 'pending'
    await put('payouts', rows, ({ id, at, number, state }) => ({
      id,
      number,
      creator_id: creator.id,
      account_id: accountId,
      asked_by: staff.id,
      gross_minor: 100_000,
      fee_minor: 0,
      net_minor: 100_000,
      state,
      reference: `P${number}`,
      created_at: at,
      claimed_at: at,
    }))
    const order = rows.toSorted((a, b) => byTime(b, a) || b.number - a.number)
    expect(await grown((limit) => listPayouts(creator.id, limit), 'id')).toEqual(order.map(idOf))
    const rest = order.filter(({ state }) => state === 'completed').map(idOf)
    expect((await listPayoutsForStaff(listing('all'))).map(idOf)).toEqual([rows[4]!.id, rows[1]!.id, ...rest])
    expect(await bothWays((asked) => listPayoutsForStaff(listing('all', asked)), 'id')).toEqual([
      [rows[4]!.id, rows[1]!.id, ...rest],
      [rows[4]!.id, rows[1]!.id, ...rest.toReversed()],
    ])
  })

  test('ADMIN-05 accounts whose name has to be compared: the longest waiting first', async () => {
    const rows = made()
    const people = await Promise.all(rows.map(() => makeCreator()))
    await put('payout_accounts', rows, ({ id, at }, index) => payoutAccount(id, people[index]!, at, 'waiting'))
    expect((await listAccountsToCheck()).map(idOf)).toEqual(oldestFirst(rows))
  })

  test('ADMIN-05 creators who could be paid: the largest sum first, equal ones by id', async () => {
    const rows = [3, 1, 2, 2, 3].map((sum) => ({ sum, id: '', account: newId() }))
    for (const row of rows) row.id = (await makeCreator()).id
    await put('ledger_accounts', rows, ({ id, account }) => ledgerAccount(account, 'creator_available', id))
    await put('ledger_balances', rows, ({ account, sum }) => ({
      account_id: account,
      balance_minor: -sum * 10_000_000,
      guarded: true,
    }))
    expect((await listPayableCreators()).map((row) => row.creatorId)).toEqual(largestFirst(rows))
  })

  test('ADMIN-06 refunds: open ones with the longest waiting first, the others newest first', async () => {
    const [open, done] = [made(), made()]
    const purchases = new Map([...open, ...done].map(({ id }) => [id, newId()]))
    await put('purchases', [...purchases.values()], (id) => boughtTip(id, viewer))
    const refund = ({ id, at }: Made, state: string) => ({
      id,
      amount_minor: 100,
      currency: 'UGX',
      reason: 'asked',
      state,
      purchase_id: purchases.get(id),
      created_at: at,
    })
    await put('refunds', [...open.map((row) => refund(row, 'asked')), ...done.map((row) => refund(row, 'completed'))])
    const list = async ({ filter = 'all', ...asked }: Partial<Listing<RefundFilter>>) =>
      (await listRefunds(listing(filter, asked))).map(idOf)
    expect(await list({ filter: 'open', oldestFirst: true })).toEqual(oldestFirst(open))
    expect(await list({ filter: 'done' })).toEqual(newestFirstThenUp(done))
    expect(await list({})).toEqual(newestFirstThenUp([...open, ...done]))
    // Page by page nothing is left out or shown twice, even where several were requested in the same moment.
    for (const oldestFirst of [true, false]) {
      const whole = await list({ oldestFirst })
      const pages: string[] = []
      for (let after: string | null = null; ; after = pages.at(-1)!) {
        const page = await list({ oldestFirst, after, limit: 2 })
        if (page.length === 0) break
        pages.push(...page)
      }
      expect(pages).toEqual(whole)
    }
    expect(await list({ after: newId() })).toEqual([])
    expect(await list({ after: "x' or true --" })).toEqual(await list({}))
  })

  test('ADMIN-06 refunds are found by a part of the buyer’s or the product’s name, and by a whole reference', async () => {
    const buyer = await makePerson()
    const name = 'Zubeda 100%_\\ Nakato'
    await owner().query('update profiles set display_name = $2 where id = $1', [buyer.id, name])
    const purchaseId = newId()
    await put('purchases', [purchaseId], (id) => ({ ...boughtTip(id, buyer), product_name: 'Rare lantern post' }))
    const id = newId()
    await put('refunds', [id], () => ({
      id,
      amount_minor: 100,
      currency: 'UGX',
      reason: 'asked',
      state: 'asked',
      purchase_id: purchaseId,
    }))
    const found = async (find: string) => (await listRefunds(listing('all', { find }))).map(idOf)
    for (const find of ['zubeda', 'nakato', '100%_\\', 'LANTERN', purchaseId])
      expect(await found(find), find).toEqual([id])
    for (const find of ['zub%eda', 'nobody at all', newId()]) expect(await found(find), find).toEqual([])
  })

  test('ADMIN-06 chargebacks: the earliest due first, then the newest', async () => {
    const [open, done] = [made(), made()]
    const chargeback = ({ id, at }: Made, ended: boolean) => ({
      id,
      gateway: 'flutterwave',
      chargeback_id: id,
      status: ended ? 'lost' : 'pending',
      raw_status: 'x',
      opened_at: ended ? at : OLDEST,
      due_at: ended ? null : at,
      ended_at: ended ? at : null,
    })
    await put('chargebacks', [
      ...open.map((row) => chargeback(row, false)),
      ...done.map((row) => chargeback(row, true)),
    ])
    const list = async ({ filter = 'all', ...asked }: Partial<Listing<ChargebackFilter>>) =>
      (await listChargebacks(listing(filter, asked))).map(idOf)
    expect(await list({ filter: 'open', oldestFirst: true })).toEqual(oldestFirst(open))
    expect(await list({ filter: 'ended' })).toEqual(newestFirstThenUp(done))
    for (const asked of [{ filter: 'open', oldestFirst: true }, { filter: 'ended' }, {}] as const) {
      const whole = await list(asked)
      const pages: string[] = []
      for (let after: string | null = null; ; after = pages.at(-1)!) {
        const page = await list({ ...asked, after, limit: 2 })
        if (page.length === 0) break
        pages.push(...page)
      }
      expect(pages).toEqual(whole)
    }
  })

  test('ADMIN-02 waiting applications are first, the longest waiting on top, then creators by rank', async () => {
    const waiting = made()
    const people = await Promise.all(waiting.map(() => makeCreator({ approved: false, rank: 500n })))
    await put('creator_applications', waiting, ({ id, at }, index) => ({
      id,
      profile_id: people[index]!.id,
      state: 'in_review',
      submitted_at: at,
    }))
    const pages = await bothWays((asked) => listApplications(listing('all', asked)), 'creatorId')
    const shown = (await listApplications(listing('all'))).map((row) => row.creatorId)
    expect(pages[0]).toEqual(shown)
    expect(shown.slice(0, 9)).toEqual(oldestFirst(waiting.map(({ at }, index) => ({ at, id: people[index]!.id }))))
    expect(new Set(shown).size).toBe(shown.length)
  })

  test('ADMIN-02 decisions: the newest first', async () => {
    const rows = made()
    const application = newId()
    await put('creator_applications', [
      { id: application, profile_id: creators[0]!.id, state: 'approved', submitted_at: MOMENTS[0] },
    ])
    await put('application_decisions', rows, ({ id, at }, index) => ({
      id,
      application_id: application,
      submitted_at: addDays(at, -index / 24),
      decision: 'approved',
      decided_by: staff.id,
      decided_at: at,
    }))
    // A decision is identified by its application and its time: the ids are read from the message.
    await unguarded(() => owner().query(`update application_decisions set message = id::text`))
    expect(await grown((limit) => listDecisionsSince(OLDEST, limit), 'message')).toEqual(newestFirst(rows))
  })

  test('ADMIN-10 the activity record: the newest first', async () => {
    const rows = made()
    await put('activity', rows, ({ id, at }) => ({ id, at, event: 'x', object_kind: 'test', object_id: 'x' }))
    expect(await grown((limit) => listActivityOf(['test'], limit), 'id')).toEqual(newestFirst(rows))
    const newest = await grown((limit) => listNewestActivity(staff, limit), 'id', 200)
    expect(newest).toEqual(newest.toSorted().toReversed())
    expect(rows.every(({ id }) => newest.includes(id))).toBe(true)
  })

  test('changes of settings, mails, invites, promo codes and views of a document: the newest first', async () => {
    const [changes, mails, invites, promos, views] = [made(), made(), made(), made(), made()]
    await put('setting_changes', changes, ({ id, at }) => ({
      id,
      name: 'test',
      old_value: '1',
      new_value: '2',
      reason: 'A reason',
      changed_by: staff.id,
      changed_at: at,
    }))
    await put('caught_mails', mails, ({ id, at }) => ({
      id,
      recipient: 'x@mail.example',
      subject: 's',
      body_text: 't',
      body_html: 'h',
      sent_at: at,
    }))
    await put('admin_invites', invites, ({ id, at }) => ({
      id,
      invite_token: Buffer.from(id),
      email: `${id}@peach.example`,
      expires_at: OLDEST,
      created_by: staff.id,
      created_at: at,
    }))
    await put('promo_codes', promos, ({ id, at }, index) => ({
      id,
      code: `CODE-${index}`,
      discount_percentage: 10,
      created_at: at,
    }))
    const documentId = newId()
    const names = new Map(views.map(({ id }) => [id, newId()]))
    await put('sealed_document_views', views, ({ id, at }) => ({
      id,
      document_id: documentId,
      staff_id: names.get(id),
      reason: 'A reason',
      opened_at: at,
      ends_at: addDays(at, 0.01),
    }))
    expect(await grown((limit) => listSettingChanges({ name: 'test', limit }), 'id')).toEqual(newestFirst(changes))
    expect(await grown((limit) => listCaughtMails({ limit }), 'id')).toEqual(newestFirst(mails))
    expect((await listInvites()).map(idOf)).toEqual(newestFirst(invites))
    expect((await listPromoCodes()).map(idOf)).toEqual(newestFirst(promos))
    expect((await listViews(documentId)).map((row) => row.staffId)).toEqual(
      newestFirst(views).map((id) => names.get(id)),
    )
  })
})
