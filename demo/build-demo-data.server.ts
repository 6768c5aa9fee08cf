import { grantListing } from '#app/domain/creators/grant-listing.server.ts'
import { grantFullAccess } from '#app/domain/entitlements/grant-full-access.server.ts'
import { EVERYBODY_AGREES } from '#app/domain/consents/documents.ts'
import { recordConsent } from '#app/domain/consents/record-consent.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { RECORDED } from '#app/domain/events/recorded.ts'
import { publishPost } from '#app/domain/posts/publish-post.server.ts'
import { useImageProcesses } from '#app/domain/media/use-image-processes.server.ts'
import { startRenditions } from '#app/domain/media/make-renditions.server.ts'
import { forgetMedia } from '#app/domain/media/forget-media.server.ts'
import { addDays, addMinutes, now } from '#app/platform/clock.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ugx } from '#app/domain/money/money.ts'
import { askRequests } from './ask-requests.server.ts'
import { settleVideos } from './video-posts.server.ts'
import { fillWallets } from './fill-wallets.server.ts'
import { inParallel } from './in-parallel.ts'
import { PALETTE_NAMES } from './artwork/palettes.ts'
import {
  keepAvatar,
  paintPosts,
  paintPublicPictures,
  type PaintedPost,
  type PublicPictures,
} from './paint-creator.server.ts'
import { composePosts } from './compose-posts.server.ts'
import {
  DEMO_APPLICANTS,
  DEMO_CREATORS,
  DEMO_FANS,
  DEMO_FOLLOWERS,
  type DemoCreatorAccount,
  type DemoFanAccount,
  legalNameOf,
} from './people.ts'
import { HISTORY_WEEKS, playHistory } from './play-history.server.ts'
import { startConversations, writeLetters } from './start-conversations.server.ts'
import { settleEngagement } from './settle-engagement.server.ts'
import { sellPasses } from './sell-passes.server.ts'
import { settleApplication } from './settle-application.server.ts'

const MARKER = { event: 'demo_data_built', objectId: 'demo' } as const
const STORY_HOURS = 24
const FACES = 14
/** How long ago the posts of a creator appeared, in minutes. The fifth is the story. */
const DAY = 1_440
const POST_AGES = [60, 150, 18 * DAY, 40 * DAY, 360, 75 * DAY, 120 * DAY, 170 * DAY]

/** Whether the demo data is complete. */
export async function hasDemoData(): Promise<boolean> {
  const marker = await db
    .selectFrom('activity')
    .select('id')
    .where('object_kind', '=', RECORDED[MARKER.event])
    .where('object_id', '=', MARKER.objectId)
    .executeTakeFirst()
  return marker !== undefined
}

/**
 * Fills an empty database with the demo data: people first, then creator by creator, each in one transaction once its pictures are stored.
 * An interrupted build continues where it stopped. `notify` is called with the number of finished creators.
 */
export async function buildDemoData(notify: (done: number, of: number) => void): Promise<void> {
  if (await hasDemoData()) return
  useImageProcesses(2)
  const ids = await settlePeople()
  let done = 0
  await inParallel(DEMO_CREATORS, 3, async (creator, index) => {
    await settleCreator(creator, index, ids.get(creator.email)!)
    done += 1
    notify(done, DEMO_CREATORS.length)
  })
  await paintFaces(ids)
  await playHistory(ids)
  await writeLetters(ids)
  await inTransaction((tx) => settleFollows(tx, ids))
  await sellPasses(ids)
  await fillWallets(ids)
  await askRequests(ids)
  await startConversations(ids)
  await settleVideos(ids)
  await settleEngagement(ids)
  await composePosts(ids.get(DEMO_CREATORS.find(({ recipe }) => recipe.username === 'amina_k')!.email)!)
  for (const creator of DEMO_CREATORS)
    if (creator.status === 'in_review') await settleApplication(creator, ids.get(creator.email)!)
  await inTransaction(async (tx) => {
    await startRenditions(tx)
    await publish(tx, { actorId: null, ...MARKER })
  })
}

/** Creates everybody's account. Returns the ids by e-mail. */
async function settlePeople(): Promise<Map<string, string>> {
  const joined = addDays(now(), -7 * HISTORY_WEEKS - 20)
  const shared = {
    id: '',
    profile_completed: true,
    birthday: '1996-04-12',
    created_at: joined,
    updated_at: joined,
    email_proven_at: joined,
  }
  const people = [
    ...[...DEMO_CREATORS, ...DEMO_APPLICANTS].map(({ recipe, email, daysAgo }) => ({
      ...shared,
      ...(daysAgo !== undefined && joinedAgo(daysAgo)),
      email,
      display_name: recipe.displayName,
      username: recipe.username,
      city: recipe.city,
      bio: recipe.bio,
      user_type: 'creator' as const,
    })),
    ...[...DEMO_FANS, ...DEMO_FOLLOWERS].map((fan) => ({
      ...shared,
      ...(fan.daysAgo !== undefined && joinedAgo(fan.daysAgo)),
      email: fan.email,
      display_name: fan.displayName,
      username: fan.username,
      city: fan.city,
      user_type: 'fan' as const,
    })),
  ].map((person) => ({ ...person, id: newId() }))
  await db
    .insertInto('profiles')
    .values(people)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'email'])
    .where(
      'email',
      'in',
      people.map((person) => person.email),
    )
    .execute()
  // As for everybody who signs up by the form, so that nobody who is signed in as is asked again.
  const followers = new Set(DEMO_FOLLOWERS.map(({ email }) => email))
  await inTransaction(async (tx) => {
    for (const row of rows.filter(({ email }) => !followers.has(email)))
      await recordConsent(tx, row.id, EVERYBODY_AGREES, 'sign_up')
  })
  return new Map(rows.map((row) => [row.email, row.id]))
}

