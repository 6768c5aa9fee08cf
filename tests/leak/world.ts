import { createHash } from 'node:crypto'
import type pg from 'pg'
import { putSealed, vaultKey } from '#app/domain/documents/internal/vault.server.ts'
import { newSealedKey } from '#app/domain/privacy/internal/sealed-parts.server.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeUpload } from '#tests/support/uploads.ts'
import { type Kind, makeWorld, type Role, ROLES, type World } from '../authorization/world.ts'
import { pictureOf } from './canaries.ts'
import { addPost, type Content, Things } from './objects.ts'

/** People whom the matrix of rights doesn't need: what one has a right to, another has bought elsewhere. */
const MORE = {
  subscriber: { userType: 'fan', session: 'member' },
  elsewhere: { userType: 'fan', session: 'member' },
  buyer: { userType: 'fan', session: 'member' },
  applicant: { userType: 'creator', session: 'member' },
} as const satisfies Record<string, Kind>

export const PRINCIPALS = [...ROLES, ...(Object.keys(MORE) as (keyof typeof MORE)[])] as const
export type Principal = (typeof PRINCIPALS)[number]

export type LeakWorld = {
  world: World
  things: Things
  postIds: string[]
  mediaIds: string[]
  documentIds: string[]
  uploadIds: string[]
  creatorIds: string[]
  /** One session of each for the whole crawl: its cookie's value, and whom it belongs to. */
  token: (principal: Principal) => string | null
  person: (principal: Principal) => Promise<Person | null>
}

const EVERYBODY: readonly Principal[] = PRINCIPALS
/** What a right to a creator opens. Written by hand from the decisions ("Who may see what"), as expected.tsv is. */
const INSIDE = {
  creator: ['creator', 'pass', 'subscriber'],
  other: ['other', 'pass', 'elsewhere'],
} as const satisfies Record<string, readonly Principal[]>

/** Staff whose pages show posts that wait for review or were removed: caption and preview, and the picture after a recorded view. */
const REVIEWERS = ['moderator', 'super', 'owner'] as const satisfies readonly Principal[]

type PostValues = Parameters<typeof addPost>[3]
type Plan = {
  name: string
  post: PostValues | null
  open: readonly Principal[]
  known: readonly Principal[]
  sold?: boolean
}

/** Who sees the medium of a post in each state, and who may know of it. */
function plansOf(owner: keyof typeof INSIDE): Plan[] {
  const [inside, alone, bought] = [INSIDE[owner], [owner], [owner, 'buyer'] as const]
  return [
    { name: 'public', post: {}, open: EVERYBODY, known: EVERYBODY },
    { name: 'subscribers', post: { audience: 'subscribers' }, open: inside, known: EVERYBODY },
    { name: 'locked', post: { audience: 'pay_to_unlock' }, open: alone, known: EVERYBODY },
    { name: 'sold', post: { audience: 'pay_to_unlock' }, open: bought, known: EVERYBODY, sold: true },
    { name: 'story', post: { kind: 'story', audience: 'subscribers' }, open: inside, known: EVERYBODY },
    { name: 'ended story', post: { kind: 'story', expired: true }, open: alone, known: alone },
    { name: 'draft', post: { state: 'draft' }, open: alone, known: alone },
    { name: 'scheduled', post: { state: 'scheduled', publishedHoursAgo: -5 }, open: alone, known: alone },
    { name: 'processing', post: { state: 'processing' }, open: alone, known: alone },
    { name: 'in review', post: { state: 'in_review' }, open: alone, known: [owner, ...REVIEWERS] },
    { name: 'removed', post: { state: 'removed' }, open: alone, known: [owner, ...REVIEWERS] },
    {
      name: 'archived',
      post: { audience: 'pay_to_unlock', state: 'archived' },
      open: bought,
      known: bought,
      sold: true,
    },
    { name: 'deleted', post: { audience: 'pay_to_unlock', state: 'deleted' }, open: bought, known: bought, sold: true },
    { name: 'vault', post: null, open: alone, known: alone },
  ]
}

