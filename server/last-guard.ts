import { log } from '#app/platform/log.server.ts'

/**
 * The last guard. An error that nobody caught leaves this process in a state that nobody knows: it is logged, and `leave` answers what is in
 * hand and ends the process for its supervisor to start another.
 */
export function guardAgainstTheUnexpected(leave: () => void): void {
  const report = (error: unknown, origin: string) => {
    log.fatal({ err: error, origin }, 'an error that nobody caught: the server ends')
    leave()
  }
  process.on('uncaughtException', report)
  process.on('unhandledRejection', (reason) => report(reason, 'unhandledRejection'))
  // Whoever reads what is printed may go away first.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
