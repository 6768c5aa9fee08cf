import { keepOwner } from '#app/domain/staff/keep-owner.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import { DEMO_STAFF, settleDemoStaff } from '#demo/settle-staff.server.ts'
import { keptSecret } from './data-dir.ts'

const DEMO_OWNER = 'owner@peach.example'
const DEMO_SECRET_BYTES = 18

/**
 * The owner as configured, created or with the key rotated. In the demo the key is generated once and kept beside the data, and there is
 * one admin of each role. Returns the lines that a demo's start prints about them.
 */
export async function bringUpStaff(settings: Config, dataDir: string): Promise<string[]> {
  const email = settings.owner.email ?? DEMO_OWNER
  const secretKey = settings.owner.secretKey ?? keptSecret(dataDir, 'owner-key', DEMO_SECRET_BYTES)
  const kept = await keepOwner({ email, secretKey })
  if (kept !== 'unchanged') log.info({ kept }, 'the owner was set')
  if (!settings.demo) return []
  const password = keptSecret(dataDir, 'staff-password', DEMO_SECRET_BYTES)
  await settleDemoStaff(password)
  const key = settings.owner.secretKey ? 'the key of OWNER_SECRET_KEY' : `the key ${secretKey}`
  return [
    `  owner           ${email} with ${key} at ${settings.baseUrl}/owner-login`,
    `  staff           with the password ${password} at ${settings.baseUrl}/owner-login:`,
    `                  ${DEMO_STAFF.map((person) => person.email).join(', ')}`,
  ]
}
