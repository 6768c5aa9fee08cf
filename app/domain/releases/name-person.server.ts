import { cutGraphemes } from '#app/platform/graphemes.ts'
import { destroyReleasePhoto } from '#app/domain/documents/release-photos.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'
import { consumeRateLimits } from '#app/platform/stored-rate-limit.server.ts'
import { isSignedForAll } from './queries.server.ts'
import { lockPostOf, type PeopleRefusal } from './internal/lock-post.server.ts'
import { askAgainProblem, cleanName, RELEASE_LIMITS } from './release.ts'

export type NameRefusal =
  | PeopleRefusal
  | { kind: 'name_missing' }
  | { kind: 'no_such_creator' }
  | { kind: 'yourself' }
  | { kind: 'named_already' }
  | { kind: 'too_many' }

/** Names a creator on Peach who is shown in a draft. They are notified and asked for their consent. */
export function nameCreator(
  actor: Actor,
  postId: string,
  username: string,
): Promise<Result<{ releaseId: string }, NameRefusal>> {
  return inTransaction(async (tx) => {
    const room = await lockRoom(tx, actor, postId)
    if (!room.ok) return room
    const performer = await findCreator(tx, username)
    if (!performer) return refuse({ kind: 'no_such_creator' })
    if (performer.id === actor!.id) return refuse({ kind: 'yourself' })
    const releaseId = newId()
    const added = await tx
      .insertInto('releases')
      .values({
        id: releaseId,
        post_id: postId,
        creator_id: actor!.id,
        performer_id: performer.id,
        name: cutGraphemes(performer.name, RELEASE_LIMITS.nameLength),
      })
      .onConflict((conflict) => conflict.columns(['post_id', 'performer_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return refuse({ kind: 'named_already' })
    await askPerformer(tx, { releaseId, performerId: performer.id, creatorId: actor!.id })
    return ok({ releaseId })
  })
}

/** Names somebody without an account who is shown in a draft. Returns the token of their link, which is stored only as a hash. */
export function nameOutsidePerson(
  actor: Actor,
  postId: string,
  typedName: string,
): Promise<Result<{ releaseId: string; token: string }, NameRefusal>> {
  return inTransaction(async (tx) => {
    const room = await lockRoom(tx, actor, postId)
    if (!room.ok) return room
    const name = cutGraphemes(cleanName(typedName), RELEASE_LIMITS.nameLength)
    if (name === '') return refuse({ kind: 'name_missing' })
    if (room.value.names.includes(name.toLocaleLowerCase('en'))) return refuse({ kind: 'named_already' })
    const releaseId = newId()
    const { token, ...link } = newLink()
    await tx
      .insertInto('releases')
      .values({ id: releaseId, post_id: postId, creator_id: actor!.id, name, ...link })
      .execute()
    await publish(tx, { event: 'person_named', actorId: actor!.id, objectId: postId })
    return ok({ releaseId, token })
  })
}

/**
 * Names the people who are shown in a post that its author has just sent, in the caller's transaction. Nobody has a link yet: its creator
 * makes one for each (`askAgain`), and the post waits for their releases.
 */
export async function nameShownPeople(
  tx: Tx,
  { creatorId, postId, names }: { creatorId: string; postId: string; names: readonly string[] },
): Promise<void> {
  for (const name of names)
    await tx.insertInto('releases').values({ id: newId(), post_id: postId, creator_id: creatorId, name }).execute()
  if (names.length > 0) await publish(tx, { event: 'person_named', actorId: creatorId, objectId: postId })
}

/**
 * Asks a named person again, three times at most: a creator is notified, an outside person gets a new link, and the old one ends. Somebody
 * who declined is not asked again.
 */
export function askAgain(
  actor: Actor,
  postId: string,
  releaseId: string,
): Promise<
  Result<
    { token: string | null; name: string },
    PeopleRefusal | { kind: 'too_many' | 'signed_already' | 'declined_already' | 'asked_often' }
  >
> {
  return inTransaction(async (tx) => {
    const post = await lockPostOf(tx, actor, postId, 'ask_again')
    if (!post.ok) return post
    if (!isId(releaseId)) return refuse({ kind: 'not_there' })
    const release = await tx
      .selectFrom('releases')
      .select(['id', 'performer_id', 'name', 'state', 'asked_again as askedAgain'])
      .where('id', '=', releaseId)
      .where('post_id', '=', postId)
      .forUpdate()
      .executeTakeFirst()
    if (!release) return refuse({ kind: 'not_there' })
    // A page that was opened before the signature must not destroy it.
    if (await isSignedForAll(tx, releaseId)) return refuse({ kind: 'signed_already' })
    const problem = askAgainProblem(release)
    if (problem) return refuse({ kind: problem })
    if (!(await mayAsk(tx, actor!.id))) return refuse({ kind: 'too_many' })
    const { token, ...link } = release.performer_id === null ? newLink() : { token: null }
    await tx.deleteFrom('release_statements').where('release_id', '=', releaseId).execute()
    await destroyReleasePhoto(tx, releaseId)
    await tx
      .updateTable('releases')
      .set({
        state: 'asked',
        answered_at: null,
        asked_at: now(),
        asked_again: release.askedAgain + 1,
        withdrawal_hash: null,
        ...link,
      })
      .where('id', '=', releaseId)
      .execute()
    if (release.performer_id !== null)
      await askPerformer(tx, { releaseId, performerId: release.performer_id, creatorId: actor!.id })
    return ok({ token, name: release.name })
  })
}

/** Takes a person off the list of a draft, with what they have signed. That they declined stays with the files. */
export function removePerson(actor: Actor, postId: string, releaseId: string): Promise<Result<null, PeopleRefusal>> {
  return inTransaction(async (tx) => {
    const post = await lockPostOf(tx, actor, postId, 'list')
    if (!post.ok) return post
    if (!isId(releaseId)) return refuse({ kind: 'not_there' })
    const removed = await tx
      .deleteFrom('releases')
      .where('id', '=', releaseId)
      .where('post_id', '=', postId)
      .returning('id')
      .executeTakeFirst()
    if (!removed) return refuse({ kind: 'not_there' })
    await destroyReleasePhoto(tx, releaseId)
    await publish(tx, { event: 'person_removed', actorId: actor!.id, objectId: postId })
    return ok(null)
  })
}

/** The draft under its lock, with room for one more person. */
async function lockRoom(tx: Tx, actor: Actor, postId: string): Promise<Result<{ names: string[] }, NameRefusal>> {
  const post = await lockPostOf(tx, actor, postId, 'list')
  if (!post.ok) return post
  const named = await tx.selectFrom('releases').select('name').where('post_id', '=', postId).execute()
  if (named.length >= RELEASE_LIMITS.people) return refuse({ kind: 'too_many' })
  if (!(await mayAsk(tx, actor!.id))) return refuse({ kind: 'too_many' })
  return ok({ names: named.map(({ name }) => name.toLocaleLowerCase('en')) })
}

function mayAsk(tx: Tx, creatorId: string): Promise<boolean> {
  return consumeRateLimits(tx, [{ key: `releases:${creatorId}`, max: RELEASE_LIMITS.asksPerHour }], newId())
}

function newLink() {
  const token = randomToken()
  const ends = addDays(now(), RELEASE_LIMITS.linkDays)
  return { token, token_hash: keyedHash('token', token), link_ends_at: ends }
}

/** An approved creator by the username, as it was typed. */
async function findCreator(tx: Tx, username: string): Promise<{ id: string; name: string } | null> {
  const found = await tx
    .selectFrom('profiles as p')
    .innerJoin('creators as c', 'c.profile_id', 'p.id')
    .select(['p.id', 'p.username', 'p.display_name'])
    .where('p.username', '=', username.trim().replace(/^@/, '').toLowerCase())
    .where('c.verification_status', '=', 'approved')
    .where('p.account_status', '=', 'active')
    .where('p.is_blocked', '=', false)
    .executeTakeFirst()
  return found ? { id: found.id, name: found.display_name ?? found.username ?? '' } : null
}

async function askPerformer(
  tx: Tx,
  { releaseId, performerId, creatorId }: { releaseId: string; performerId: string; creatorId: string },
): Promise<void> {
  const creator = await tx
    .selectFrom('profiles')
    .select(['display_name', 'username'])
    .where('id', '=', creatorId)
    .executeTakeFirstOrThrow()
  await publish(tx, {
    event: 'release_asked',
    actorId: creatorId,
    objectId: releaseId,
    payload: {
      performer: { id: performerId },
      releaseId,
      aboutId: creatorId,
      creatorName: creator.display_name ?? creator.username ?? 'A creator',
    },
  })
}
