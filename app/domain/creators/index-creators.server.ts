import { sql } from 'kysely'
import { inTransaction } from '#app/platform/db.server.ts'
import { variantsOf, wordsOfCreator } from './search-words.ts'

const AT_ONCE = 200
/** One task writes words at a time: a word that nobody has any more is never deleted while somebody else gets it. */
const LOCK = 7_032_426

/**
 * Scheduled task: writes the words by which creators are found who were listed or hidden, or have another name, city or tag. Only listed
 * creators have any. Returns how many were written.
 */
export async function indexCreators(): Promise<number> {
  let written = 0
  for (;;) {
    const count = await indexSome()
    written += count
    if (count < AT_ONCE) return written
  }
}

type Facts = {
  id: string
  listed: boolean
  rank: bigint
  tags: string[]
  displayName: string | null
  username: string | null
  city: string | null
  formerUsernames: string[]
}

function indexSome(): Promise<number> {
  return inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    const taken = await sql<{ id: string }>`
      delete from creators_to_index where creator_id in
        (select creator_id from creators_to_index order by since limit ${AT_ONCE} for update skip locked)
      returning creator_id as id`.execute(tx)
    const ids = taken.rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    // Read after their rows were taken: whatever is changed from now on queues its creator again.
    const { rows: creators } = await sql<Facts>`
      select c.profile_id as id, c.listed, c.feed_rank as rank, c.tags, p.display_name as "displayName", p.username, p.city,
        array(select f.username from former_usernames f where f.profile_id = p.id) as "formerUsernames"
      from creators c join profiles p on p.id = c.profile_id where c.profile_id = any (${ids}::uuid[])`.execute(tx)
    const gone = await sql<{ word: string }>`
      delete from creator_words where creator_id = any (${ids}::uuid[]) returning word`.execute(tx)

    const owned = creators.flatMap((creator) => wordsOf(creator).map((word) => ({ ...creator, word })))
    const words = [...new Set(owned.map(({ word }) => word))]
    await sql`
      insert into search_words (word, variants)
      select word, array(select jsonb_array_elements_text(variants)) from jsonb_to_recordset(${JSON.stringify(
        words.map((word) => ({ word, variants: variantsOf(word) })),
      )}::jsonb) as given (word text, variants jsonb)
      on conflict (word) do nothing`.execute(tx)
    await sql`
      insert into creator_words (creator_id, word, rank)
      select * from unnest(${owned.map(({ id }) => id)}::uuid[], ${owned.map(({ word }) => word)}::text[],
        ${owned.map(({ rank }) => String(rank))}::bigint[])`.execute(tx)
    const kept = new Set(words)
    const left = [...new Set(gone.rows.map(({ word }) => word))].filter((word) => !kept.has(word))
    await sql`
      delete from search_words s where s.word = any (${left}::text[])
        and not exists (select from creator_words w where w.word = s.word)`.execute(tx)
    return ids.length
  })
}

function wordsOf({ listed, displayName, username, ...found }: Facts): string[] {
  if (!listed || displayName === null || username === null) return []
  return wordsOfCreator({ ...found, displayName, username })
}
