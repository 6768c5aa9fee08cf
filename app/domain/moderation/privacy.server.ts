import { sql } from 'kysely'
import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    application_decisions: {
      whose: child('application_id', 'creator_applications', 'profile_id'),
      exportedAs: 'decisions on your application',
      hide: ['decided_by'],
      erased: 'kept',
    },
    application_claims: {
      whose: child('application_id', 'creator_applications', 'profile_id'),
      exportedAs: null,
      erased: 'deleted',
      why: 'who of staff reviews it in this quarter of an hour',
    },
    post_views: {
      whose: child('post_id', 'posts', 'creator_id'),
      exportedAs: 'when staff opened a post of yours that nobody else could see',
      hide: ['staff_id'],
      erased: 'kept',
    },
    review_openings: {
      whose: byId('staff_id'),
      exportedAs: 'what you opened for review',
      hide: ['content_sha256'],
      erased: 'kept',
    },
    content_flags: {
      whose: byId('creator_id'),
      exportedAs: 'when your posts had to be reviewed, and why',
      hide: ['raised_by', 'cleared_by'],
      erased: 'blanked',
    },
    suspensions: {
      whose: byId('profile_id'),
      exportedAs: 'suspensions, with the reason',
      hide: ['imposed_by', 'lifted_by'],
      erased: 'kept',
    },
  },
  erase: ({ id }) => [
    sql`update content_flags set reason = '' where creator_id = ${id}`,
    sql`delete from application_claims
    where application_id in (select a.id from creator_applications a where a.profile_id = ${id})`,
  ],
})
