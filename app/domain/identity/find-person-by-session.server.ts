import { queryPrepared } from '#app/platform/db.server.ts'
import { joinReads } from '#app/platform/join-reads.ts'
import { readingHashes } from '#app/platform/secrets.server.ts'
import { config } from '#app/platform/config.server.ts'
import { PROOF, SESSION_DAYS, STAFF_IDLE_MINUTES } from '#app/domain/settings/constants.ts'
import type { Person } from './actor.ts'
import { needsSecondFactor } from './roles.ts'

const TOUCH_MINUTES = 5
/** Staff sessions have a short idle end, so their last use is recorded often. */
const STAFF_TOUCH_MINUTES = 1

/** `staffRole` is the role of the session, before it is known whether a second factor is missing. */
type Row = Omit<Person, 'enrolsAs'> & {
  factorSkipped: boolean
  kind: 'member' | 'staff' | 'owner'
  stale: boolean
  endsAt: Date
}

const IDLE_END = `s.last_seen_at + case
      when s.kind = 'owner' then interval '${STAFF_IDLE_MINUTES.owner} minutes'
      when s.kind = 'staff' then interval '${STAFF_IDLE_MINUTES.staff} minutes'
      when p.user_type = 'fan' then interval '${SESSION_DAYS.fan.idle} days'
      else interval '${SESSION_DAYS.creator.idle} days' end`
const LAST_END = `case when s.kind = 'member' then s.created_at + interval '${SESSION_DAYS.max} days' end`
/** When a session `s` of a profile `p` ends if it isn't used again, in SQL. */
export const ENDS_AT = `least(s.expires_at, ${IDLE_END}, ${LAST_END})`

/**
 * What else a page needs of whoever is signed in, read in the same statement: columns and joins over the session `s`, made by the modules
 * that own the rows, and how a row is read.
 */
export type Beside<More> = { name: string; columns: string; joins: string; read: (row: never) => More }

// Which accounts have sessions: as canSignIn of policy.ts says.
const findSql = (more?: { columns: string; joins: string }) => `
  select p.id, p.email, p.display_name as "displayName", p.username, p.user_type as "userType", p.profile_completed as "profileCompleted",
         p.birthday, p.account_status as "accountStatus", p.is_blocked as "isBlocked", p.avatar_media_id as "avatarMediaId", p.phone,
         s.id as "sessionId", s.mfa_at as "mfaAt", s.kind, s.factor_skipped_at is not null as "factorSkipped",
         s.proved_at > (select app_now()) - interval '${PROOF.freshMinutes} minutes' as "freshlyProved",
         case when s.kind = 'owner' and p.user_type = 'owner' then 'owner' when s.kind = 'staff' and p.user_type = 'admin' then m.role end as "staffRole",
         s.last_seen_at < (select app_now()) - case when s.kind = 'member' then interval '${TOUCH_MINUTES} minutes' else interval '${STAFF_TOUCH_MINUTES} minutes' end as stale,
         ${ENDS_AT} as "endsAt"${more ? `, ${more.columns}` : ''}
  from sessions s
  join profiles p on p.id = s.profile_id
  left join staff_members m on m.profile_id = p.id and m.ended_at is null
  ${more?.joins ?? ''}
  where s.token_hash = any ($1::bytea[])
    and s.ended_at is null
    and ${ENDS_AT} > (select app_now())
    and (p.account_status = 'active' or (p.account_status = 'suspended' and p.user_type = 'creator'))
    and (s.kind = 'member') = (p.user_type in ('fan', 'creator'))
    and (s.kind <> 'staff' or m.role is not null)`

// A member's session is prolonged by its use; a staff session's use only delays its idle end.
const TOUCH = `
  update sessions set last_seen_at = app_now(),
    expires_at = case when kind = 'member' then least(app_now() + interval '${SESSION_DAYS.fan.whole} days', created_at + interval '${SESSION_DAYS.max} days') else expires_at end
  where id = $1 and ended_at is null
    and last_seen_at < app_now() - case when kind = 'member' then interval '${TOUCH_MINUTES} minutes' else interval '${STAFF_TOUCH_MINUTES} minutes' end`

const FIND = findSql()
const join = joinReads<Row[]>()

type Options = { prolong?: boolean }
type Found = { person: Person; refreshed: boolean; endsAt: Date }

/**
 * The person of a session cookie, or null for a session that has ended, was idle too long or never existed. One query a request, or one for
 * several at once; a session in use is prolonged at most every few minutes, and `refreshed` then means that the cookie must be sent again. With `prolong:
 * false`, for answers that can't set a cookie, it is left as it is. `endsAt`: when the session ends if it isn't used again.
 */
export async function findPersonBySession(token: string, options: Options = {}): Promise<Found | null> {
  const [row] = await join(token, () => find(token, 'find-person-by-session', FIND))
  return row ? foundIn(row, options) : null
}

const texts = new Map<string, string>()

/** The same, with what a page needs of that person besides. */
export async function findPersonWith<More>(
  token: string,
  beside: Beside<More>,
  options: Options = {},
): Promise<(Found & { beside: More }) | null> {
  const name = `find-person-with-${beside.name}`
  let text = texts.get(name)
  if (text === undefined) texts.set(name, (text = findSql(beside)))
  const [row] = await find(token, name, text)
  return row ? { ...(await foundIn(row, options)), beside: beside.read(row as never) } : null
}

function find(token: string, name: string, text: string): Promise<Row[]> {
  return queryPrepared<Row>(name, text, [readingHashes('token', token)])
}

async function foundIn(row: Row, { prolong = true }: Options): Promise<Found> {
  const refreshed = prolong && row.stale
  if (refreshed) await queryPrepared('touch-session', TOUCH, [row.sessionId])
  return { refreshed: refreshed && row.kind === 'member', endsAt: row.endsAt, person: personIn(row) }
}

function personIn(row: Row): Person {
  const enrols = needsToEnrol(row)
  return {
    id: row.id,
    email: row.email,
    displayName: row.displayName,
    username: row.username,
    userType: row.userType,
    profileCompleted: row.profileCompleted,
    birthday: row.birthday,
    accountStatus: row.accountStatus,
    isBlocked: row.isBlocked,
    avatarMediaId: row.avatarMediaId,
    phone: row.phone,
    sessionId: row.sessionId,
    mfaAt: row.mfaAt,
    freshlyProved: row.freshlyProved,
    staffRole: enrols ? null : row.staffRole,
    enrolsAs: enrols ? row.staffRole : null,
  }
}

/** A role that requires a second factor is valid only in a session that has verified one; only the demo lets people continue without. */
function needsToEnrol({ staffRole, mfaAt, factorSkipped }: Row): boolean {
  return staffRole !== null && needsSecondFactor(staffRole) && !mfaAt && !(factorSkipped && config().demo)
}
