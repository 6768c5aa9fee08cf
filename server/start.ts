import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { runJobs, type ScheduledTask, type Worker } from '#app/jobs.server.ts'
import { keepStoreIdentity } from '#app/domain/media/keep-store-identity.server.ts'
import { pictureToolsMissing } from '#app/domain/media/picture-tools.server.ts'
import { stopVideos, videoToolsMissing } from '#app/domain/media/video-tools.server.ts'
import { checkoutOriginsOf, type GatewayAccess, useGateway } from '#app/gateways/flutterwave/client.server.ts'
import { usePushKey } from '#app/gateways/push/push.server.ts'
import { shareClock } from '#app/platform/clock.server.ts'
import { config, type Config } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { keepDemoDataFresh } from '#demo/keep-demo-data-fresh.server.ts'
import { settleReviews } from '#demo/settle-reviews.server.ts'
import { bringUpStaff } from './bring-up-staff.ts'
import { claimSimulator, type DataDir, holdDataDir, keptSecret } from './data-dir.ts'
import { pushKeyOf } from './push-key.ts'
import { createDatabase, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { closeWeb, failIfPortIsTaken, listen } from './listen.ts'
import { serveMetricsOnLoopback } from './metrics.ts'
import { migrate } from './migrate.ts'
import { simulatorAccess, startSimulatorProcess, takeOverSimulator } from './simulator-process.ts'
import { supervisePostgres } from './supervise-postgres.ts'
import { useDatabase } from './use-database.ts'
import { createWeb, type Workshop } from './web.ts'
import { type Beginning, type Front, startWebProcesses } from './web-processes.ts'

export type RunningServer = { announce(milliseconds: number): void; stop(): Promise<void> }

/** Starts everything in order; a failure stops what had already started. */
export async function startServer(workshop?: Workshop): Promise<RunningServer> {
  const settings = config()
  const down: (() => Promise<unknown>)[] = []
  let front: Front | null = null
  const stop = async () => {
    // Requests in hand are finished first: they need everything else until they are answered.
    await front?.stop()
    for (const step of down.splice(0).toReversed()) await step()
  }
  try {
    const dataDir = holdDataDir(settings.dataDir, { shared: settings.databaseUrl !== null })
    down.push(async () => dataDir.release())
    const simulator = settings.gateway ? null : claimSimulator(dataDir.path, settings.simulatorPort)
    if (simulator) down.push(async () => simulator.release())
    const gateway = settings.gateway ?? simulatorAccess(dataDir.path, simulator!.port)
    const secrets = secretsOf(settings, dataDir)
    useSecrets(secrets)
    const pushKey = pushKeyOf(settings, dataDir)
    usePushKey(pushKey)

    // The port answers from the start, so that probes can tell "starting" from "absent".
    if (settings.roles.has('web')) front = await openFront(settings, { gateway, secrets, pushKey }, workshop)
    const database = await bringUpDatabase(settings, dataDir, down)
    useGateway(gateway)
    if (simulator) await bringUpSimulator(settings, dataDir, simulator, gateway, down)
    const staffLines = await oneProcessAtATime(database.serverUrl, async () => {
      await keepStoreIdentity(settings.s3 ? 'the store of S3_URL' : join(dataDir.path, 'media'))
      const lines = await bringUpStaff(settings, dataDir.path)
      if (settings.demo) {
        await buildDemoDataInProcess(database, secrets[0]!, gateway)
        await settleReviews()
      }
      return lines
    })
    const worker = await bringUpWorker(settings, down)
    const metrics = settings.metricsToken ? null : await serveMetricsOnLoopback()
    if (metrics) down.push(async () => metrics.server.close())
    const lacking = [await videoToolsMissing(), await pictureToolsMissing()]
    await front?.becomeReady(database.serverUrl)
    return {
      announce: (milliseconds) => {
        announce(settings, milliseconds, metrics?.port ?? null, worker !== null, staffLines)
        for (const line of lacking) if (line) console.log(`  ${line}`)
      },
      stop,
    }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

/** This process serves by itself, or several do, which it forks. In a workshop the pages are built here. */
async function openFront(
  settings: Config,
  beginning: Omit<Beginning, 'isUp'>,
  workshop: Workshop | undefined,
): Promise<Front> {
  if (settings.webProcesses > 1 && !workshop) {
    await failIfPortIsTaken(settings)
    return startWebProcesses(settings.webProcesses, beginning)
  }
  const web = createWeb({ checkoutOrigins: checkoutOriginsOf(beginning.gateway.baseUrl), workshop })
  await listen(web.server, settings)
  web.load()
  return { becomeReady: () => web.becomeReady(), stop: () => closeWeb(web) }
}

function secretsOf(settings: Config, dataDir: DataDir): string[] {
  if (!settings.appSecret) return [keptSecret(dataDir.path, 'app-secret')]
  // "new,old": the first signs, the others still verify what was made before a rotation.
  return settings.appSecret.split(',')
}

async function bringUpDatabase(
  settings: Config,
  dataDir: DataDir,
  down: (() => Promise<unknown>)[],
): Promise<{ serverUrl: string }> {
  let embedded: EmbeddedPostgres | null = null
  let serverUrl = settings.databaseUrl
  if (!serverUrl) {
    const start = () => startEmbeddedPostgres({ folder: join(dataDir.path, 'postgres') })
    const running = await start()
    embedded = running
    const supervision = supervisePostgres(running, start)
    down.push(() => supervision.stop())
    await createDatabase(running.ownerUrl)
    await migrate(running.ownerUrl, { serverPassword: running.serverPassword, clockMoves: settings.demo })
    serverUrl = running.serverUrl
  } else {
    await migrate(serverUrl, { clockMoves: settings.demo })
  }
  const advancedBy = await useDatabase(serverUrl, { maintain: settings.roles.has('worker') }, down)
  if (!settings.demo && advancedBy !== 0)
    throw new Error('this database is a demo whose clock was moved: DEMO=0 needs one of its own')
  shareClock(advancedBy)
  log.info({ embedded: embedded !== null }, 'database is up')
  return { serverUrl }
}

/** In the demo: the simulator beside us, or that of another process on this DATA_DIR, as long as that one runs. */
async function bringUpSimulator(
  settings: Config,
  dataDir: DataDir,
  simulator: { mine: boolean; port: number },
  access: GatewayAccess,
  down: (() => Promise<unknown>)[],
): Promise<void> {
  const start = () => startSimulatorProcess(settings, dataDir.path, access)
  const process = simulator.mine
    ? await start()
    : takeOverSimulator(() => claimSimulator(dataDir.path, simulator.port), start)
  down.push(() => process.stop())
}

const START_LOCK = 7_032_425

/** Work that several starting processes must do one after the other: the first does it, the others find it done. */
async function oneProcessAtATime<Value>(url: string, work: () => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url })
  // The lock ends with the connection; if the connection ends, the start fails at its next query too.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [START_LOCK])
    return await work()
  } finally {
    await client.end()
  }
}

