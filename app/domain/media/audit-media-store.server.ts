import { sql } from 'kysely'
import { isKey, type StoredObject } from '#app/gateways/media-store/media-store.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { type Db, db } from '#app/platform/db.server.ts'

export type StoreAudit = {
  objects: number
  /** An object of a row that the store lacks, or has in another size. */
  broken: { key: string; problem: 'lost' | { bytes: number; wanted: number } }[]
  /** An orphan: it has been stored for a day and has no row, because a server died between the two. */
  orphans: string[]
}

const MAX_ROWS = 200

/** More orphans than this aren't explained by crashes of a server. */
export const MAX_ORPHANS = 50

/**
 * Every key that a row knows. `expected`: its object must exist; the others may exist, because they are being deleted. `bytes` where the
 * row knows its size.
 */
const KNOWN = `
  select original_key as key, state = 'processing' or (state = 'ready' and original_key not like '%/upload') as expected, byte_size as bytes from media
  union all select storage_key, true, byte_size from media_renditions
  union all select storage_key, true, byte_size from media_streams
  union all select storage_key, destroyed_at is null, null from sealed_documents where storage_key is not null
  union all select format('exports/%s/%s-%s', e.id, a.number, part), e.state = 'ready' and e.expires_at > app_now(), null
    from data_exports e, jsonb_array_elements(e.archives) with ordinality as a (archive, number),
      generate_series(1, (a.archive ->> 'parts')::integer) as part
  union all select storage_key, false, null from objects_to_destroy`

// Only key prefixes of ours: a bucket may hold objects of others.
const OURS = `key ~ '^([0-9a-f]{2}|sealed/[0-9a-f]{2}|exports)/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(/|$|[.])'`

// Videos, voice notes, sizes and exports get their rows when they are complete.
const IN_THE_MAKING = `
  exists (select from media m where m.state = 'processing' and l.key like '__/' || m.id || '/%')
  or exists (select from data_exports e where e.state = 'building' and l.key like 'exports/' || e.id || '/%')`

/**
 * Compares the stored objects with their rows, both ways. The store is read first and the rows after it, and every finding is checked
 * once more, so that what was stored or deleted in between is no finding. Changes nothing. Throws where the store can't be read.
 */
export async function auditMediaStore(): Promise<StoreAudit> {
  const { objects, suspects, orphans } = await db.connection().execute(compare)
  const broken: StoreAudit['broken'] = []
  for (const { key } of suspects) {
    const problem = await problemWith(key)
    if (problem) broken.push({ key, problem })
  }
  return { objects, broken, orphans }
}

/** On one connection and in no transaction: listing a large store takes minutes, which would keep the database from cleaning up. */
async function compare(
  connection: Db,
): Promise<{ objects: number; suspects: { key: string }[]; orphans: StoreAudit['orphans'] }> {
  await sql`create temporary table listed (key text primary key, bytes bigint not null, changed_at timestamptz not null)`.execute(
    connection,
  )
  try {
    let objects = 0
    for await (const page of mediaStore().list()) {
      objects += page.length
      await note(connection, page)
    }
    await sql`analyze listed`.execute(connection)
    const suspects = await sql<{ key: string }>`
      select k.key from (${sql.raw(KNOWN)}) k left join listed l on l.key = k.key
      where k.expected and (l.key is null or l.bytes <> k.bytes) order by k.key limit ${MAX_ROWS}`.execute(connection)
    const orphans = await sql<{ key: string }>`
      select l.key from listed l
      where l.changed_at < clock_timestamp() - interval '1 day' and ${sql.raw(OURS)}
        and not exists (select from (${sql.raw(KNOWN)}) k where k.key = l.key) and not (${sql.raw(IN_THE_MAKING)})
      order by l.key limit ${MAX_ROWS}`.execute(connection)
    return { objects, suspects: suspects.rows, orphans: orphans.rows.map(({ key }) => key) }
  } finally {
    await sql`drop table listed`.execute(connection)
  }
}

async function note(connection: Db, page: readonly StoredObject[]): Promise<void> {
  await sql`
    insert into listed (key, bytes, changed_at)
    select * from unnest(${page.map(({ key }) => key)}::text[], ${page.map(({ bytes }) => bytes)}::bigint[],
      ${page.map(({ changedAt }) => changedAt)}::timestamptz[])
    on conflict do nothing`.execute(connection)
}

/** Checked once more, the row first: an object that was deleted in between isn't missing. */
async function problemWith(key: string): Promise<StoreAudit['broken'][number]['problem'] | null> {
  const { rows } = await sql<{ bytes: bigint | null }>`
    select bytes from (${sql.raw(KNOWN)}) k where k.expected and k.key = ${key}`.execute(db)
  const row = rows[0]
  if (!row) return null
  // A key that could never have been stored isn't there.
  if (!isKey(key)) return 'lost'
  const stream = await mediaStore().open(key)
  if (!stream) return 'lost'
  let bytes = 0
  for await (const chunk of stream) bytes += chunk.byteLength
  return row.bytes === null || BigInt(bytes) === row.bytes ? null : { bytes, wanted: Number(row.bytes) }
}
