import { INVARIANTS } from '#app/domain/audit/invariants/index.ts'
import { runAudit } from '#app/domain/audit/run-audit.server.ts'

// No proof runs a queue worker, and the longest take more than an hour.
const CHECKED_AT = INVARIANTS.filter(({ name }) => name !== 'jobs-are-processed')

/** Every invariant that doesn't hold, as text; `except` names those that need scheduled tasks, where none run. */
export async function listBreaches(except: readonly string[] = []): Promise<string[]> {
  const { breaches } = await runAudit(CHECKED_AT)
  return breaches
    .filter(({ invariant }) => !except.includes(invariant))
    .map(({ invariant, name, subject, detail }) => `${invariant} ${name}: ${subject} ${detail}`)
}
