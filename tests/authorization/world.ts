import type pg from 'pg'
import { currentVersion, EVERYBODY_AGREES } from '#app/domain/consents/documents.ts'
import { signMedia } from '#app/domain/media/media-keys.server.ts'
import { now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'

/** Everybody whom the matrix sends requests as, in the order of the columns of expected.tsv. */
export const ROLES = [
  'visitor',
  'fresh',
  'fan',
  'pass',
  'expired',
  'creator',
  'other',
  'suspended',
  'blocked',
  'moderator',
  'earnings',
  'support',
  'super',
  'owner',
] as const
export type Role = (typeof ROLES)[number]

export type Kind = { userType: string; session: 'member' | 'staff' | 'owner'; staffRole?: string }

const KINDS: Record<Exclude<Role, 'visitor'>, Kind> = {
  fresh: { userType: 'fan', session: 'member' },
  fan: { userType: 'fan', session: 'member' },
  pass: { userType: 'fan', session: 'member' },
  expired: { userType: 'fan', session: 'member' },
  creator: { userType: 'creator', session: 'member' },
  other: { userType: 'creator', session: 'member' },
  suspended: { userType: 'fan', session: 'member' },
  blocked: { userType: 'fan', session: 'member' },
  moderator: { userType: 'admin', session: 'staff', staffRole: 'content-moderator' },
  earnings: { userType: 'admin', session: 'staff', staffRole: 'earnings-manager' },
  support: { userType: 'admin', session: 'staff', staffRole: 'support' },
  super: { userType: 'admin', session: 'staff', staffRole: 'super-admin' },
  owner: { userType: 'owner', session: 'owner' },
}

export type World = {
  /** The value of a placeholder of expected.tsv for this role; created again if a request uses it up. */
  resolve(name: string, role: Role): Promise<string>
  /** A new session of the role's person, as the value of the cookie; null for the visitor. */
  session(role: Role): Promise<string | null>
  /** The address of a medium as a page in this session contains it; any other address unchanged. */
  bound(path: string, session: string | null): string
  /** Replaces ids by the names of the things. */
  named(text: string): string
  /** The ids of its people and things. */
  ids: Readonly<Record<string, string>>
}

/**
 * Creates one person of each role with their data, by SQL alone, so that it works on every database of the product. `more`: people whom
 * only one test knows.
 */
export async function makeWorld(database: pg.Client, more: Record<string, Kind> = {}): Promise<World> {
  const kinds: Record<string, Kind> = { ...KINDS, ...more }
  const mark = newId().slice(-8)
  let turn: Promise<unknown> = Promise.resolve()
  // One connection does one thing at a time.
  const query: Query = (text, values = []) => {
    const asked = turn.then(async () => (await database.query(text, values)).rows as never[])
    turn = asked.catch(() => {})
    return asked
  }
  const usedUp = new Map<string, string>()
  const sessionIds = new Map<string, string>()
  const ids: Record<string, string> = { nobody: '00000000-0000-7000-8000-000000000000', mark }
  for (const [role, kind] of Object.entries(kinds)) ids[role] = await addPerson(query, role, kind, mark)
  await addRights(query, ids)
  await addContent(query, ids)
  await addPrivate(query, ids)
  await addRequests(query, ids)
  await addOpenViews(query, ids)
  return {
    ids,
    resolve: async (name, role) => {
      if (name === 'self') return ids[role] ?? ids.nobody!
      const made = Object.hasOwn(FRESH, name) ? await FRESH[name]!(query, ids, role) : ids[name]
      if (made === undefined) throw new Error(`the world has no {${name}}`)
      if (Object.hasOwn(FRESH, name)) usedUp.set(made, name)
      return made
    },
    session: async (role) => {
      if (role === 'visitor') return null
      const [token, id] = [randomToken(), newId()]
      sessionIds.set(token, id)
      await query(
        `insert into sessions (id, token_hash, profile_id, expires_at, mfa_at, kind)
         values ($1, $2, $3, app_now() + interval '1 hour', app_now(), $4)`,
        [id, keyedHash('token', token), ids[role], kinds[role]!.session],
      )
      return token
    },
    bound: (path, session) => {
      const [, mediaId] = /^\/media\/([^/]+)\//.exec(path) ?? []
      const sessionId = sessionIds.get(session ?? '')
      return mediaId && sessionId ? `${path}?k=${signMedia(sessionId, mediaId, now())}` : path
    },
    named: (text) =>
      [...Object.entries(ids), ...[...usedUp].map(([id, name]) => [name, id] as const)]
        .filter(([name]) => name !== 'mark')
        .reduce((named, [name, id]) => named.replaceAll(id, `{${name}}`), text)
        .replaceAll(`_${mark}`, '_*')
        // An id that the answer has just made.
        .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '*'),
  }
}

