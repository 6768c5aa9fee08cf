import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Config } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import { keptSecret } from './data-dir.ts'

type GatewayAccess = { secretKey: string; webhookHash: string; accountId: string; baseUrl: string }
type SimulatorProcess = { stop(): Promise<void> }

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

/** Starts the payment simulator beside the product. A simulator that ends is started again: its state lies on disk. */
export async function startSimulatorProcess(
  settings: Config,
  dataDir: string,
  access: GatewayAccess,
): Promise<SimulatorProcess> {
  let leaving = false
  let child: ChildProcess

  function start(): Promise<void> {
    child = spawn(process.execPath, [join(import.meta.dirname, '..', 'simulator', 'main.ts')], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: process.env.NODE_ENV,
        DEMO: '1',
        SIMULATOR_PORT: String(settings.simulatorPort),
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
      child.on('error', (error) => {
        log.error({ err: error }, 'the payment simulator could not be reached')
        reject(error)
      })
      child.once('message', () => resolve())
      child.once('exit', (code) => {
        if (leaving) return
        reject(new Error(`the payment simulator ended with code ${code}`))
        setTimeout(() => {
          start().catch((error: unknown) => log.error({ err: error }, 'the payment simulator did not come back'))
        }, 1_000)
      })
    })
  }

  await start()
  return {
    stop: () =>
      new Promise((resolve) => {
        leaving = true
        if (child.exitCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}
