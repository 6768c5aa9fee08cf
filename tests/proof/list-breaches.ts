import { runAudit } from '#app/domain/audit/run-audit.server.ts'

/** Every invariant that doesn't hold, in words; `except` names those that need the clock's work, where nobody did it. */
export async function listBreaches(except: readonly string[] = []): Promise<string[]> {
  const { breaches } = await runAudit()
  return breaches
    .filter(({ invariant }) => !except.includes(invariant))
    .map(({ invariant, name, subject, detail }) => `${invariant} ${name}: ${subject} ${detail}`)
}
