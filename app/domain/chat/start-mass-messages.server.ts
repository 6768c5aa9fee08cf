import { sql } from 'kysely'
import { findStopped } from '#app/domain/blocklist/compare-media.server.ts'
import { now } from '#app/platform/clock.ts'
import { allowSeconds, db, hasRow, inTransaction, queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { SUBSCRIBERS } from './internal/audience.server.ts'
import { MASS } from './mass-message.ts'

/** Begins to send the messages whose time has come and whose files are ready, and takes up those that stand still because their process was killed. */
export async function startMassMessages(): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select m.id from mass_messages m where state in ('scheduled', 'sending') and send_at <= app_now()
      and ((state = 'scheduled' and ${FILES_ARE_DONE}) or moved_at < app_now() - make_interval(mins => ${MASS.stuckMinutes}))
    order by send_at limit 100`.execute(db)
  return forEachIsolated(rows, 'starting messages to many', ({ id }) => startMassMessage(id))
}

const FILES_ARE_DONE = sql`not exists (select from mass_message_media x join media f on f.id = x.media_id
  where x.mass_id = m.id and f.state = 'processing')`

type Due = { creatorId: string; audience: string; listId: string | null; state: string; visible: boolean }

/** Fixes whom it goes to, in one statement, and enqueues the job that delivers it. False where there is nothing to start. */
export function startMassMessage(id: string): Promise<boolean> {
  return inTransaction(async (tx) => {
    const due = await lockDue(tx, id)
    if (!due) return false
    if (due.state === 'scheduled') {
      // A creator who is hidden by now writes to nobody: an old message would not go out weeks later. Nor does a file that staff have removed.
      // Nor does a file that could not be prepared.
      if (!due.visible || (await hasFailed(tx, id)) || (await wasStopped(tx, id))) return setState(tx, id, 'unsent', 0)
      await allowSeconds(tx, 60)
      await setState(tx, id, 'sending', await queueFans(tx, id, due))
    } else await tx.updateTable('mass_messages').set({ moved_at: now() }).where('id', '=', id).execute()
    await enqueue(tx, 'deliver_mass_message', { massId: id, after: null })
    return true
  })
}

async function lockDue(tx: Tx, id: string): Promise<Due | null> {
  const { rows } = await sql<Due>`
    select m.creator_id as "creatorId", m.audience, m.list_id as "listId", m.state,
      exists (select from visible_creators v where v.profile_id = m.creator_id) as visible
    from mass_messages m where m.id = ${id} and m.send_at <= app_now() and ((m.state = 'scheduled' and ${FILES_ARE_DONE})
      or (m.state = 'sending' and m.moved_at < app_now() - make_interval(mins => ${MASS.stuckMinutes})))
    for no key update of m skip locked`.execute(tx)
  return rows[0] ?? null
}

function hasFailed(tx: Tx, id: string): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('mass_message_media as x')
      .innerJoin('media as f', 'f.id', 'x.media_id')
      .select('x.media_id')
      .where('x.mass_id', '=', id)
      .where('f.state', '=', 'failed'),
  )
}

async function wasStopped(tx: Tx, id: string): Promise<boolean> {
  const media = await tx.selectFrom('mass_message_media').select('media_id').where('mass_id', '=', id).execute()
  return (
    media.length > 0 &&
    (
      await findStopped(
        tx,
        media.map((medium) => medium.media_id),
      )
    ).length > 0
  )
}

const QUEUE = (audience: string) => `
  with queued as (
    insert into mass_message_fans (mass_id, fan_id)
    select $2, a.fan_id from (${audience}) a where a.fan_id <> $1
    order by a.fan_id
    returning 1)
  select count(*)::int as count from queued`
const OF_LIST =
  'select m.fan_id from fan_list_members m join fan_lists l on l.id = m.list_id where l.creator_id = $1 and l.id = $3'

async function queueFans(tx: Tx, id: string, { creatorId, audience, listId }: Due): Promise<number> {
  const [row] =
    audience === 'list'
      ? await queryPreparedIn<{ count: number }>(tx, 'queue-list', QUEUE(OF_LIST), [creatorId, id, listId])
      : await queryPreparedIn<{ count: number }>(tx, 'queue-subscribers', QUEUE(SUBSCRIBERS), [creatorId, id])
  return row!.count
}

async function setState(tx: Tx, id: string, state: 'sending' | 'unsent', queued: number): Promise<boolean> {
  await tx.updateTable('mass_messages').set({ state, queued, moved_at: now() }).where('id', '=', id).execute()
  return true
}
