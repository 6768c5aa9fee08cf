import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll } from 'vitest'
import { diskStore } from '#app/gateways/media-store/disk-store.server.ts'
import { useMediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { grantListing } from '#app/domain/creators/grant-listing.server.ts'
import type { Person, UserType } from '#app/domain/identity/actor.ts'
import { A_FAN } from './a-fan.ts'
import { grantFullAccess } from '#app/domain/entitlements/grant-full-access.server.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'
import { type NewPost, publishPost } from '#app/domain/posts/publish-post.server.ts'
import { useMarkedFolder } from '#app/domain/watermarks/marked-files.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

let made = 0

/** Keeps this file's media in a folder of its own. Returns its path. */
export function useMediaFolder(): () => string {
  const folder = mkdtempSync(join(tmpdir(), 'peach-media-'))
  beforeAll(() => {
    useMediaStore(diskStore(folder))
    useMarkedFolder(join(folder, 'marked'))
  })
  afterAll(() => {
    useMediaStore(null)
    useMarkedFolder(null)
    rmSync(folder, { recursive: true, force: true })
  })
  return () => folder
}

/** A signed-in adult with a complete profile. */
export async function makePerson(
  userType: UserType = 'fan',
  values: { displayName?: string; username?: string; birthday?: string | null } = {},
): Promise<Person> {
  made += 1
  const person: Person = {
    ...A_FAN,
    id: newId(),
    email: `person${made}@test.example`,
    displayName: values.displayName ?? `Person ${made}`,
    username: values.username ?? `person_${made}`,
    userType,
    birthday: values.birthday === undefined ? '1995-05-05' : values.birthday,
    sessionId: newId(),
  }
  await db
    .insertInto('profiles')
    .values({
      id: person.id,
      email: person.email,
      display_name: person.displayName,
      username: person.username,
      user_type: userType,
      profile_completed: true,
      birthday: person.birthday,
    })
    .execute()
  return person
}

/** An approved creator who is visible until tomorrow, unless `paidDays` is given (null: never paid). */
export async function makeCreator(
  values: { displayName?: string; username?: string; paidDays?: number | null; approved?: boolean; rank?: bigint } = {},
): Promise<Person> {
  const person = await makePerson('creator', values)
  const paidDays = values.paidDays === undefined ? 1 : values.paidDays
  await inTransaction(async (tx) => {
    await tx
      .insertInto('creators')
      .values({
        profile_id: person.id,
        verification_status: values.approved === false ? 'in_review' : 'approved',
        approved_at: values.approved === false ? null : now(),
        feed_rank: values.rank ?? BigInt(made),
      })
      .execute()
    if (paidDays === null) return
    const endsAt = addDays(now(), paidDays)
    await grantListing(tx, {
      creatorId: person.id,
      source: { kind: 'grant', id: newId() },
      startsAt: addDays(endsAt, -30),
      endsAt,
    })
  })
  return person
}

/** A picture of noise, so that its bytes are its own. */
export function noisyPhoto(width = 640, height = 800): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: '#884422', noise: { type: 'gaussian', mean: 120, sigma: 40 } },
  })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** A published post with one photo. Returns both ids. */
export async function makePost(
  creator: Person,
  audience: NewPost['audience'],
  values: { kind?: NewPost['kind']; expiresAt?: Date | null; caption?: string; photo?: Buffer } = {},
): Promise<{ postId: string; mediaId: string }> {
  const stored = await storePhoto({ ownerId: creator.id, purpose: 'post', bytes: values.photo ?? (await noisyPhoto()) })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  const postId = await inTransaction((tx) =>
    publishPost(tx, {
      creatorId: creator.id,
      kind: values.kind ?? 'photo',
      caption: values.caption ?? 'A post',
      audience,
      mediaIds: [stored.value.mediaId],
      publishedAt: now(),
      expiresAt: values.expiresAt ?? null,
    }),
  )
  return { postId, mediaId: stored.value.mediaId }
}

/** Grants a fan what a pass grants. */
export function giveFullAccess(fan: Person, expiresAt: Date | null = null): Promise<string> {
  return inTransaction((tx) => grantFullAccess(tx, { accountId: fan.id, grantedBy: null, reason: 'test', expiresAt }))
}

/** Grants a fan a post permanently, with the purchase behind it. */
export async function giveUnlock(fan: Person, postId: string): Promise<string> {
  const purchaseId = newId()
  await db
    .insertInto('purchases')
    .values({
      id: purchaseId,
      kind: 'post_unlock',
      product_id: postId,
      product_name: 'A post',
      buyer_id: fan.id,
      buyer_scope: fan.id,
      buyer_email: fan.email,
      amount_minor: 5_000_000n,
      currency: 'UGX',
      quote: '{}',
      idempotency_key: purchaseId,
      checkout_hash: Buffer.from('x'),
      state: 'completed',
    })
    .execute()
  await db
    .insertInto('unlocks')
    .values({ id: newId(), user_id: fan.id, post_id: postId, purchase_id: purchaseId })
    .execute()
  return purchaseId
}
