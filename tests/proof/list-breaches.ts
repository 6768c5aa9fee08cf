import { INVARIANTS } from '#app/domain/audit/invariants/index.ts'
import { runAudit } from '#app/domain/audit/run-audit.server.ts'

// No proof has a worker of the queue, and the longest take more than an hour.
const CHECKED_AT = INVARIANTS.filter(({ name }) => name !== 'jobs-are-taken')

/** Every invariant that doesn't hold, in words; `except` names those that need the clock's work, where nobody did it. */
export async function listBreaches(except: readonly string[] = []): Promise<string[]> {
  const { breaches } = await runAudit(CHECKED_AT)
  return breaches
    .filter(({ invariant }) => !except.includes(invariant))
    .map(({ invariant, name, subject, detail }) => `${invariant} ${name}: ${subject} ${detail}`)
}
