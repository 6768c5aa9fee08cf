import { submitToReview } from '#app/domain/applications/move-application.server.ts'
import { beginVerification } from '#app/domain/creators/verification.server.ts'
import { DOCUMENT_KINDS, DOCUMENT_UPLOADS } from '#app/domain/documents/document.ts'
import { submitDocuments } from '#app/domain/documents/submit-documents.server.ts'
import { acceptDocument } from '#app/domain/documents/accept-document.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'
import { ugx } from '#app/domain/money/money.ts'
import { acceptPlainFile } from '#app/domain/uploads/accept-plain-file.server.ts'
import { dayInKampala } from '#app/domain/identity/age.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { composeArtwork } from './artwork/compose-artwork.ts'
import { rasterise } from './artwork/rasterise.server.ts'
import { type DemoCreatorAccount, legalNameOf } from './people.ts'

const POST_SIZE = { width: 640, height: 800 }
const PAPER_SIZE = { width: 960, height: 720 }
const FIRST_POST_PRICE = ugx(50_000)

/** Submits the application of a creator who waits for review, with a first post and sealed documents: drawings, no people. */
export async function settleApplication(creator: DemoCreatorAccount, creatorId: string): Promise<void> {
  if (await isSent(creatorId)) return
  const applicationId = await openApplication(creatorId)
  const person = await personOf(creatorId)
  const { motif, palette, username } = creator.recipe
  const picture = await rasterise(
    composeArtwork({ seed: `${username} first`, motif, palette, ...POST_SIZE }),
    POST_SIZE,
  )
  const photo = await storePhoto({ ownerId: creatorId, purpose: 'post', bytes: picture }, { queue: false })
  if (!photo.ok) throw new Error(`a first post of the demo data was refused: ${photo.refusal.kind}`)
  for (const [index, kind] of DOCUMENT_KINDS.entries()) {
    const bytes = new Uint8Array(await rasterise(samplePaper(index), PAPER_SIZE))
    const upload = await acceptPlainFile(person, DOCUMENT_UPLOADS[kind], new File([bytes], 'sample.jpg'), {
      posts: false,
      documents: [DOCUMENT_UPLOADS[kind]],
    })
    if (!upload.ok) throw new Error(`a sample document was refused: ${upload.refusal.kind}`)
    const taken = await acceptDocument(person, { applicationId, kind, uploadId: upload.value.uploadId })
    if (!taken.ok) throw new Error(`a sample document was not sealed: ${taken.refusal.kind}`)
  }
  await inTransaction(async (tx) => {
    const postId = await writeFirstPost(tx, creatorId, photo.value.mediaId)
    await tx
      .updateTable('creator_applications')
      .set({
        steps_done: ['profile', 'first_post', 'prices'],
        tags: [...creator.recipe.tags],
        first_post_kind: 'photo',
        first_post_media_id: photo.value.mediaId,
        first_post_price_minor: FIRST_POST_PRICE.amountMinor,
        first_post_id: postId,
        subscription_price_minor: ugx(creator.recipe.subscriptionPriceUgx).amountMinor,
        daily_goal_minor: ugx(creator.recipe.dailyGoalUgx).amountMinor,
        pay_to_unlock: true,
        address_proof_dated: dayInKampala(addDays(now(), -20)),
        legal_name: legalNameOf(creator.recipe),
      })
      .where('id', '=', applicationId)
      .execute()
    await submitDocuments(tx, applicationId)
    await submitToReview(tx, applicationId)
    await beginVerification(tx, creatorId)
  })
}

async function isSent(creatorId: string): Promise<boolean> {
  const row = await db
    .selectFrom('creator_applications')
    .select('state')
    .where('profile_id', '=', creatorId)
    .executeTakeFirst()
  return row !== undefined && row.state !== 'draft'
}

async function openApplication(creatorId: string): Promise<string> {
  await db
    .insertInto('creator_applications')
    .values({ id: newId(), profile_id: creatorId })
    .onConflict((conflict) => conflict.column('profile_id').doNothing())
    .execute()
  await db
    .updateTable('profiles')
    .set({ whatsapp_number: '+256772100200' })
    .where('id', '=', creatorId)
    .where('whatsapp_number', 'is', null)
    .execute()
  const row = await db
    .selectFrom('creator_applications')
    .select('id')
    .where('profile_id', '=', creatorId)
    .executeTakeFirstOrThrow()
  return row.id
}

async function writeFirstPost(tx: Tx, creatorId: string, mediaId: string): Promise<string> {
  const id = newId()
  await tx
    .insertInto('posts')
    .values({
      id,
      creator_id: creatorId,
      kind: 'photo',
      audience: 'pay_to_unlock',
      price_minor: FIRST_POST_PRICE.amountMinor,
      caption: 'My first post here',
      state: 'in_review',
    })
    .execute()
  await tx.insertInto('post_media').values({ post_id: id, position: 0, media_id: mediaId }).execute()
  return id
}

/** The creator as an actor, in the form that the product's own commands expect. */
async function personOf(id: string): Promise<Person> {
  const row = await db
    .selectFrom('profiles')
    .select(['email', 'display_name', 'username', 'birthday', 'avatar_media_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    id,
    email: row.email,
    displayName: row.display_name,
    username: row.username,
    userType: 'creator',
    staffRole: null,
    profileCompleted: true,
    birthday: row.birthday,
    accountStatus: 'active',
    isBlocked: false,
    avatarMediaId: row.avatar_media_id,
    phone: null,
    sessionId: id,
    mfaAt: null,
    enrolsAs: null,
    freshlyProved: true,
  }
}

/** A drawing of a paper with lines on it, in place of a document, so that no real one is needed. */
function samplePaper(kind: number): string {
  const lines = Array.from({ length: 7 }, (_, line) => {
    const width = 300 + ((line * 97 + kind * 53) % 220)
    return `<rect x="360" y="${190 + line * 56}" width="${width}" height="18" rx="9" fill="#c9b8ac"/>`
  })
  const mark = ['#e1653d', '#7a2d5d', '#116741'][kind % 3]!
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 720" width="960" height="720">
    <rect width="960" height="720" fill="#5c4c41"/>
    <rect x="80" y="80" width="800" height="560" rx="28" fill="#fdf9f6"/>
    <rect x="130" y="180" width="180" height="220" rx="18" fill="#eee4dd"/>
    <circle cx="220" cy="290" r="62" fill="${mark}"/>
    ${lines.join('')}
    <rect x="130" y="560" width="700" height="26" rx="13" fill="${mark}" opacity="0.5"/>
  </svg>`
}
