import { pino } from 'pino'

/**
 * Structured log on standard output. Call sites name what they log; bodies, codes, tokens, addresses and numbers of people are
 * never among it.
 */
export const log = pino({
  level: process.env.LOG_LEVEL ?? 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: ['*.email', '*.phone', '*.code', '*.token', '*.authorization', '*.cookie'], censor: '[kept out]' },
})
