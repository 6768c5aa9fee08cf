import { existsSync } from 'node:fs'

/** The same browser without what only a screen needs; a page costs half the processor time in it. */
const HEADLESS = '/usr/bin/chromium-headless-shell'

/** The browser of the tests: the named one, else what the system has. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? (existsSync(HEADLESS) ? HEADLESS : '/usr/bin/chromium')

/** Says what to do where it is missing; null where it is there. */
export function chromiumLacks(): string | null {
  return existsSync(CHROMIUM) ? null : 'apt-get install chromium-headless-shell, or set CHROMIUM_PATH'
}