export async function makeLeakWorld(database: pg.Client): Promise<LeakWorld> {
  const world = await makeWorld(database, MORE)
  const things = new Things(database)
  const tokens = new Map<Principal, string | null>()
  for (const principal of PRINCIPALS) tokens.set(principal, await world.session(principal as Role))
  const made: LeakWorld = {
    world,
    things,
    postIds: [],
    mediaIds: [],
    documentIds: [],
    uploadIds: [],
    creatorIds: [world.ids.creator!, world.ids.other!],
    token: (principal) => tokens.get(principal) ?? null,
    person: async (principal) => {
      const token = tokens.get(principal)
      return token ? ((await findPersonBySession(token, { prolong: false }))?.person ?? null) : null
    },
  }
  await addRights(database, world.ids)
  await fillWorld(made)
  for (const owner of ['creator', 'other'] as const) await addPosts(database, made, owner)
  await addMade(database, made)
  await addHidden(database, made)
  await addPictures(database, made)
  await addApplication(database, made)
  await sealMatrixDocument(database, made)
  await addUploads(made)
  await addTexts(database, made)
  return made
}

async function addRights(database: pg.Client, ids: Readonly<Record<string, string>>): Promise<void> {
  for (const [fan, creator] of [
    ['subscriber', 'creator'],
    ['elsewhere', 'other'],
  ] as const) {
    const purchase = await addPurchase(database, ids[fan]!, { kind: 'creator_subscription', productId: ids[creator]! })
    await database.query(
      `insert into creator_subscriptions (id, user_id, creator_id, purchase_id, price_minor, starts_at, ends_at)
       values ($1, $2, $3, $4, 3000000, app_now() - interval '1 day', app_now() + interval '29 days')`,
      [newId(), ids[fan], ids[creator], purchase],
    )
  }
  // The copy of the matrix's world was made today, and the next one may be asked for tomorrow.
  await database.query(
    `update data_exports set requested_at = app_now() - interval '2 days', sealed_key = $1, archives = '[{"bytes":0,"parts":0}]'`,
    [newSealedKey()],
  )
  for (const fan of ['fan', 'buyer', 'pass'])
    await database.query('insert into follows (fan_id, creator_id) values ($1, $2)', [ids[fan], ids.creator])
  await database.query(`update profiles set profile_completed = true where id = any ($1)`, [
    [ids.subscriber, ids.elsewhere, ids.buyer, ids.applicant],
  ])
}

async function addPurchase(
  database: pg.Client,
  buyerId: string,
  { kind, productId }: { kind: string; productId: string },
): Promise<string> {
  const id = newId()
  await database.query(
    `insert into purchases (id, kind, product_id, product_name, buyer_id, buyer_scope, buyer_email, amount_minor, currency, quote, idempotency_key, checkout_hash, state)
     values ($1::uuid, $2, $3, 'Of the scan', $4, $4::uuid::text, 'scan@matrix.example', 5000000, 'UGX', '{}', $1::uuid::text, '\\x00', 'completed')`,
    [id, kind, productId, buyerId],
  )
  return id
}

/** The media that the matrix's world has without bytes. */
async function fillWorld({ world: { ids }, things, mediaIds, postIds }: LeakWorld): Promise<void> {
  const inside = INSIDE.creator
  const rights: [string, readonly Principal[], readonly Principal[]][] = [
    ['public', EVERYBODY, EVERYBODY],
    ['subscribers', inside, EVERYBODY],
    ['locked', ['creator'], EVERYBODY],
    ['bought', ['creator', 'pass'], EVERYBODY],
    ['waiting', ['creator'], ['creator', ...REVIEWERS]],
    ['removed', ['creator'], ['creator', ...REVIEWERS]],
    ['promise', ['creator'], ['creator']],
    ['delivery', ['creator', 'pass'], ['creator', 'pass']],
    ['free_message', ['creator', 'pass'], ['creator', 'pass']],
    // Reported, with the evidence open to the staff who may see files.
    ['closed_message', ['creator', ...REVIEWERS], ['creator', 'pass', ...REVIEWERS]],
    ['unlocked_message', ['creator', 'pass'], ['creator', 'pass']],
  ]
  for (const [name, open, known] of rights) {
    const mediaId = ids[`${name}_media`]!
    mediaIds.push(mediaId)
    if (ids[`${name}_post`]) postIds.push(ids[`${name}_post`]!)
    await things.photo({ name: `${name} of the matrix`, owner: 'creator', mediaId, open, known })
  }
}

