// Starts the payment simulator as a process of its own.
import { createSystemClock } from './clock.ts'
import { readSettings } from './options.ts'
import { type Simulator, startSimulator } from './server.ts'

const LONGEST_SHUTDOWN_MS = 3_000

function abandon(reason: string): never {
  console.error(`simulator: ${reason}`)
  process.exit(1)
}

async function stop(simulator: Simulator): Promise<void> {
  setTimeout(() => process.exit(1), LONGEST_SHUTDOWN_MS).unref()
  await simulator.close()
  process.exit(0)
}

const settings = readSettings(process.env)
if (typeof settings === 'string') abandon(settings)

try {
  const simulator = await startSimulator({ ...settings.config, clock: createSystemClock(settings.clockFile) })
  let stopping = false
  const stopOnce = () => {
    if (stopping) return
    stopping = true
    void stop(simulator)
  }
  process.on('SIGTERM', stopOnce)
  process.on('SIGINT', stopOnce)
  if (process.send) {
    process.on('disconnect', stopOnce)
    process.send({ type: 'ready', port: simulator.port })
  }
  const memory = settings.config.dataDir === null ? ' (in memory: SIMULATOR_DATA_DIR is not set)' : ''
  console.log(`Payment simulator ready on ${simulator.url}, controls on ${simulator.url}/control${memory}`)
} catch (error) {
  abandon(error instanceof Error ? error.message : String(error))
}