type Query = (text: string, values?: unknown[]) => Promise<never[]>

/** Objects that one request uses up, created for each. */
const FRESH: Record<string, (query: Query, ids: Record<string, string>, role: Role) => Promise<string>> = {
  own_session: (query, ids, role) =>
    addSession(query, ids[role] ?? ids.creator!, KINDS[role as 'fan']?.session ?? 'member'),
  foreign_session: (query, ids, role) => addSession(query, role === 'other' ? ids.creator! : ids.other!, 'member'),
  creator_upload: (query, ids) => addUpload(query, ids.creator!),
  own_passkey: (query, ids, role) => addPasskey(query, ids[role] ?? ids.creator!),
  foreign_passkey: (query, ids, role) => addPasskey(query, role === 'other' ? ids.creator! : ids.other!),
  invite: (query, ids) => addInvite(query, ids.owner!),
}

async function addSession(query: Query, profileId: string, kind: string): Promise<string> {
  const id = newId()
  await query(
    `insert into sessions (id, token_hash, profile_id, expires_at, kind) values ($1, $2, $3, app_now() + interval '1 hour', $4)`,
    [id, keyedHash('token', randomToken()), profileId, kind],
  )
  return id
}

async function addUpload(query: Query, ownerId: string): Promise<string> {
  const id = newId()
  await query(
    `insert into uploads (id, owner_id, purpose, size_bytes, expires_at) values ($1, $2, 'avatar', 10, app_now() + interval '1 hour')`,
    [id, ownerId],
  )
  return id
}

async function addPasskey(query: Query, profileId: string): Promise<string> {
  const id = newId()
  await query(
    `insert into passkeys (id, profile_id, credential_id, public_key, sign_count, backed_up, name) values ($1, $2, $3, '\\x00', 0, false, 'A key')`,
    [id, profileId, id],
  )
  return id
}

async function addInvite(query: Query, createdBy: string): Promise<string> {
  const id = newId()
  await query(
    `insert into admin_invites (id, invite_token, email, expires_at, created_by) values ($1, $2, $3, app_now() + interval '7 days', $4)`,
    [id, Buffer.from(id), `${id}@peach.example`, createdBy],
  )
  return id
}

/** A copy of the creator's data, and the identity documents, which are submitted and so no longer editable by the creator. */
async function addPrivate(query: Query, ids: Record<string, string>): Promise<void> {
  ids.creator_export = newId()
  await query(
    `insert into data_exports (id, profile_id, state, sealed_key, archives, ready_at, expires_at)
     values ($1, $2, 'ready', 'x', '[{"bytes":1,"parts":[]}]', app_now(), app_now() + interval '7 days')`,
    [ids.creator_export, ids.creator],
  )
  ids.creator_document = newId()
  await query(
    `insert into sealed_documents (id, owner_id, application_id, kind, content_type, byte_size, content_sha256, width, height, storage_key, sealed_key, submitted_at, keep_until)
     values ($1, $2, $3, 'selfie', 'image/jpeg', 1, '\\x00', 1, 1, 'x', 'x', app_now(), app_now() + interval '30 days')`,
    [ids.creator_document, ids.creator, newId()],
  )
}

