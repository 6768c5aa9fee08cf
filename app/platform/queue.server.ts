import { sql } from 'kysely'
import { fromKysely, type JobResult, PgBoss } from 'pg-boss'
import { type CommandRole, db, type Tx } from './db.server.ts'
import { JOB_NAMES, type JobName, type JobPayloads } from './jobs.ts'
import { logFailure } from './log-failure.server.ts'
import { log } from './log.server.ts'
import { isDatabaseAway } from './outage.ts'

const SCHEMA = 'pgboss'

/** Jobs that may take an hour. */
const LONG_JOBS: ReadonlySet<JobName> = new Set<JobName>(['transcode_video', 'transcode_first_video', 'encode_voice'])
/** Each is fetched alone: none waits behind another in its worker, and a server that stops has one of them to finish, not five. */
const ONE_AT_A_TIME: ReadonlySet<JobName> = new Set<JobName>([
  'transcode_video',
  'transcode_first_video',
  'encode_voice',
  'make_renditions',
  'deliver_mass_message',
])

/** Passed on to the driver unchanged: where an answer never arrives, the worker tries again on another connection. */
const DRIVER_OPTIONS = { query_timeout: 30_000 }

let boss: PgBoss | null = null

/** Creates the queue's tables and one queue per job name; run with the migrations, as the owner. */
export async function installQueue(ownerUrl: string, serverRole: string, erasureRole: CommandRole): Promise<void> {
  const installer = new PgBoss({
    connectionString: ownerUrl,
    schema: SCHEMA,
    supervise: false,
    schedule: false,
    max: 2,
  })
  installer.on('error', () => {})
  await installer.start()
  for (const name of JOB_NAMES) {
    // A worker that was killed leaves its jobs "active": without a heartbeat they would wait until they expire.
    const options = {
      retryLimit: 8,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 900,
      expireInSeconds: LONG_JOBS.has(name) ? 7_200 : 300,
      heartbeatSeconds: 10,
      notify: true,
    }
    await installer.createQueue(name, options)
    await installer.updateQueue(name, options)
  }
  await installer.getDb().executeSql(`
    grant usage on schema ${SCHEMA} to ${serverRole};
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to ${serverRole};
    grant execute on all functions in schema ${SCHEMA} to ${serverRole};
    grant usage on schema ${SCHEMA} to ${erasureRole};
    grant select, delete on ${SCHEMA}.job to ${erasureRole};
  `)
  await installer.stop({ graceful: false })
}

/** Opens the queue; `maintain` lets this process also clean up finished jobs. */
export async function openQueue(url: string, serverRole: string, options: { maintain: boolean }): Promise<void> {
  boss = new PgBoss({
    ...DRIVER_OPTIONS,
    connectionString: url,
    schema: SCHEMA,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: options.maintain,
    ...(options.maintain ? { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 } : {}),
    useListenNotify: options.maintain,
    max: 3,
    connectionTimeoutMillis: 8_000,
    options: `-c role=${serverRole} -c timezone=UTC`,
  })
  boss.on('error', (error) => logFailure(error, {}, 'queue error'))
  await boss.start()
}

export async function closeQueue(): Promise<void> {
  await boss?.stop({ graceful: true, timeout: 8_000 })
  boss = null
}

/** Enqueues in the command's transaction: the job exists exactly when the command commits. */
export async function enqueue<Name extends JobName>(tx: Tx, name: Name, payload: JobPayloads[Name]): Promise<void> {
  if (!boss) throw new Error('the queue is not open')
  await boss.send(name, payload, { db: fromKysely(tx) })
}

export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }

// While a fetch comes back full the next one follows at once; with one job a fetch, a backlog would be worked off at the pace of the
// polling.
const WORK = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 5,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

/** Starts claiming jobs. Each handler gets one payload at a time; a throw means that the job is retried. */
export async function claimJobs(handlers: JobHandlers): Promise<void> {
  if (!boss) throw new Error('the queue is not open')
  for (const name of JOB_NAMES) {
    const handle = handlers[name] as (payload: unknown) => Promise<void>
    const work = ONE_AT_A_TIME.has(name) ? { ...WORK, batchSize: 1 } : WORK
    await boss.work(name, work, async (jobs): Promise<JobResult[]> => {
      const results: JobResult[] = []
      for (const job of jobs) {
        try {
          await handle(job.data)
          results.push({ id: job.id, status: 'completed' })
        } catch (error) {
          if (isDatabaseAway(error)) logFailure(error, { job: name, id: job.id }, 'a job will be tried again')
          else log.warn({ job: name, id: job.id, err: error }, 'a job failed and will be tried again')
          results.push({ id: job.id, status: 'failed', output: { message: String(error) } })
        }
      }
      return results
    })
  }
}

/** How many jobs of these names could run now or are running. */
export async function countOpenJobs(names: readonly JobName[] = JOB_NAMES): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from pgboss.job
    where name = any (${[...names]}) and (state = 'active' or (state in ('created', 'retry') and start_after <= now()))
  `.execute(db)
  return rows[0]!.open
}

/** Deletes the jobs that send something to an address, done or waiting. */
export async function forgetJobsTo(tx: Tx, name: JobName, to: string): Promise<void> {
  await sql`delete from pgboss.job where name = ${name} and data ->> 'to' = ${to}`.execute(tx)
}
