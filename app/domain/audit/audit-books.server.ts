import { publish } from '#app/domain/events/publish.server.ts'
import type { Difference } from '#app/domain/reconciliation/difference.ts'
import { explainGone, noteDifferences } from '#app/domain/reconciliation/note-differences.server.ts'
import { beginRun, finishRun } from '#app/domain/reconciliation/run.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { auditStore, type StoreAudit } from './audit-store.server.ts'
import { INVARIANTS } from './invariants/index.ts'
import { type Audit, type Breach, runAudit } from './run-audit.server.ts'

/** What waits is checked twice: after a jump of the clock, or a stop, the scheduled tasks catch up within seconds. */
const SECOND_CHECK_MS = 20_000

/**
 * Audits everything, the media store included; runs every hour. A breach is put into the queue for staff and recorded with high severity;
 * one that is gone is closed as explained. Returns the breaches.
 */
export async function auditBooks(secondCheckMs = SECOND_CHECK_MS): Promise<Breach[]> {
  const at = now()
  const runId = await beginRun('audit', at)
  const audit = await checkTwice(secondCheckMs)
  const store = await auditStoreIfReadable()
  const breaches = [...audit.breaches, ...(store?.breaches ?? [])]
  await inTransaction(async (tx) => {
    const opened = await noteDifferences(
      tx,
      breaches.map((breach) => differenceOf(breach, at)),
    )
    // A breach that could not be checked is not gone.
    const explained = store ? await explainGone(tx, { kinds: ['breach'], notSeenSince: at, causedSince: null }) : 0
    await finishRun(tx, runId, {
      found: opened,
      failure: store ? null : 'The media store could not be read',
      counts: {
        invariants: audit.invariants,
        entries: audit.entries,
        postings: audit.postings,
        ...(store ? { objects: store.objects } : {}),
        breaches: breaches.length,
        explained,
      },
    })
    if (opened === 0) return
    await publish(tx, {
      actorId: null,
      event: 'books_breached',
      objectId: runId,
      detail: { breaches: opened, severity: 'high' },
      alert: { about: opened === 1 ? 'One breach' : `${opened} breaches` },
    })
  })
  if (breaches.length > 0)
    log.error({ breaches: breaches.slice(0, 20) }, 'the audit found breaches: see docs/operating.md for what to do')
  return breaches
}

/** A store that is down must not keep the books from being audited. */
async function auditStoreIfReadable(): Promise<StoreAudit | null> {
  try {
    return await auditStore()
  } catch (error) {
    log.error({ err: error }, 'the media store could not be audited')
    return null
  }
}

async function checkTwice(secondCheckMs: number): Promise<Audit> {
  const first = await runAudit()
  if (!first.breaches.some(({ invariant }) => invariant === 'I13')) return first
  await new Promise((resolve) => setTimeout(resolve, secondCheckMs))
  const second = await runAudit(INVARIANTS.filter(({ id }) => id === 'I13'))
  return { ...first, breaches: [...first.breaches.filter(({ invariant }) => invariant !== 'I13'), ...second.breaches] }
}

function differenceOf(breach: Breach, at: Date): Difference {
  return {
    kind: 'breach',
    subject: `${breach.invariant} ${breach.name} ${breach.subject}`.slice(0, 300),
    amount: null,
    description: `${breach.invariant} ${breach.name}: ${breach.subject}: ${breach.detail}`,
    causesAt: at,
    object: null,
  }
}
