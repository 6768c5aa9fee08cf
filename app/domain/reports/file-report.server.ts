import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { consumeRateLimits } from '#app/platform/stored-rate-limit.server.ts'
import { findReportSubject, type ReportSubject } from './find-subject.server.ts'
import { canReport, type ReportDenial } from './policy.ts'
import { dueAt, readReport, REPORT, REPORT_REASONS, type ReportKind, type ReportProblem } from './report.ts'

export type NewReport = {
  kind: ReportKind
  id: string
  /** As they were chosen and typed. */
  reason: string
  details: string
  /** Where a visitor wants to be answered; an account is notified. */
  email: string
  /** The visitor's network, for the limit. */
  network: string
}

export type ReportRefusal =
  | { kind: 'not_permitted'; reason: ReportDenial }
  | { kind: 'invalid'; problem: ReportProblem }
  | { kind: 'too_many' }

/**
 * Reports something to staff, with the text as it is at this moment: its author may change or delete it afterwards. Reported again while
 * nobody has decided, it stays one report. The reported person is not told.
 */
export async function fileReport(
  actor: Actor,
  { kind, id, network, ...typed }: NewReport,
): Promise<Result<{ reportId: string; again: boolean }, ReportRefusal>> {
  const subject = await findReportSubject(actor, kind, id)
  const verdict = canReport(actor, subject ?? { kind, reportedId: '', seen: false })
  if (!verdict.allowed || !subject)
    return refuse({ kind: 'not_permitted', reason: verdict.allowed ? 'not_there' : verdict.reason })
  const read = readReport(typed)
  if (!read.ok) return refuse({ kind: 'invalid', problem: read.problem })
  const { reason, details, email } = read
  const { urgent } = REPORT_REASONS[reason]
  return inTransaction<Result<{ reportId: string; again: boolean }, ReportRefusal>>(async (tx) => {
    const known = actor && (await findOpen(tx, actor.id, subject))
    if (known) return ok({ reportId: known, again: true })
    const reportId = newId()
    const limit = actor
      ? { key: `reports:${actor.id}`, max: REPORT.perHour }
      : { key: `reports:${network}`, max: REPORT.perNetworkAndHour }
    if (!(await consumeRateLimits(tx, [limit], reportId))) return refuse({ kind: 'too_many' })
    const stored = await tx
      .insertInto('reports')
      .values({
        id: reportId,
        kind,
        subject_id: subject.id,
        reported_id: subject.reportedId,
        reporter_id: actor?.id ?? null,
        contact_email: actor ? null : email,
        reason,
        urgent,
        details,
      })
      .onConflict((conflict) =>
        conflict.columns(['reporter_id', 'kind', 'subject_id']).where('state', '=', 'open').doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    // The same form, sent twice at once.
    if (!stored) return ok({ reportId: (await findOpen(tx, actor!.id, subject))!, again: true })
    await keepEvidence(tx, reportId, subject)
    await publish(tx, {
      event: 'report_filed',
      actorId: actor?.id ?? null,
      objectId: reportId,
      detail: { kind, reason },
      alert: urgent ? { dueAt: dueAt({ urgent, reportedAt: now() }) } : null,
    })
    return ok({ reportId, again: false })
  })
}

async function findOpen(tx: Tx, reporterId: string, subject: ReportSubject): Promise<string | null> {
  const row = await tx
    .selectFrom('reports')
    .select('id')
    .where('reporter_id', '=', reporterId)
    .where('kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Copies the reported text, and of a conversation only the few messages around it. A profile and media are looked at where they are. */
async function keepEvidence(tx: Tx, reportId: string, { kind, id }: ReportSubject): Promise<void> {
  if (kind === 'creator') return
  await sql`
    insert into report_evidence (report_id, position, author_id, body, written_at, reported)
    select ${reportId}, row_number() over (order by place), author, left(body, 5000), at, reported from (${TEXTS[kind](id)}) as texts`.execute(
    tx,
  )
}

/** The text of a message `m`, and what was sent with it: "With 2 photos, a video". */
const WRITTEN = sql`concat_ws(E'\n', nullif(m.body, ''), (
  select 'With ' || string_agg(case files when 1 then 'a ' || word else files || ' ' || word || 's' end, ', ' order by first)
  from (select case f.kind when 'voice' then 'voice note' else f.kind::text end as word, count(*) as files, min(c.position) as first
    from chat_message_media c join media f on f.id = c.media_id where c.message_id = m.id group by 1) as sent))`

const TEXTS = {
  post: (id: string) => sql`
    select 1 as place, creator_id as author, caption as body, coalesce(published_at, created_at) as at, true as reported
    from posts where id = ${id} and caption <> ''`,
  comment: (id: string) => sql`
    select 1 as place, author_id as author, body, created_at as at, true as reported from post_comments where id = ${id}`,
  message: (id: string) => sql`
    select m.seq as place, m.sender_id as author, ${WRITTEN} as body, m.sent_at as at, m.id = r.id as reported
    from chat_messages r join chat_messages m on m.thread_id = r.thread_id
      and m.seq between r.seq - ${REPORT.messagesAround}::int and r.seq + ${REPORT.messagesAround}::int
    where r.id = ${id}`,
  conversation: (id: string) => sql`
    (select m.seq as place, m.sender_id as author, ${WRITTEN} as body, m.sent_at as at, false as reported
    from chat_messages m where m.thread_id = ${id} order by m.seq desc limit ${REPORT.lastMessages}::int)`,
} as const
