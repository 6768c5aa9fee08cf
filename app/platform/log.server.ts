import { pino } from 'pino'

/**
 * Structured log on standard output. Call sites name what they log; bodies, codes, tokens, addresses and numbers of people are
 * never among it.
 */
export const log = pino({
  level: process.env.LOG_LEVEL ?? 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    // `detail` and `where` are the database's, with values of rows; the rest of the last line is what a mail server says of a recipient.
    paths: `*.email *.phone *.token *.authorization *.cookie *.code *.detail *.where *.parameters
      *.response *.rejected *.rejectedErrors *.envelope *.recipient`.split(/\s+/),
    censor: '[kept out]',
  },
})