/**
 * Builds the demo data in a process of its own, so that the memory of the pictures is freed with it. Returns at once if the data exists.
 */
function buildDemoDataInProcess(
  database: { serverUrl: string },
  secret: string,
  gateway: GatewayAccess,
): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'demo', 'main.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      DEMO_DATA_DATABASE_URL: database.serverUrl,
      DEMO_DATA_SECRET: secret,
      DEMO_DATA_GATEWAY: JSON.stringify(gateway),
    },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the demo data could not be built (code ${code})`)),
    )
  })
}

const demoTask: ScheduledTask = {
  name: 'keep the demo data fresh',
  queue: 'main',
  everySeconds: 30,
  run: keepDemoDataFresh,
}

async function bringUpWorker(settings: Config, down: (() => Promise<unknown>)[]): Promise<Worker | null> {
  if (!settings.roles.has('worker')) return null
  const worker = await runJobs(settings.demo ? [demoTask] : [])
  down.push(() => {
    stopVideos()
    return worker.stop()
  })
  return worker
}

function announce(
  settings: Config,
  milliseconds: number,
  metricsPort: number | null,
  works: boolean,
  staffLines: string[],
): void {
  const lines = [
    `${settings.brandName} is ready at ${settings.baseUrl} (${(milliseconds / 1000).toFixed(1)} s)${works ? '' : ', without worker'}`,
  ]
  if (metricsPort) lines.push(`  figures         http://127.0.0.1:${metricsPort}/metrics`)
  if (settings.demo) {
    lines.push(
      `  caught mail     ${settings.baseUrl}/dev/mail`,
      `  payments        simulated at http://localhost:${settings.simulatorPort}/control`,
      '  sign in with    amina@demo.peach.example (creator), brian@demo.peach.example (fan with a pass),',
      '                  grace@demo.peach.example (pass expired), okello@demo.peach.example (new fan)',
      '                  the code arrives in the caught mail',
      ...staffLines,
    )
  }
  console.log(lines.join('\n'))
}
