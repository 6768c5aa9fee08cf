/**
 * A process that runs one command of the product and is killed in the middle of it, again and again. The parent sends it the addresses of
 * its database and gateway (both behind a proxy). It reports when it is ready, runs a command when the parent sends one, and sends the
 * result back.
 */
import { flushCompileCache } from 'node:module'
import { sql } from 'kysely'
import { useGateway } from '#app/gateways/flutterwave/client.server.ts'
import { setClockAdvance } from '#app/platform/clock.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { inTransaction, openDatabase, SERVER_ROLE } from '#app/platform/db.server.ts'
import { openQueue } from '#app/platform/queue.server.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { COMMANDS, type CommandInput } from './product-commands.ts'

export type Birth = { databaseUrl: string; gatewayUrl: string; gatewayKey: string; webhookHash: string }
export type Order = { command: string; input: CommandInput; advancedMs: number }

const CONNECTIONS = 3

process.on('message', (message: { birth: Birth } | { order: Order }) => {
  void ('birth' in message ? wake(message.birth) : obey(message.order))
})

async function wake({ databaseUrl, gatewayUrl, gatewayKey, webhookHash }: Birth): Promise<void> {
  useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
  useSecrets(['a test secret that is long enough to be one'])
  openDatabase(databaseUrl, { max: CONNECTIONS })
  await openQueue(databaseUrl, SERVER_ROLE, { maintain: false })
  useGateway(
    { baseUrl: `${gatewayUrl}/v3`, secretKey: gatewayKey, webhookHash, accountId: '17321' },
    { createTimeoutMs: 1_500, readTimeoutMs: 1_500 },
  )
  // Warm up the connections, as in a server that has been running for a while.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => inTransaction((tx) => sql`select 1`.execute(tx))))
  // A killed process saves no cache, and the next one should start faster.
  flushCompileCache()
  process.send?.('ready')
}

async function obey({ command, input, advancedMs }: Order): Promise<void> {
  setClockAdvance(advancedMs)
  const result = await COMMANDS[command]!(input).then(
    (value) => ({ value: value ?? null }),
    (error: unknown) => ({ error: String(error) }),
  )
  process.send?.({ result })
}
