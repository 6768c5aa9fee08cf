import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { setClockAdvance } from './clock.ts'
import { config } from './config.server.ts'
import { db } from './db.server.ts'
import { onTopic, tellOthers } from './processes.server.ts'

onTopic('clock', setClockAdvance)

/** Reads the clock's advance from the database, where every process and `app_now()` find the same. Returns it in milliseconds. */
export async function readClock(): Promise<number> {
  const { rows } = await sql<{
    ms: number
  }>`select (extract(epoch from advanced_by) * 1000)::float8 as ms from app_clock`.execute(db)
  const milliseconds = Math.round(rows[0]?.ms ?? 0)
  setClockAdvance(milliseconds)
  return milliseconds
}

/**
 * Moves the clock forward (only in the demo; its route refuses otherwise). `duration` is ISO 8601; months and years count from now, as
 * the database adds them. Returns the whole advance in milliseconds.
 */
export async function advanceClock(duration: string): Promise<number> {
  await sql`update app_clock set advanced_by = make_interval(secs => extract(epoch from (app_now() + ${duration}::interval) - now()))`.execute(
    db,
  )
  const milliseconds = await readClock()
  tellOthers('clock', milliseconds)
  shareClock(milliseconds)
  return milliseconds
}

/**
 * Sets the clock, which runs on from there; null sets it to the machine's time. Only for the demo data, which plays half a year up to its
 * first day before anybody uses it. Nowhere else does the clock go back.
 */
export async function setClock(at: Date | null): Promise<void> {
  await sql`update app_clock set advanced_by = ${at === null ? sql`interval '0'` : sql`${at}::timestamptz - now()`}`.execute(
    db,
  )
  shareClock(await readClock())
}

/** Lets the demo's other processes read the same clock. */
export function shareClock(milliseconds: number): void {
  const path = join(config().dataDir, 'clock.json')
  const draft = `${path}.${process.pid}.new`
  writeFileSync(draft, JSON.stringify({ advancedByMs: milliseconds }))
  renameSync(draft, path)
}
