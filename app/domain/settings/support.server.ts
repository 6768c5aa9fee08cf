import { config } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import { settings } from './settings.server.ts'

/** Where people write to us. `whatsApp`: E.164, null where the owner has set none. */
export type SupportContact = { email: string; whatsApp: string | null }

/** Also while the database is down: who needs help then gets the address of the configuration. */
export async function supportContact(): Promise<SupportContact> {
  const standard = `hello@${config().adminEmailDomain}`
  try {
    const { supportEmail, supportWhatsApp } = await settings()
    return { email: supportEmail || standard, whatsApp: supportWhatsApp || null }
  } catch (error) {
    log.warn({ err: error }, 'the address of support could not be read')
    return { email: standard, whatsApp: null }
  }
}
