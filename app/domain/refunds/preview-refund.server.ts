import type { Line } from '#app/domain/ledger/chart.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { forDecision, lockRefund } from './internal/locked-refund.server.ts'
import { refundFactsOf } from './internal/refund-facts.server.ts'
import { canDecideRefund, canSecondRefund } from './policy.ts'
import type { RefundLine } from './queries.server.ts'

/** Ends the transaction of a preview, so that nothing of it is stored. */
class Previewed extends Error {
  readonly lines: readonly Line[]
  constructor(lines: readonly Line[]) {
    super('a preview is never stored')
    this.lines = lines
  }
}

/**
 * Who would bear an undecided refund if it were decided now as it was asked, for those who may decide it; empty for everybody else and where
 * it can't be carried out. The product's own command runs and is rolled back, so that preview and decision can't differ.
 */
export async function previewRefund(staff: Person, refundId: string): Promise<RefundLine[]> {
  if (!isId(refundId)) return []
  const lines = await inTransaction<readonly Line[]>(async (tx) => {
    throw new Previewed(await linesNow(tx, staff, refundId))
  }).catch((error: unknown) => {
    if (error instanceof Previewed) return error.lines
    throw error
  })
  return withOwners(lines)
}

async function linesNow(tx: Tx, staff: Person, refundId: string): Promise<readonly Line[]> {
  const locked = await lockRefund(tx, refundId)
  // Money that did not match was never anybody's: nobody bears its refund.
  if (!locked || locked.refund.reason === 'unmatched' || locked.purchase.buyer_id === null) return []
  const { refund, purchase } = locked
  const decision = forDecision(refund, purchase)
  if (!canDecideRefund(staff, decision).allowed && !canSecondRefund(staff, decision).allowed) return []
  const facts = await refundFactsOf(tx, purchase)
  const amountMinor = refund.amount_minor < facts.restMinor ? refund.amount_minor : facts.restMinor
  if (facts.disputed || amountMinor <= 0n) return []
  const { lines, shortMinor } = await productOf(purchase.kind).reverse(tx, {
    purchase,
    buyerId: purchase.buyer_id!,
    amountMinor,
    restMinor: facts.restMinor,
    ends: refund.ends,
    causeKind: 'refund',
    causeId: refund.id,
    at: now(),
  })
  return shortMinor > 0n ? [] : lines
}

async function withOwners(lines: readonly Line[]): Promise<RefundLine[]> {
  const ids = [...new Set(lines.flatMap(({ account }) => account.ownerId ?? []))]
  const people =
    ids.length === 0
      ? []
      : await db.selectFrom('profiles').select(['id', 'display_name', 'username']).where('id', 'in', ids).execute()
  const names = new Map(people.map(({ id, display_name, username }) => [id, display_name ?? username]))
  return lines.map(({ account, amountMinor }) => ({
    purpose: account.purpose,
    owner: account.ownerId === null ? null : (names.get(account.ownerId) ?? null),
    amount: { amountMinor, currency: account.currency },
  }))
}
