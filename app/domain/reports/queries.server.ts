import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { containing, keyset, type Listing } from '#app/platform/keyset.server.ts'
import type { ReportAction, ReportFilter, ReportKind, ReportReason } from './report.ts'

type Common = {
  id: string
  kind: ReportKind
  reason: ReportReason
  urgent: boolean
  state: 'open' | 'dismissed' | 'acted'
  reportedAt: Date
  reportedName: string
}

export type ListedReport = Common

const NAME = sql`coalesce(p.display_name, p.username, 'Without a name')`
const COMMON = sql`r.id, r.kind, r.reason, r.urgent, r.state, r.reported_at as "reportedAt", ${NAME} as "reportedName"`
const CHOSEN = {
  open: sql`r.state = 'open'`,
  urgent: sql`r.state = 'open' and r.urgent`,
  acted: sql`r.state = 'acted'`,
  dismissed: sql`r.state = 'dismissed'`,
  all: sql`true`,
} as const satisfies Record<ReportFilter, unknown>

/** A page of the reports: the urgent ones first, then by time. `find` is a part of the reported person's name. */
export async function listReports(listing: Listing<ReportFilter>): Promise<ListedReport[]> {
  const { filter, find } = listing
  const page = keyset(listing, {
    from: sql`reports r`,
    id: sql`r.id`,
    keys: [[sql`r.urgent`, 'desc'], sql`r.reported_at`, sql`r.id`],
  })
  const { rows } = await sql<ListedReport>`
    select ${COMMON} from reports r join profiles p on p.id = r.reported_id
    where ${CHOSEN[filter]} and (${find} = '' or p.display_name ilike ${containing(find)} or p.username ilike ${containing(find)})
      and ${page}`.execute(db)
  return rows
}

export async function countReports(): Promise<Record<ReportFilter, number>> {
  const { rows } = await sql<Record<ReportFilter, number>>`
    select count(*) filter (where ${CHOSEN.open})::int as open, count(*) filter (where ${CHOSEN.urgent})::int as urgent,
      count(*) filter (where ${CHOSEN.acted})::int as acted, count(*) filter (where ${CHOSEN.dismissed})::int as dismissed,
      count(*)::int as "all" from reports r`.execute(db)
  return rows[0]!
}

/** What else was reported about the same thing, while nobody has decided. */
type AlsoReported = { id: string; reason: ReportReason; details: string; by: string; at: Date }

export type ReviewedReport = Common & {
  subjectId: string
  reportedId: string
  reporterId: string | null
  reportedUsername: string | null
  isCreator: boolean
  details: string
  /** The reporter's name; null for a visitor. */
  by: string | null
  /** Where a visitor wants to be answered. */
  contactEmail: string | null
  action: ReportAction | null
  note: string
  decidedBy: string | null
  decidedAt: Date | null
  /** Decided reports about the same person that led to an action. */
  earlierActions: number
  others: AlsoReported[]
  /** Texts that can be opened are stored. */
  hasEvidence: boolean
  /** How many files the reported message has. */
  files: number
  /** Until when this viewer's own view is open. */
  viewEndsAt: Date | null
}

/** One report as staff see it; null where there is none. The caller has checked the right. */
export async function findReport(viewer: Actor, reportId: string): Promise<ReviewedReport | null> {
  if (!viewer || !isId(reportId)) return null
  const { rows } = await sql<ReviewedReport>`
    select ${COMMON}, r.subject_id as "subjectId", r.reported_id as "reportedId", r.reporter_id as "reporterId",
      p.username as "reportedUsername", r.details, coalesce(b.display_name, b.username) as by, r.contact_email as "contactEmail",
      exists (select from creators c where c.profile_id = r.reported_id) as "isCreator",
      r.action, r.note, coalesce(s.display_name, s.email) as "decidedBy", r.decided_at as "decidedAt",
      (select count(*)::int from reports o where o.reported_id = r.reported_id and o.state = 'acted' and o.id <> r.id) as "earlierActions",
      coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'reason', o.reason, 'details', o.details,
          'by', coalesce(n.display_name, n.username, 'a visitor'), 'at', o.reported_at) order by o.id)
        from reports o left join profiles n on n.id = o.reporter_id
        where o.kind = r.kind and o.subject_id = r.subject_id and o.id <> r.id and o.state = 'open'), '[]') as others,
      exists (select from report_evidence e where e.report_id = r.id) as "hasEvidence",
      (select count(*)::int from chat_message_media c where r.kind = 'message' and c.message_id = r.subject_id) as files,
      (select max(v.ends_at) from report_views v where v.report_id = r.id and v.staff_id = ${viewer.id} and v.ends_at > app_now()) as "viewEndsAt"
    from reports r join profiles p on p.id = r.reported_id left join profiles b on b.id = r.reporter_id
      left join profiles s on s.id = r.decided_by
    where r.id = ${reportId}`.execute(db)
  const [found] = rows
  return found ? { ...found, others: found.others.map((other) => ({ ...other, at: new Date(other.at) })) } : null
}

export type ReportedFile = { id: string; kind: 'photo' | 'video' | 'voice'; ready: boolean }

/** The files of a reported message, for staff whose role includes them and who have a view of the report open; empty otherwise. */
export async function listReportedFiles(viewer: Actor, reportId: string): Promise<ReportedFile[]> {
  if (!viewer || !isId(reportId) || !hasPermission(viewer, 'reports.view_files')) return []
  const { rows } = await sql<ReportedFile>`
    select m.id, m.kind, m.kind = 'photo' or m.state = 'ready' as ready
    from reports r join chat_message_media c on c.message_id = r.subject_id join media m on m.id = c.media_id
    where r.id = ${reportId} and r.kind = 'message' and exists (select from report_views v
      where v.report_id = r.id and v.staff_id = ${viewer.id} and v.ends_at > app_now())
    order by c.position`.execute(db)
  return rows
}

export type EvidenceText = { position: number; body: string; author: string; at: Date; reported: boolean }

/** The stored texts of a report, while this member of staff has a view of it open; empty otherwise. */
export async function readEvidence(viewer: Actor, reportId: string): Promise<EvidenceText[]> {
  if (!viewer || !isId(reportId)) return []
  const { rows } = await sql<EvidenceText>`
    select e.position, e.body, ${NAME} as author, e.written_at as at, e.reported
    from report_evidence e join profiles p on p.id = e.author_id
    where e.report_id = ${reportId} and exists (select from report_views v
      where v.report_id = e.report_id and v.staff_id = ${viewer.id} and v.ends_at > app_now())
    order by e.position`.execute(db)
  return rows
}