async function addPosts(database: pg.Client, made: LeakWorld, owner: keyof typeof INSIDE): Promise<void> {
  const { things, world } = made
  const ownerId = world.ids[owner]!
  for (const { name, post, open, known, sold } of plansOf(owner)) {
    const photo: Content = { name: `${owner}'s ${name} photo`, owner, mediaId: newId(), open, known }
    await things.photo(photo, 'post', ownerId)
    const contents = [photo]
    // A moving picture and a sound in the states that differ in who sees them.
    if (['subscribers', 'locked', 'sold', 'vault', 'draft', 'removed'].includes(name)) {
      const video = { ...photo, name: `${owner}'s ${name} video`, mediaId: newId() }
      const voice = { ...photo, name: `${owner}'s ${name} voice note`, mediaId: newId() }
      await things.video(video, ownerId)
      await things.voice(voice, ownerId)
      contents.push(video, voice)
    }
    made.mediaIds.push(...contents.map(({ mediaId }) => mediaId))
    if (post === null) {
      for (const { mediaId, name: shown } of contents)
        await database.query('insert into vault_items (media_id, owner_id, name) values ($1, $2, $3)', [
          mediaId,
          ownerId,
          things.addText(`the name of ${shown}`, owner, [owner]),
        ])
      continue
    }
    const caption =
      known.length < EVERYBODY.length ? things.addText(`the caption of ${photo.name}`, owner, known) : name
    for (const { mediaId } of contents) {
      const postId = await addPost(database, ownerId, [mediaId], { ...post, caption })
      made.postIds.push(postId)
      if (!sold) continue
      const purchase = await addPurchase(database, world.ids.buyer!, { kind: 'post_unlock', productId: postId })
      await database.query('insert into unlocks (id, user_id, post_id, purchase_id) values ($1, $2, $3, $4)', [
        newId(),
        world.ids.buyer,
        postId,
        purchase,
      ])
    }
  }
  const [shown, kept] = [newId(), newId()]
  await things.photo(
    { name: `${owner}'s teaser`, owner, mediaId: shown, open: EVERYBODY, known: EVERYBODY },
    'post',
    ownerId,
  )
  await things.photo(
    { name: `${owner}'s photo behind a teaser`, owner, mediaId: kept, open: INSIDE[owner], known: EVERYBODY },
    'post',
    ownerId,
  )
  const post = await addPost(database, ownerId, [shown, kept], { audience: 'subscribers', caption: 'With a teaser' })
  await database.query('update posts set teaser_media_id = $2 where id = $1', [post, shown])
  made.postIds.push(post)
  made.mediaIds.push(shown, kept)
}

/** A photo that went the whole way: whatever the pipeline stores of it shows its pattern. */
async function addMade(database: pg.Client, { things, world, postIds, mediaIds }: LeakWorld): Promise<void> {
  const name = "creator's photo through the pipeline"
  const thing = { name, kind: 'photo', owner: 'creator', open: INSIDE.creator, mediaId: null, file: 'w320.webp' }
  const number = things.add(thing)
  const stored = await storePhoto({
    ownerId: world.ids.creator!,
    purpose: 'post',
    bytes: await pictureOf(number, 'jpeg'),
  })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  const { mediaId } = stored.value
  things.all[number - 1] = { ...things.all[number - 1]!, mediaId }
  await makeRenditions(mediaId)
  postIds.push(await addPost(database, world.ids.creator!, [mediaId], { audience: 'subscribers', caption: 'Made' }))
  mediaIds.push(mediaId)
}

