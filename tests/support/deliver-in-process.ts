import { createInterface } from 'node:readline'
import { deliverEvent } from '#app/domain/notifications/deliver-event.server.ts'
import { deliverMail } from '#app/domain/notifications/deliver-mail.server.ts'
import { setClockAdvance } from '#app/platform/clock.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { closeDatabase, openDatabase, SERVER_ROLE } from '#app/platform/db.server.ts'
import { closeQueue, openQueue } from '#app/platform/queue.server.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'

/**
 * A worker of its own process, for tests: `node deliver-in-process.ts DATABASE_URL SECRET`. Each line of its input is a list of ids, which
 * it delivers at once, and then it answers with a line.
 */
const [url, secret] = process.argv.slice(2) as [string, string]
useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
useSecrets([secret])
setClockAdvance(0)
openDatabase(url, { max: 8 })
await openQueue(url, SERVER_ROLE, { maintain: false })
console.log('ready')

for await (const line of createInterface(process.stdin)) {
  const { events = [], mails = [] } = JSON.parse(line) as { events?: string[]; mails?: string[] }
  // A mail that the other process is sending is refused here, and tried again by the queue.
  await Promise.all([...events.map((id) => deliverEvent(id)), ...mails.map((id) => deliverMail(id).catch(() => {}))])
  console.log('done')
}
await closeQueue()
await closeDatabase()
