type LogLine = {
  level: number
  time: string
  msg?: string
  err?: { type?: string; message?: string }
  [field: string]: unknown
}

const LEVELS: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

/** A line of the log for somebody who reads it in a terminal: the time of day by UTC, the level, what happened, and its facts. */
export function logText(json: string): string {
  const { level, time, msg = '', err, ...facts } = JSON.parse(json) as LogLine
  const cause = err && `${err.type ?? 'Error'}: ${err.message ?? ''}`
  const listed = Object.entries(facts).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const parts = [time.slice(11, 19), (LEVELS[level] ?? String(level)).padEnd(5), msg, cause, ...listed]
  // What came from outside may not move the cursor or begin a line.
  return `${parts.filter(Boolean).join(' ').replace(CONTROL, ' ')}\n`
}

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu
