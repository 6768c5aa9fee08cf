import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { SIGN_IN } from '#app/domain/settings/constants.ts'
import type { Browser } from '../browser.server.ts'

/** How long a browser may return to its request, in minutes; as long as its cookie lives. */
const REMEMBERED_MINUTES = 60

/** This browser's last request, unless it was used already: the code itself may have ended. */
export async function lastCodeOfBrowser(connection: Db | Tx, browser: Browser) {
  const row = await connection
    .selectFrom('sign_in_codes')
    .select((eb) => [
      'id',
      'email',
      'purpose',
      'user_type as userType',
      'return_to as returnTo',
      'consumed_at as consumedAt',
      'sent_at as sentAt',
      sql<number>`ceil(greatest(0, ${SIGN_IN.resendSeconds} - extract(epoch from app_now() - sent_at)))::int`.as(
        'waitSeconds',
      ),
      eb
        .and([
          eb('voided_at', 'is', null),
          eb('attempts', '<', SIGN_IN.triesPerCode),
          eb('expires_at', '>', sql<Date>`app_now()`),
        ])
        .as('live'),
    ])
    .where('browser_hash', 'in', browser.hashes)
    .where('sent_at', '>', sql<Date>`app_now() - make_interval(mins => ${REMEMBERED_MINUTES})`)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && row.consumedAt === null ? row : null
}
