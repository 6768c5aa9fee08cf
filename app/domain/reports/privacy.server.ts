import { sql } from 'kysely'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'
import { REPORT } from './report.ts'

export const privacy = definePrivacy({
  tables: {
    reports: {
      // The reported person never learns who reported them, here either.
      whose: [
        { column: 'reporter_id', holds: 'id' },
        { column: 'contact_email', holds: 'email' },
      ],
      exportedAs: 'what you reported, and what was decided',
      hide: ['subject_id', 'reported_id', 'decided_by', 'note', 'action'],
      erased: 'blanked',
    },
    report_evidence: {
      whose: byId('author_id'),
      exportedAs: null,
      why: 'copies of texts that are exported where they were written; who reported them is not revealed',
      erased: 'swept',
    },
    report_views: {
      whose: [{ column: 'report_id', of: { table: 'reports', key: 'id', column: 'reporter_id' } }],
      exportedAs: null,
      why: 'which of staff opened a report',
      erased: 'kept',
    },
  },
  // A reported text stays for thirty days, so that nobody escapes a decision by deleting the account.
  erase: ({ id, email }) => [
    sql`update reports set details = '', contact_email = null where reporter_id = ${id} or contact_email = ${email}`,
    sql`update report_evidence set keep_until = app_now() + make_interval(days => ${REPORT.keepDays}::int)
      where author_id = ${id} and keep_until is null`,
  ],
})
