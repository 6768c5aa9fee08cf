import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { GatewayAccess } from '#app/gateways/flutterwave/client.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import { keptSecret } from './data-dir.ts'

type SimulatorProcess = { stop(): Promise<void> }

const AGAIN_AFTER_MS = 1_000

/** How to reach the payment simulator on a port, in the same terms as a real gateway account. */
export function simulatorAccess(dataDir: string, port: number): GatewayAccess {
  return {
    secretKey: `FLWSECK_TEST-${keptSecret(dataDir, 'gateway-key')
      .replaceAll(/[^a-zA-Z0-9]/g, '')
      .slice(0, 32)}-X`,
    webhookHash: keptSecret(dataDir, 'gateway-webhook-hash'),
    accountId: '17321',
    baseUrl: `http://localhost:${port}/v3`,
  }
}

/** Starts the payment simulator beside the product. If it ends, it is started again: its state is on disk. */
export async function startSimulatorProcess(
  settings: Config,
  dataDir: string,
  access: GatewayAccess,
): Promise<SimulatorProcess> {
  let leaving = false
  let child: ChildProcess
  let again: NodeJS.Timeout | undefined

  function start(): Promise<void> {
    child = spawn(process.execPath, [join(import.meta.dirname, '..', 'simulator', 'main.ts')], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: process.env.NODE_ENV,
        DEMO: '1',
        SIMULATOR_PORT: new URL(access.baseUrl).port,
        SIMULATOR_HOST: settings.host,
        SIMULATOR_DATA_DIR: join(dataDir, 'simulator'),
        SIMULATOR_CLOCK_FILE: join(dataDir, 'clock.json'),
        SIMULATOR_WEBHOOK_URL: `http://127.0.0.1:${settings.port}/webhooks/flutterwave`,
        SIMULATOR_WEBHOOK_HASH: access.webhookHash,
        SIMULATOR_SECRET_KEY: access.secretKey,
        SIMULATOR_ACCOUNT_ID: access.accountId,
      },
    })
    return new Promise((resolve, reject) => {
      let ready = false
      child.on('error', (error) => {
        log.error({ err: error }, 'the payment simulator could not be reached')
        reject(error)
      })
      child.once('message', () => {
        ready = true
        resolve()
      })
      child.once('exit', (code) => {
        if (ready) startAgain()
        else reject(new Error(`the payment simulator ended with code ${code}`))
      })
    })
  }

  function startAgain(): void {
    if (leaving) return
    again = setTimeout(() => {
      start().catch((error: unknown) => {
        log.error({ err: error }, 'the payment simulator did not come back')
        startAgain()
      })
    }, AGAIN_AFTER_MS)
  }

  await start()
  return {
    stop: () =>
      new Promise((resolve) => {
        leaving = true
        clearTimeout(again)
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/**
 * For a process that uses the simulator of another one: starts it here once that process has ended. `claim` returns whether this process
 * owns the simulator, and is kept until the stop.
 */
export function takeOverSimulator(
  claim: () => { mine: boolean; release(): void },
  start: () => Promise<SimulatorProcess>,
): SimulatorProcess {
  const stopping = new AbortController()
  let claimed: ReturnType<typeof claim> | null = null
  let running: SimulatorProcess | null = null

  async function takeOver(): Promise<void> {
    claimed = claim()
    if (!claimed.mine) return
    log.warn('the process that ran the payment simulator has ended: it is started here')
    running = await start()
  }

  const watch = (async () => {
    while (running === null) {
      await pause(AGAIN_AFTER_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      await takeOver().catch((error: unknown) => log.error({ err: error }, 'the payment simulator did not start here'))
    }
  })()

  return {
    stop: async () => {
      stopping.abort()
      await watch
      await running?.stop()
      claimed?.release()
    },
  }
}
