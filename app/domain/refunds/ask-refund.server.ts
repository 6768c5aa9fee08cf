import { countGraphemes, cutGraphemes } from '#app/platform/graphemes.ts'
import { severalLines } from '#app/platform/plain-text.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { AlreadySpent, carryOut } from './internal/carry-out.server.ts'
import { lockPurchase } from './internal/locked-refund.server.ts'
import { openRefund } from './internal/open-refund.server.ts'
import { refundFactsOf } from './internal/refund-facts.server.ts'
import { canAskRefund } from './policy.ts'
import { refundRule, NOTE_LENGTH, type NoRefund } from './rules.ts'

export type AskInput = { purchaseId: string; note: string; destination: 'source' | 'wallet' }
export type AskRefusal =
  | { kind: 'not_found' }
  | { kind: 'nothing_to_ask'; because: NoRefund }
  | { kind: 'note_missing' }
  | { kind: 'already_spent' }

/** A fan requests a refund: the rule refunds at once, or the request waits for staff. */
export async function askRefund(
  actor: Person,
  input: AskInput,
): Promise<Result<{ refundId: string; by: 'rule' | 'person' }, AskRefusal>> {
  if (!isId(input.purchaseId)) return refuse({ kind: 'not_found' })
  return inTransaction<Result<{ refundId: string; by: 'rule' | 'person' }, AskRefusal>>(async (tx) => {
    const purchase = await lockPurchase(tx, input.purchaseId)
    if (!purchase || !canAskRefund(actor, { buyerId: purchase.buyer_id }).allowed) return refuse({ kind: 'not_found' })
    const facts = await refundFactsOf(tx, purchase)
    const rule = refundRule(facts, now())
    if (rule.kind === 'none') return refuse({ kind: 'nothing_to_ask', because: rule.because })
    const note = cutGraphemes(severalLines(input.note), NOTE_LENGTH.max)
    if (rule.kind === 'person' && countGraphemes(note) < NOTE_LENGTH.min) return refuse({ kind: 'note_missing' })
    const refund = await openRefund(tx, purchase, {
      reason: rule.kind === 'whole' ? rule.reason : 'asked',
      amountMinor: facts.restMinor,
      destination: input.destination,
      askedBy: actor.id,
      note,
    })
    if (rule.kind === 'person') return ok({ refundId: refund.id, by: 'person' })
    await carryOut(tx, refund, purchase, { restMinor: facts.restMinor, actorId: actor.id })
    return ok({ refundId: refund.id, by: 'rule' })
  }).catch((error: unknown) => {
    if (error instanceof AlreadySpent) return refuse({ kind: 'already_spent' })
    throw error
  })
}