/** A creator whose page nobody sees, because the time that was paid for has ended. */
async function addHidden(database: pg.Client, made: LeakWorld): Promise<void> {
  const id = newId()
  await database.query(
    `insert into profiles (id, email, display_name, username, user_type, profile_completed, birthday)
     values ($1, $2, 'Hidden', $3, 'creator', true, '1990-01-01')`,
    [id, `hidden-${made.world.ids.mark}@matrix.example`, `m_hidden_${made.world.ids.mark}`],
  )
  await database.query(
    `insert into creators (profile_id, verification_status, approved_at) values ($1, 'approved', app_now())`,
    [id],
  )
  made.creatorIds.push(id)
  for (const audience of ['public', 'subscribers']) {
    const mediaId = newId()
    await made.things.photo(
      { name: `a hidden creator's ${audience} photo`, owner: 'hidden', mediaId, open: [], known: [] },
      'post',
      id,
    )
    made.postIds.push(await addPost(database, id, [mediaId], { audience }))
    made.mediaIds.push(mediaId)
  }
}

/** Pictures of pages: a creator's are public, a fan's are for few, and a replaced one is for nobody. */
async function addPictures(database: pg.Client, made: LeakWorld): Promise<void> {
  const { things, world } = made
  for (const owner of ['creator', 'other'] as const) {
    for (const purpose of ['avatar', 'card', 'cover', 'share'] as const) {
      const mediaId = newId()
      made.mediaIds.push(mediaId)
      await things.photo(
        { name: `${owner}'s ${purpose}`, owner, mediaId, open: EVERYBODY, known: EVERYBODY },
        purpose,
        world.ids[owner],
      )
      await (purpose === 'avatar'
        ? database.query('update profiles set avatar_media_id = $2 where id = $1', [world.ids[owner], mediaId])
        : database.query(`update creators set ${purpose}_media_id = $2 where profile_id = $1`, [
            world.ids[owner],
            mediaId,
          ]))
    }
  }
  // The fan follows the creator, who sees the picture in the list of followers; staff see it in their pages.
  const seen = ['fan', 'creator', ...REVIEWERS] as const
  for (const [name, open] of [
    ['current', seen],
    ['replaced', []],
  ] as const) {
    const mediaId = newId()
    made.mediaIds.push(mediaId)
    await things.photo(
      { name: `the fan's ${name} picture`, owner: 'fan', mediaId, open, known: open },
      'avatar',
      world.ids.fan,
    )
    if (name === 'current')
      await database.query('update profiles set avatar_media_id = $2 where id = $1', [world.ids.fan, mediaId])
  }
}

/** An application with its documents and its first post; the moderator has opened one document and the post, with a reason. */
async function addApplication(database: pg.Client, made: LeakWorld): Promise<void> {
  const { things, world } = made
  const applicant = world.ids.applicant!
  await database.query(`insert into creators (profile_id, verification_status) values ($1, 'in_review')`, [applicant])
  made.creatorIds.push(applicant)
  const mediaId = newId()
  await things.photo(
    {
      name: "the applicant's first photo",
      owner: 'applicant',
      mediaId,
      open: ['applicant', 'moderator'],
      known: ['applicant', ...REVIEWERS],
    },
    'post',
    applicant,
  )
  const postId = await addPost(database, applicant, [mediaId], { state: 'in_review' })
  made.postIds.push(postId)
  made.mediaIds.push(mediaId)
  const applicationId = newId()
  await database.query(
    `insert into creator_applications (id, profile_id, state, submitted_at, first_post_kind, first_post_media_id, first_post_id)
     values ($1, $2, 'in_review', app_now(), 'photo', $3, $4)`,
    [applicationId, applicant, mediaId, postId],
  )
  await database.query(
    `insert into post_views (id, post_id, staff_id, ends_at) values ($1, $2, $3, app_now() + interval '1 hour')`,
    [newId(), postId, world.ids.moderator],
  )
  for (const [kind, viewed] of [
    ['selfie', true],
    ['identity_document', false],
    ['proof_of_address', false],
  ] as const) {
    const whose = { ownerId: applicant, applicationId, releaseId: null }
    await addDocument(database, made, { name: `the applicant's ${kind}`, owner: 'applicant', kind, viewed, ...whose })
  }
}