async function addPerson(query: Query, role: string, kind: Kind, mark: string): Promise<string> {
  const id = newId()
  const fresh = role === 'fresh'
  await query(
    `insert into profiles (id, email, email_proven_at, display_name, username, user_type, profile_completed, birthday, account_status, is_blocked)
     values ($1, $2, app_now(), $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      `${role}-${mark}@matrix.example`,
      fresh ? null : `The ${role}`,
      fresh ? null : `m_${role}_${mark}`,
      kind.userType,
      !fresh,
      fresh ? null : '1990-01-01',
      role === 'suspended' ? 'suspended' : 'active',
      role === 'blocked',
    ],
  )
  for (const document of EVERYBODY_AGREES)
    await query(
      `insert into consents (id, profile_id, document, version, occasion) values ($1, $2, $3, $4, 'sign_up')`,
      [newId(), id, document, currentVersion(document).version],
    )
  if (kind.staffRole)
    await query(
      `insert into staff_members (profile_id, role, password_hash, terms_version, terms_accepted_at, sensitive_data_acknowledged_at, toured_at)
       values ($1, $2, 'no password', '1', app_now(), app_now(), app_now())`,
      [id, kind.staffRole],
    )
  return id
}

/** Full access counts as a pass; one fan's has ended. Both creators are approved and paid. */
async function addRights(query: Query, ids: Record<string, string>): Promise<void> {
  for (const [role, until] of [
    ['pass', '30 days'],
    ['blocked', '30 days'],
    ['suspended', '30 days'],
    ['expired', '-1 day'],
  ] as const)
    await query(
      `insert into user_access (id, user_id, reason, expires_at) values ($1, $2, 'the matrix', app_now() + $3::interval)`,
      [newId(), ids[role], until],
    )
  for (const role of ['creator', 'other']) {
    await query(
      `insert into creators (profile_id, verification_status, approved_at, listed, listed_until)
       values ($1, 'approved', app_now(), true, app_now() + interval '7 days')`,
      [ids[role]],
    )
    await query(
      `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
       values ($1, $2, 'grant', $1, app_now() - interval '1 day', app_now() + interval '7 days')`,
      [newId(), ids[role]],
    )
  }
}

/** One photo in each kind of post of the creator; the pass holder has bought the one named bought. */
async function addContent(query: Query, ids: Record<string, string>): Promise<void> {
  const posts = [
    ['public', 'public', 'published'],
    ['subscribers', 'subscribers', 'published'],
    ['locked', 'pay_to_unlock', 'published'],
    ['bought', 'pay_to_unlock', 'published'],
    ['waiting', 'public', 'in_review'],
    ['removed', 'public', 'removed'],
  ] as const
  for (const [name, audience, state] of posts) {
    const [post, media] = [newId(), newId()]
    ids[`${name}_post`] = post
    ids[`${name}_media`] = media
    await query(
      `insert into media (id, owner_id, kind, purpose, state, original_key, content_type, byte_size, content_sha256, width, height, preview)
       values ($1, $2, 'photo', 'post', 'ready', $3, 'image/jpeg', 1000, '\\x00', 320, 400, '\\x00')`,
      [media, ids.creator, `matrix/${media}`],
    )
    await query(
      `insert into media_renditions (media_id, width, format, height, byte_size, storage_key) values ($1, 320, 'webp', 400, 100, $2)`,
      [media, `matrix/${media}/w320`],
    )
    await query(
      `insert into posts (id, creator_id, kind, audience, price_minor, caption, state, published_at)
       values ($1, $2, 'photo', $3, $4, 'Of the matrix', $5, app_now() - interval '1 hour')`,
      [post, ids.creator, audience, audience === 'pay_to_unlock' ? 5_000_000 : null, state],
    )
    await query(`insert into post_media (post_id, position, media_id) values ($1, 0, $2)`, [post, media])
  }
  ids.fan_comment = newId()
  await query(
    `insert into post_comments (id, post_id, creator_id, author_id, attempt, body) values ($1, $2, $3, $4, 'matrix', 'Of the matrix')`,
    [ids.fan_comment, ids.public_post, ids.creator, ids.fan],
  )
  ids.thread = newId()
  await query(`insert into chat_threads (id, creator_id, fan_id, last_seq) values ($1, $2, $3, 1)`, [
    ids.thread,
    ids.creator,
    ids.pass,
  ])
  await query(
    `insert into chat_messages (id, thread_id, seq, sender_id, client_id, body, sent_at) values ($1, $2, 1, $3, $1, 'Of the matrix', app_now())`,
    [(ids.message = newId()), ids.thread, ids.creator],
  )
  ids.saved_reply = newId()
  await query(
    `insert into chat_saved_replies (id, creator_id, name, body) values ($1, $2, 'matrix', 'Of the matrix')`,
    [ids.saved_reply, ids.creator],
  )
  ids.mass_message = newId()
  await query(
    `insert into mass_messages (id, creator_id, client_id, body, audience, send_at, state)
     values ($1, $2, $1, 'Of the matrix', 'subscribers', app_now(), 'sent')`,
    [ids.mass_message, ids.creator],
  )
  ids.fan_list = newId()
  await query(`insert into fan_lists (id, creator_id, name) values ($1, $2, 'Of the matrix')`, [
    ids.fan_list,
    ids.creator,
  ])
  await addMediaMessages(query, ids)
  ids.report = newId()
  await query(
    `insert into reports (id, kind, subject_id, reported_id, reporter_id, reason, urgent, details)
     values ($1, 'post', $2, $3, $4, 'spam', false, 'Of the matrix')`,
    [ids.report, ids.bought_post, ids.creator, ids.other],
  )
  await query(`insert into polls (post_id, question, open_hours) values ($1, 'Of the matrix?', 24)`, [ids.public_post])
  for (const position of [0, 1])
    await query(`insert into poll_options (post_id, position, label) values ($1, $2, $3)`, [
      ids.public_post,
      position,
      `Option ${position}`,
    ])
  const purchase = newId()
  ids.pass_receipt = purchase
  await query(
    `insert into purchases (id, kind, product_id, product_name, buyer_id, buyer_scope, buyer_email, amount_minor, currency, quote, idempotency_key, checkout_hash, state)
     values ($1, 'post_unlock', $2, 'A post', $3, $4, 'pass@matrix.example', 5000000, 'UGX', $6, $5, '\\x00', 'completed')`,
    [purchase, ids.bought_post, ids.pass, ids.pass, purchase, { kind: 'post_unlock', creatorId: ids.creator }],
  )
  await query(`insert into unlocks (id, user_id, post_id, purchase_id) values ($1, $2, $3, $4)`, [
    newId(),
    ids.pass,
    ids.bought_post,
    purchase,
  ])
}

/** Photos that the creator has sent to the pass holder: one free, one locked, one unlocked. */
async function addMediaMessages(query: Query, ids: Record<string, string>): Promise<void> {
  for (const [index, name] of ['free', 'closed', 'unlocked'].entries()) {
    const [message, media] = [newId(), newId()]
    ids[`${name}_message`] = message
    ids[`${name}_message_media`] = media
    await query(
      `insert into media (id, owner_id, kind, purpose, state, original_key, content_type, byte_size, content_sha256, width, height, preview)
       values ($1, $2, 'photo', 'post', 'ready', $3, 'image/jpeg', 1000, '\\x00', 320, 400, '\\x00')`,
      [media, ids.creator, `matrix/${media}`],
    )
    await query(
      `insert into media_renditions (media_id, width, format, height, byte_size, storage_key) values ($1, 320, 'webp', 400, 100, $2)`,
      [media, `matrix/${media}/w320`],
    )
    await query(
      `insert into chat_messages (id, thread_id, seq, sender_id, client_id, body, sent_at) values ($1, $2, $4, $3, $1, '', app_now())`,
      [message, ids.thread, ids.creator, index + 2],
    )
    await query(`insert into chat_media_messages (message_id, price_minor) values ($1, $2)`, [
      message,
      name === 'free' ? null : 1_500_000,
    ])
    await query(`insert into chat_message_media (message_id, position, media_id, fan_id) values ($1, 0, $2, $3)`, [
      message,
      media,
      ids.pass,
    ])
  }
  await query(`update chat_threads set last_seq = 4 where id = $1`, [ids.thread])
  const purchase = newId()
  await query(
    `insert into purchases (id, kind, product_id, product_name, buyer_id, buyer_scope, buyer_email, amount_minor, currency, quote, idempotency_key, checkout_hash, state)
     values ($1, 'message_unlock', $2, 'A message', $3, $4, 'pass@matrix.example', 1500000, 'UGX', $6, $5, '\\x00', 'completed')`,
    [
      purchase,
      ids.unlocked_message,
      ids.pass,
      ids.pass,
      purchase,
      { kind: 'message_unlock', creatorId: ids.creator, threadId: ids.thread, seq: 4 },
    ],
  )
  await query(`insert into message_unlocks (id, user_id, message_id, purchase_id) values ($1, $2, $3, $4)`, [
    newId(),
    ids.pass,
    ids.unlocked_message,
    purchase,
  ])
}

/**
 * Custom requests of the pass holder to the creator, each with its hold: one asked, one accepted with a photo that is being prepared, one
 * delivered.
 */
async function addRequests(query: Query, ids: Record<string, string>): Promise<void> {
  await post(query, 'wallet_topped_up', ids.pass!, { gateway_clearing: 9_000_000, wallet: -9_000_000 })
  for (const [name, state] of [
    ['request', 'asked'],
    ['promise', 'accepted'],
    ['delivery', 'delivered'],
  ] as const) {
    const [request, hold] = [newId(), newId()]
    ids[name] = request
    const placed = await post(query, 'hold_placed', ids.pass!, { wallet: 3_000_000, wallet_holds: -3_000_000 })
    const delivered = state === 'delivered'
    const ended = delivered
      ? await post(query, 'hold_released', ids.pass!, { wallet_holds: 3_000_000, gateway_clearing: -3_000_000 })
      : null
    await query(
      `insert into wallet_holds (id, owner_id, amount_minor, cause_kind, cause_id, state, placed_entry_id, placed_at, expires_at, ended_entry_id, ended_at)
       values ($1, $2, 3000000, 'custom_request', $3, $4, $5, app_now(), app_now() + interval '9 days', $6::uuid, case when $6::uuid is not null then app_now() end)`,
      [hold, ids.pass, request, delivered ? 'released' : 'held', placed, ended],
    )
    await query(
      `insert into custom_requests (id, fan_id, creator_id, attempt, kind, words, wanted_by, price_minor, state, hold_id, asked_at, answer_by, deliver_by, accepted_at, closed_at)
       values ($1::uuid, $2, $3, $1::uuid::text, 'photo', 'Of the matrix', '2030-01-01', 3000000, $4::text, $5, app_now(), app_now() + interval '2 days', app_now() + interval '9 days',
         case when $4::text <> 'asked' then app_now() end, case when $4::text = 'delivered' then app_now() end)`,
      [request, ids.pass, ids.creator, state, hold],
    )
    if (state === 'asked') continue
    const media = newId()
    ids[`${name}_media`] = media
    await query(
      `insert into media (id, owner_id, kind, purpose, state, original_key, content_type, byte_size, content_sha256, width, height, preview)
       values ($1, $2, 'photo', 'post', $3, $4, 'image/jpeg', 1000, '\\x00', 320, 400, '\\x00')`,
      [media, ids.creator, delivered ? 'ready' : 'processing', `matrix/${media}`],
    )
    await query(
      `insert into media_renditions (media_id, width, format, height, byte_size, storage_key) values ($1, 320, 'webp', 400, 100, $2)`,
      [media, `matrix/${media}/w320`],
    )
    await query(`insert into custom_request_media (request_id, media_id, position) values ($1, $2, 0)`, [
      request,
      media,
    ])
  }
}

/**
 * What each member of staff has an open, recorded view of, whether or not their role could have opened it: the bytes then depend on the
 * permission alone.
 */
async function addOpenViews(query: Query, ids: Record<string, string>): Promise<void> {
  const post = async (name: string, state: string) => {
    const [postId, media] = [newId(), newId()]
    ids[`${name}_media`] = media
    await query(
      `insert into media (id, owner_id, kind, purpose, state, original_key, content_type, byte_size, content_sha256, width, height, preview)
       values ($1, $2, 'photo', 'post', 'ready', $3, 'image/jpeg', 1000, '\\x00', 320, 400, '\\x00')`,
      [media, ids.creator, `matrix/${media}`],
    )
    await query(
      `insert into media_renditions (media_id, width, format, height, byte_size, storage_key) values ($1, 320, 'webp', 400, 100, $2)`,
      [media, `matrix/${media}/w320`],
    )
    await query(
      `insert into posts (id, creator_id, kind, audience, caption, state, published_at)
       values ($1, $2, 'photo', 'subscribers', 'Of the matrix', $3, app_now() - interval '1 hour')`,
      [postId, ids.creator, state],
    )
    await query(`insert into post_media (post_id, position, media_id) values ($1, 0, $2)`, [postId, media])
    return postId
  }
  const posts = [await post('viewed', 'archived'), await post('viewed_waiting', 'in_review')]
  const report = newId()
  await query(
    `insert into reports (id, kind, subject_id, reported_id, reporter_id, reason, urgent, details)
     values ($1, 'message', $2, $3, $4, 'spam', false, 'Of the matrix')`,
    [report, ids.closed_message, ids.creator, ids.pass],
  )
  // Pictures of people whose pages nobody else sees: of one without a page, and of a creator who waits for review.
  ids.shy = await addPerson(query, 'shy', { userType: 'creator', session: 'member' }, ids.mark!)
  await query(`insert into creators (profile_id, verification_status) values ($1, 'in_review')`, [ids.shy])
  ids.quiet = await addPerson(query, 'quiet', { userType: 'fan', session: 'member' }, ids.mark!)
  for (const [name, owner] of [
    ['hidden_picture', ids.quiet],
    ['hidden_creator_picture', ids.shy],
  ] as const) {
    const media = (ids[name] = newId())
    await query(
      `insert into media (id, owner_id, kind, purpose, state, original_key, content_type, byte_size, content_sha256, width, height, preview)
       values ($1, $2, 'photo', 'avatar', 'ready', $3, 'image/jpeg', 1000, '\\x00', 320, 400, '\\x00')`,
      [media, owner, `matrix/${media}`],
    )
    await query(
      `insert into media_renditions (media_id, width, format, height, byte_size, storage_key) values ($1, 320, 'webp', 400, 100, $2)`,
      [media, `matrix/${media}/w320`],
    )
    await query(`update profiles set avatar_media_id = $2 where id = $1`, [owner, media])
  }
  for (const role of ['moderator', 'earnings', 'support', 'super', 'owner']) {
    for (const postId of posts)
      await query(
        `insert into post_views (id, post_id, staff_id, opened_at, ends_at) values ($1, $2, $3, app_now(), app_now() + interval '1 hour')`,
        [newId(), postId, ids[role]],
      )
    await query(
      `insert into report_views (id, report_id, staff_id, opened_at, ends_at) values ($1, $2, $3, app_now(), app_now() + interval '1 hour')`,
      [newId(), report, ids[role]],
    )
  }
}

/** Posts an entry of one person's accounts, and of the gateway's; amounts are debits. */
async function post(query: Query, kind: string, ownerId: string, lines: Record<string, number>): Promise<string> {
  const id = newId()
  const accounts: string[] = []
  for (const purpose of Object.keys(lines)) {
    const ofGateway = purpose === 'gateway_clearing'
    const [account] = (await query(`select open_ledger_account(gen_random_uuid(), $1, $2, 'UGX', $3, not $3) as id`, [
      purpose,
      ofGateway ? null : ownerId,
      ofGateway,
    ])) as { id: string }[]
    accounts.push(account!.id)
  }
  await query(`select post_journal_entry($1, $2, $3, 'matrix', $1, app_now(), null, $4::uuid[], $5::bigint[])`, [
    id,
    kind,
    `matrix:${id}`,
    accounts,
    Object.values(lines),
  ])
  return id
}
