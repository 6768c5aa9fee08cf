import { log } from '#app/platform/log.server.ts'

/**
 * The handler of uncaught errors. Such an error leaves this process in an unknown state: it is logged, and `leave` answers the requests in
 * hand and ends the process so that its supervisor starts another.
 */
export function guardAgainstTheUnexpected(leave: () => void): void {
  const report = (error: unknown, origin: string) => {
    log.fatal({ err: error, origin }, 'an uncaught error: the server ends')
    leave()
  }
  process.on('uncaughtException', report)
  process.on('unhandledRejection', (reason) => report(reason, 'unhandledRejection'))
  // The reader of the output may be gone before us.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
