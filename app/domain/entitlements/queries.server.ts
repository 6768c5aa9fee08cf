import { queryPrepared } from '#app/platform/db.server.ts'

// Access requires a stored birthday of 18 or more (exact to the day, in Kampala), whatever has been paid, and an account that isn't
// blocked.
const ofAge = (
  account: string,
) => `exists (select from profiles p where p.id = ${account} and p.account_status = 'active' and not p.is_blocked
  and p.birthday <= (((select app_now()) at time zone 'Africa/Kampala')::date - interval '18 years'))`
const OF_AGE = ofAge('$1')

const openPassSql = (account: string) => `select ends_at from entitlements
  where account_id = ${account} and grants = 'all_creators' and starts_at <= (select app_now()) and (ends_at is null or ends_at > (select app_now()))`

/** The columns of a pass that is open now; no row without one. */
type PassRow = { endless: boolean; ends_at: Date | null }

/** `account` is an expression of the statement around it, in which no `p` stands for a profile. */
const passSql = (account: string) => `select bool_or(now_open.ends_at is null) as endless,
    (select max(e.ends_at) from entitlements e where e.account_id = ${account} and e.grants = 'all_creators') as ends_at
  from (${openPassSql(account)}) as now_open where ${ofAge(account)} having count(*) > 0`

const PASS = passSql('$1')

export type Pass = { endsAt: Date | null }

const passIn = (row: PassRow): Pass => ({ endsAt: row.endless ? null : row.ends_at })

/** The same right as `findPass` reads, of the account of a session `s`, for the statement that finds it. */
export const PASS_OF_SESSION = {
  columns: 'pass.endless, pass.ends_at',
  joins: `left join lateral (${passSql('s.profile_id')}) pass on true`,
  read: (row: { endless: boolean | null; ends_at: Date | null }): Pass | null =>
    row.endless === null ? null : passIn({ ...row, endless: row.endless }),
}

/**
 * The right to see all creators now: a running pass or a full_access grant of a person whose age is known. `endsAt` is the end of the
 * last one, null when it has none. Terms that follow one another count as one.
 */
export async function findPass(accountId: string): Promise<Pass | null> {
  const [row] = await queryPrepared<PassRow>('find-pass', PASS, [accountId])
  return row ? passIn(row) : null
}

/** The check of every premium page; $1 is the account. */
export const HAS_PASS_SQL = `select exists (${openPassSql('$1')}) and ${OF_AGE} as held`

/** Whether somebody may use the premium pages now. One prepared query. */
export async function hasPass(accountId: string): Promise<boolean> {
  const rows = await queryPrepared<{ held: boolean }>('has-pass', HAS_PASS_SQL, [accountId])
  return rows[0]!.held
}

/**
 * Whether a pass has been paid for or granted, even if the birthday that it requires is still missing: so that a missing date makes
 * nobody pay twice.
 */
export async function holdsPass(accountId: string): Promise<{ endsAt: Date | null } | null> {
  const rows = await queryPrepared<{ endless: boolean; ends_at: Date | null }>(
    'holds-pass',
    `select bool_or(ends_at is null) as endless, max(ends_at) as ends_at from entitlements
     where account_id = $1 and grants = 'all_creators' and (ends_at is null or ends_at > (select app_now())) having count(*) > 0`,
    [accountId],
  )
  const row = rows[0]
  return row ? { endsAt: row.endless ? null : row.ends_at } : null
}

/** Whether somebody has bought this post permanently. */
export async function hasUnlock(accountId: string, postId: string): Promise<boolean> {
  const rows = await queryPrepared<{ held: boolean }>(
    'has-unlock',
    `select exists (select from entitlements where account_id = $1 and grants = 'post' and object_id = $2) as held`,
    [accountId, postId],
  )
  return rows[0]!.held
}

const OPEN_NOW = 'e.starts_at <= (select app_now()) and (e.ends_at is null or e.ends_at > (select app_now()))'

// $1 is the account, $2 the creators.
const ENTITLED_CREATORS = `select wanted.id from unnest($2::uuid[]) as wanted (id) where ${OF_AGE} and (
  exists (select from entitlements e where e.account_id = $1 and e.grants = 'all_creators' and ${OPEN_NOW})
  or exists (select from entitlements e where e.account_id = $1 and e.grants = 'creator' and e.object_id = wanted.id and ${OPEN_NOW}))`

const holdsSql = (account: string, grants: string, more: string) =>
  `exists (select from entitlements e where e.account_id = ${account} and e.grants = '${grants}' ${more})`

/** Whether an account has bought a locked message, as a condition of the statement that reads it. */
export function messageBoughtSql(of: { account: string; message: string }): string {
  return holdsSql(of.account, 'message', `and e.object_id = ${of.message}`)
}

type Of = { account: string; creator: string; post: string }

/**
 * The rights of an account to a post and its creator, as conditions of the statement that reads them. The arguments are expressions of
 * that statement.
 */
export function rightsSql(of: Of): { access: string; bought: string } {
  const holds = (grants: string, more: string) => holdsSql(of.account, grants, more)
  return {
    access: `(${ofAge(of.account)} and (${holds('all_creators', `and ${OPEN_NOW}`)}
    or ${holds('creator', `and e.object_id = ${of.creator} and ${OPEN_NOW}`)}))`,
    bought: holds('post', `and e.object_id = ${of.post}`),
  }
}

/** The same as columns of the statement that reads the posts. */
export function rightsColumns(of: Of): string {
  const { access, bought } = rightsSql(of)
  return `${access} as "viewerHasAccess",
    ${bought} as "viewerBought"`
}

/**
 * What is open to somebody, in one query: those of the creators whose subscriber posts are open now, and whom they may write to, call and
 * tip, by a pass or by that creator's subscription; and those of the posts that they have bought.
 */
export async function listRights(
  accountId: string,
  of: { creatorIds: readonly string[]; postIds: readonly string[] },
): Promise<{ creators: Set<string>; posts: Set<string> }> {
  const rights = { creators: new Set<string>(), posts: new Set<string>() }
  if (of.creatorIds.length === 0 && of.postIds.length === 0) return rights
  const rows = await queryPrepared<{ id: string; kind: 'creators' | 'posts' }>(
    'list-rights',
    `select id, 'creators' as kind from (${ENTITLED_CREATORS}) entitled
     union all select object_id, 'posts' from entitlements where account_id = $1 and grants = 'post' and object_id = any ($3::uuid[])`,
    [accountId, [...new Set(of.creatorIds)], of.postIds],
  )
  for (const row of rows) rights[row.kind].add(row.id)
  return rights
}

/** Whether somebody has the rights that only a pass or this creator's subscription gives. */
export async function isEntitledTo(accountId: string, creatorId: string): Promise<boolean> {
  return (await listRights(accountId, { creatorIds: [creatorId], postIds: [] })).creators.has(creatorId)
}

/** Until when somebody has paid for this one creator, including terms that follow; null where nothing of it is left. */
export async function findCreatorAccess(accountId: string, creatorId: string): Promise<Date | null> {
  const rows = await queryPrepared<{ ends_at: Date | null }>(
    'find-creator-access',
    `select max(e.ends_at) as ends_at from entitlements e
     where e.account_id = $1 and e.grants = 'creator' and e.object_id = $2 and e.ends_at > (select app_now())`,
    [accountId, creatorId],
  )
  return rows[0]?.ends_at ?? null
}