type NewDocument = {
  name: string
  owner: 'applicant' | 'creator'
  kind: string
  /** The moderator has an open view of it. */
  viewed: boolean
  ownerId: string | null
  applicationId: string | null
  releaseId: string | null
}

async function addDocument(database: pg.Client, made: LeakWorld, document: NewDocument): Promise<void> {
  const { name, owner, kind, viewed, ownerId, applicationId, releaseId } = document
  const documentId = newId()
  made.documentIds.push(documentId)
  const open = viewed ? (['moderator'] as const) : []
  const number = made.things.add({ name, kind: 'document', owner, open: [...open], mediaId: null, file: null })
  const bytes = await pictureOf(number, 'jpeg')
  await database.query(
    `insert into sealed_documents (id, owner_id, application_id, release_id, kind, content_type, byte_size, content_sha256, width, height, storage_key, sealed_key, submitted_at, keep_until)
     values ($1, $2, $3, $4, $5, 'image/jpeg', $6, $7, 320, 320, $8, $9, app_now(), app_now() + interval '30 days')`,
    [
      documentId,
      ownerId,
      applicationId,
      releaseId,
      kind,
      bytes.length,
      createHash('sha256').update(bytes).digest(),
      vaultKey(documentId),
      await putSealed(documentId, bytes),
    ],
  )
  if (!viewed) return
  await database.query(
    `insert into sealed_document_views (id, document_id, staff_id, reason, ends_at)
     values ($1, $2, $3, 'Reviewing the application', app_now() + interval '1 hour')`,
    [newId(), documentId, made.world.ids.moderator],
  )
}

/** The document of the matrix's world has no bytes of its own. */
async function sealMatrixDocument(database: pg.Client, made: LeakWorld): Promise<void> {
  const id = made.world.ids.creator_document!
  const number = made.things.add({
    name: 'the document of the matrix',
    kind: 'document',
    owner: 'creator',
    open: [],
    mediaId: null,
    file: null,
  })
  const bytes = await pictureOf(number, 'jpeg')
  await database.query(
    `update sealed_documents set storage_key = $2, sealed_key = $3, byte_size = $4, content_sha256 = $5 where id = $1`,
    [id, vaultKey(id), await putSealed(id, bytes), bytes.length, createHash('sha256').update(bytes).digest()],
  )
}

/** Files that wait in the spool, before anything is made of them. */
async function addUploads(made: LeakWorld): Promise<void> {
  for (const [owner, purpose] of [
    ['creator', 'post_photo'],
    ['other', 'post_photo'],
    ['fan', 'avatar'],
  ] as const) {
    const person = await made.person(owner)
    if (!person) throw new Error(`${owner} is not signed in`)
    const name = `${owner}'s ${purpose} in the spool`
    const number = made.things.add({ name, kind: 'upload', owner, open: [owner], mediaId: null, file: null })
    made.uploadIds.push(await makeUpload(person, purpose, await pictureOf(number, 'jpeg')))
  }
}

async function addTexts(database: pg.Client, made: LeakWorld): Promise<void> {
  const { things, world } = made
  for (const request of ['request', 'promise', 'delivery'])
    await database.query('update custom_requests set words = $2 where id = $1', [
      world.ids[request],
      things.addText(`the words of the ${request}`, 'pass', ['pass', 'creator']),
    ])
  await database.query('update chat_messages set body = $1', [
    things.addText('a message of a chat', 'pass', ['pass', 'creator']),
  ])
  await database.query('insert into chat_drafts (thread_id, fan_id, body) select id, fan_id, $1 from chat_threads', [
    things.addText('what a fan is typing', 'pass', ['pass']),
  ])
  const releaseId = newId()
  await database.query(`insert into releases (id, post_id, creator_id, name) values ($1, $2, $3, $4)`, [
    releaseId,
    world.ids.waiting_post,
    world.ids.creator,
    things.addText('the name of somebody in a post', 'creator', ['creator', ...REVIEWERS]),
  ])
  const whose = { ownerId: null, applicationId: null, releaseId }
  await addDocument(database, made, {
    name: 'the ID photo of somebody who signed',
    owner: 'creator',
    kind: 'identity_document',
    viewed: true,
    ...whose,
  })
}
