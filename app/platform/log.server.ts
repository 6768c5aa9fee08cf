import cluster from 'node:cluster'
import { isatty } from 'node:tty'
import { type DestinationStream, type Logger, pino } from 'pino'
import { logText } from './log-text.ts'
import { groupOf, RepeatedErrors } from './repeated-errors.ts'

const ERROR_LEVEL = 50

/** The values of LOG_LEVEL. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'fatal'] as const

/** The values of LOG_FORMAT. */
export const LOG_FORMATS = ['json', 'text'] as const

const output = pino.destination(1)
const isText = process.env.LOG_FORMAT ? process.env.LOG_FORMAT === 'text' : isatty(1)

/**
 * Structured log on standard output. Callers choose what they log; it never contains bodies, codes, tokens, addresses or people's
 * numbers. JSON, or text for somebody who reads it in a terminal.
 */
export const log = makeLog(isText ? { write: (line) => output.write(logText(line)) } : output)

/** The same log with another destination. */
export function makeLog(destination: DestinationStream): Logger {
  const repeated = new RepeatedErrors((call, milliseconds) => setTimeout(call, milliseconds).unref())
  return pino(
    {
      // The configuration refuses a level that doesn't exist, and needs a log to report it.
      level: LOG_LEVELS.find((level) => level === process.env.LOG_LEVEL) ?? 'info',
      // Which of several web processes it was.
      base: cluster.isWorker ? { process: Number(process.env.WEB_PROCESS) } : undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        // The same failure under load is one line a second with a count.
        logMethod(args, method, level) {
          const [first, text] = args as unknown[]
          if (level < ERROR_LEVEL || typeof first !== 'object' || first === null) return method.apply(this, args)
          const message = typeof text === 'string' ? text : ''
          const notify = (count: number) => method.apply(this, [{ ...first, repeated: count }, message])
          if (repeated.isFirst(groupOf(message, 'err' in first ? first.err : null), notify)) method.apply(this, args)
        },
      },
      redact: {
        // `detail` and `where` are the database's, with values of rows; the last line's other fields contain a mail server's answer about
        // a recipient.
        paths: `*.email *.phone *.token *.authorization *.cookie *.code *.detail *.where *.parameters
      *.response *.rejected *.rejectedErrors *.envelope *.recipient`.split(/\s+/),
        censor: '[removed]',
      },
    },
    destination,
  )
}
