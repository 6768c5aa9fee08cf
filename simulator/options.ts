// Settings from the environment, checked before anything starts.
import type { SimulatorConfig } from './surroundings.ts'

export const DEFAULT_CONFIG: SimulatorConfig = {
  host: '127.0.0.1',
  port: 0,
  dataDir: null,
  webhookUrl: null,
  webhookHash: 'simulator-webhook-hash',
  secretKey: 'FLWSECK_TEST-simulator-X',
  accountId: 17_321,
  publicUrl: null,
  webhookShape: 'envelope',
  failedWebhooks: true,
  refundWebhooks: false,
  openingBalance: 50_000_000,
}

export interface SimulatorSettings {
  config: SimulatorConfig
  clockFile: string | null
}

/** Why a configuration must not be simulated; null when it may be. */
export function refusalToStart(config: SimulatorConfig): string | null {
  if (!config.secretKey.startsWith('FLWSECK_TEST-')) {
    return 'SIMULATOR_SECRET_KEY must be a test key (FLWSECK_TEST-…): the simulator never runs with a live-looking key'
  }
  if (config.webhookHash === '') return 'SIMULATOR_WEBHOOK_HASH must not be empty'
  if (config.webhookUrl !== null && !isWebAddress(config.webhookUrl))
    return 'SIMULATOR_WEBHOOK_URL must be an http(s) address'
  if (config.publicUrl !== null && !isWebAddress(config.publicUrl))
    return 'SIMULATOR_PUBLIC_URL must be an http(s) address'
  return null
}

/** Reads the environment; returns a text, one line with the problem, if a setting is wrong. */
export function readSettings(env: Record<string, string | undefined>): SimulatorSettings | string {
  if (env['DEMO'] === '0') return 'the payment simulator does not start with DEMO=0'
  const liveName = ['SIMULATOR_SECRET_KEY', 'FLUTTERWAVE_SECRET_KEY'].find((name) => env[name]?.startsWith('FLWSECK-'))
  if (liveName) return `${liveName} looks like a live key: the payment simulator does not start beside it`
  const port = wholeNumber(env['SIMULATOR_PORT'], 65_535)
  if (port === null) return 'SIMULATOR_PORT is required: a number from 0 to 65535'
  const accountId = wholeNumber(
    env['SIMULATOR_ACCOUNT_ID'] ?? String(DEFAULT_CONFIG.accountId),
    Number.MAX_SAFE_INTEGER - 1,
  )
  if (accountId === null) return 'SIMULATOR_ACCOUNT_ID must be a whole number'
  const openingBalance = wholeNumber(env['SIMULATOR_OPENING_BALANCE'] ?? String(DEFAULT_CONFIG.openingBalance), 1e12)
  if (openingBalance === null) return 'SIMULATOR_OPENING_BALANCE must be a whole number of shillings'
  const shape = env['SIMULATOR_WEBHOOK_SHAPE'] ?? DEFAULT_CONFIG.webhookShape
  if (shape !== 'envelope' && shape !== 'flat' && shape !== 'mixed')
    return 'SIMULATOR_WEBHOOK_SHAPE must be envelope, flat or mixed'
  const config: SimulatorConfig = {
    ...DEFAULT_CONFIG,
    port,
    accountId,
    openingBalance,
    webhookShape: shape,
    host: env['SIMULATOR_HOST'] || DEFAULT_CONFIG.host,
    dataDir: env['SIMULATOR_DATA_DIR'] || null,
    webhookUrl: env['SIMULATOR_WEBHOOK_URL'] || null,
    webhookHash: env['SIMULATOR_WEBHOOK_HASH'] ?? DEFAULT_CONFIG.webhookHash,
    secretKey: env['SIMULATOR_SECRET_KEY'] ?? DEFAULT_CONFIG.secretKey,
    publicUrl: env['SIMULATOR_PUBLIC_URL']?.replace(/\/+$/, '') || null,
    failedWebhooks: env['SIMULATOR_FAILED_WEBHOOKS'] !== '0',
    refundWebhooks: env['SIMULATOR_REFUND_WEBHOOKS'] === '1',
  }
  return refusalToStart(config) ?? { config, clockFile: env['SIMULATOR_CLOCK_FILE'] || null }
}

function wholeNumber(text: string | undefined, largest: number): number | null {
  const value = /^\d+$/.test(text ?? '') ? Number(text) : Number.NaN
  return value <= largest ? value : null
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
