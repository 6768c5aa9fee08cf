import { existsSync } from 'node:fs'

/** The same browser without what only a screen needs: a page takes half the processor time in it. */
const HEADLESS = '/usr/bin/chromium-headless-shell'

/** The browser of the tests: the configured one, else the system's. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? (existsSync(HEADLESS) ? HEADLESS : '/usr/bin/chromium')

/** Returns the command to install it if it is missing, else null. */
export function chromiumLacks(): string | null {
  return existsSync(CHROMIUM) ? null : 'apt-get install chromium-headless-shell, or set CHROMIUM_PATH'
}