function joinedAgo(days: number) {
  return { created_at: addDays(now(), -days), email_proven_at: addDays(now(), -days) }
}

async function settleCreator(creator: DemoCreatorAccount, index: number, id: string): Promise<void> {
  const settled = await db.selectFrom('creators').select('profile_id').where('profile_id', '=', id).executeTakeFirst()
  if (settled) return
  // Pictures that an interrupted build stored for this creator are painted again: no row names them.
  await forgetMedia(id)
  const [shopWindow, posts] = await Promise.all([
    paintPublicPictures(id, creator.recipe),
    creator.status === 'in_review' ? Promise.resolve([]) : paintPosts(id, creator.recipe),
  ])
  await inTransaction(async (tx) => {
    await openShop(tx, creator, index, id, shopWindow)
    await publishPosts(tx, id, index, posts)
  })
}

/** Faces for those who write, tip and ask, the first fans of the list, and for those who applied. */
async function paintFaces(ids: Map<string, string>): Promise<void> {
  const applicants = DEMO_APPLICANTS.map(({ email, recipe }) => ({ email, username: recipe.username }))
  await inParallel([...DEMO_FANS.slice(0, FACES), ...applicants], 3, async ({ email, username }, index) => {
    const ownerId = ids.get(email)!
    const painted = await db.selectFrom('media').select('id').where('owner_id', '=', ownerId).executeTakeFirst()
    if (painted) return
    const avatar = await keepAvatar(ownerId, username, PALETTE_NAMES[index % PALETTE_NAMES.length]!)
    await db.updateTable('profiles').set({ avatar_media_id: avatar }).where('id', '=', ownerId).execute()
  })
}

async function openShop(
  tx: Tx,
  { recipe, status }: DemoCreatorAccount,
  index: number,
  id: string,
  shopWindow: PublicPictures,
): Promise<void> {
  const approvedAt =
    status === 'in_review' ? null : addDays(now(), recipe.tags.includes('new') ? -3 : -7 * HISTORY_WEEKS - 10)
  await tx.updateTable('profiles').set({ avatar_media_id: shopWindow.avatar }).where('id', '=', id).execute()
  await tx
    .insertInto('creators')
    .values({
      profile_id: id,
      verification_status: status === 'in_review' ? 'in_review' : 'approved',
      legal_name: status === 'in_review' ? null : legalNameOf(recipe),
      approved_at: approvedAt,
      subscription_price_minor: ugx(recipe.subscriptionPriceUgx).amountMinor,
      daily_goal_minor: ugx(recipe.dailyGoalUgx).amountMinor,
      chat_rate_minor: ugx(recipe.chatRateUgx).amountMinor,
      tags: [...recipe.tags],
      card_media_id: shopWindow.card,
      cover_media_id: shopWindow.cover,
      share_media_id: shopWindow.share,
      is_live: recipe.online,
      heartbeat_at: recipe.online ? now() : null,
      feed_rank: BigInt(addMinutes(now(), -index).getTime()),
    })
    .execute()
  if (approvedAt === null) return
  const endsAt = status === 'lapsed' ? addDays(now(), -7) : addDays(now(), 3_650)
  await grantListing(tx, { creatorId: id, source: { kind: 'grant', id }, startsAt: addDays(approvedAt, 0), endsAt })
}

async function publishPosts(tx: Tx, creatorId: string, place: number, posts: readonly PaintedPost[]): Promise<void> {
  // From the oldest to the newest, so that ids follow the time.
  for (const [index, { recipe, mediaIds }] of [...posts.entries()].toSorted(
    ([a], [b]) => POST_AGES[b]! - POST_AGES[a]!,
  )) {
    const publishedAt = addMinutes(now(), -POST_AGES[index]! - place * 3)
    await publishPost(tx, {
      creatorId,
      kind: recipe.kind,
      caption: recipe.caption,
      audience:
        recipe.audience === 'pay_to_unlock'
          ? { kind: recipe.audience, priceMinor: ugx(recipe.priceUgx).amountMinor }
          : { kind: recipe.audience },
      mediaIds,
      publishedAt,
      expiresAt: recipe.kind === 'story' ? addMinutes(publishedAt, STORY_HOURS * 60) : null,
    })
  }
}

async function settleFollows(tx: Tx, ids: Map<string, string>): Promise<void> {
  const followed = DEMO_CREATORS.filter((creator) => creator.status === 'visible')
  const rows = [...DEMO_FANS, ...DEMO_FOLLOWERS].flatMap((fan, index) => {
    const since = addDays(now(), -(fan.daysAgo ?? 3 * (index % 60) + 1))
    return fan.follows.flatMap((place) => {
      const creator = followed[place]
      return creator ? [{ fan_id: ids.get(fan.email)!, creator_id: ids.get(creator.email)!, created_at: since }] : []
    })
  })
  await tx
    .insertInto('follows')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const fan of DEMO_FANS) if (fan.pass === 'granted') await grantOnce(tx, fan, ids.get(fan.email)!)
}

async function grantOnce(tx: Tx, fan: DemoFanAccount, accountId: string): Promise<void> {
  const granted = await tx.selectFrom('user_access').select('id').where('user_id', '=', accountId).executeTakeFirst()
  if (!granted)
    await grantFullAccess(tx, { accountId, grantedBy: null, reason: `demo data: ${fan.displayName}`, expiresAt: null })
}
