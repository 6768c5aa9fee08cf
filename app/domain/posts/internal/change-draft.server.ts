import { sql } from 'kysely'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { type DraftWriter, mayWriteDraft } from '#app/domain/identity/fan-onboarding.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canPost, editableParts, type PostingDenial } from '../policy.ts'
import { POST_LIMITS } from '../post.ts'
import { lockPost, type PostRow } from './post-row.server.ts'

export type PostRefusal = { kind: 'not_permitted'; reason: PostingDenial } | { kind: 'not_there' }
export type DraftRefusal =
  | PostRefusal
  /** It was submitted meanwhile. */
  | { kind: 'not_a_draft' }
  | { kind: 'too_many_drafts' }
  | { kind: 'changed_elsewhere'; version: number }

/** The creator who writes posts, or why this person can't. */
export async function posterOf(connection: Db | Tx, actor: Actor): Promise<Result<Person, PostRefusal>> {
  const row =
    actor &&
    (await connection
      .selectFrom('creators')
      .select('verification_status')
      .where('profile_id', '=', actor.id)
      .executeTakeFirst())
  const verdict = canPost(actor, row ? { approved: row.verification_status === 'approved' } : null)
  return verdict.allowed ? ok(actor!) : refuse({ kind: 'not_permitted', reason: verdict.reason })
}

/**
 * The draft with this id under its lock. The page chooses the id of a new post, so that a form that is sent twice changes one draft; the
 * first change creates it. Another creator's id is refused as unknown.
 */
export async function lockDraft(
  tx: Tx,
  actor: Actor,
  postId: string,
  writer: DraftWriter | null,
): Promise<Result<PostRow, DraftRefusal>> {
  const poster = await posterOf(tx, actor)
  if (!poster.ok) return poster
  const { id: creatorId } = poster.value
  if (!isId(postId)) return refuse({ kind: 'not_there' })
  let post = await lockPost(tx, creatorId, postId)
  if (!post) {
    const created = await createDraft(tx, creatorId, postId)
    if (!created.ok) return created
    post = await lockPost(tx, creatorId, postId)
    if (!post) return refuse({ kind: 'not_there' })
  }
  if (editableParts(post.state) !== 'all') return refuse({ kind: 'not_a_draft' })
  // Nothing was written in a row that was just created, whatever version its page knows.
  const isNew = post.saved_at === null && post.version === 1
  const before = { tab: post.draft_tab, version: post.version }
  if (writer && !isNew && !mayWriteDraft(before, writer))
    return refuse({ kind: 'changed_elsewhere', version: post.version })
  return ok(post)
}

async function createDraft(tx: Tx, creatorId: string, postId: string): Promise<Result<null, DraftRefusal>> {
  await advisoryLock(tx, `drafts of ${creatorId}`)
  const { drafts } = await tx
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<string>().as('drafts'))
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'draft')
    .executeTakeFirstOrThrow()
  if (Number(drafts) >= POST_LIMITS.drafts) return refuse({ kind: 'too_many_drafts' })
  await tx
    .insertInto('posts')
    .values({ id: postId, creator_id: creatorId, kind: 'text', audience: 'subscribers', state: 'draft' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return ok(null)
}

/** Marks a draft as changed by this page. Returns its new version. */
export async function touchDraft(
  tx: Tx,
  post: Pick<PostRow, 'id'>,
  writer: DraftWriter | null,
  values: { typed?: string; caption?: string } = {},
): Promise<{ version: number; savedAt: Date }> {
  const { version, saved_at } = await tx
    .updateTable('posts')
    .set((set) => ({
      ...values,
      version: set('version', '+', 1),
      ...(writer && { draft_tab: writer.tab.slice(0, 64) }),
      saved_at: sql<Date>`app_now()`,
    }))
    .where('id', '=', post.id)
    .returning(['version', 'saved_at'])
    .executeTakeFirstOrThrow()
  return { version, savedAt: saved_at! }
}
