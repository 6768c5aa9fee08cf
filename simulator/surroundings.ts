// What the parts of the simulator depend on: its settings, its time and its memory.
import type { SimulatorClock } from './clock.ts'
import type { Store } from './store.ts'
import type { Timers } from './timers.ts'

export interface SimulatorConfig {
  host: string
  port: number
  /** Folder of the journal; null keeps everything in memory. */
  dataDir: string | null
  webhookUrl: string | null
  webhookHash: string
  secretKey: string
  accountId: number
  /** Origin of the hosted page; null takes the one under which the API was called. */
  publicUrl: string | null
  webhookShape: 'envelope' | 'flat' | 'mixed'
  failedWebhooks: boolean
  refundWebhooks: boolean
  /** Available UGX at the very start, in whole shillings. */
  openingBalance: number
}

export interface Surroundings {
  config: SimulatorConfig
  clock: SimulatorClock
  store: Store
  timers: Timers
}
