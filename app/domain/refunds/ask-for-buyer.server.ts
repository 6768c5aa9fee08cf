import { countGraphemes, cutGraphemes } from '#app/platform/graphemes.ts'
import { severalLines } from '#app/platform/plain-text.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockPurchase } from './internal/locked-refund.server.ts'
import { openRefund } from './internal/open-refund.server.ts'
import { refundFactsOf } from './internal/refund-facts.server.ts'
import { canAskForOthers } from './policy.ts'
import { refundRule, NOTE_LENGTH, type NoRefund } from './rules.ts'

export type AskForBuyerRefusal =
  | { kind: 'not_found' }
  | { kind: 'not_permitted' }
  | { kind: 'own_account' }
  | { kind: 'nothing_to_ask'; because: NoRefund }
  | { kind: 'note_missing' }

/**
 * Support requests a refund for a fan who can't, or who wrote to us. The person who requests doesn't decide: the request waits for another
 * person.
 */
export async function askForBuyer(
  staff: Person,
  input: { purchaseId: string; note: string },
): Promise<Result<{ refundId: string }, AskForBuyerRefusal>> {
  if (!isId(input.purchaseId)) return refuse({ kind: 'not_found' })
  const note = cutGraphemes(severalLines(input.note), NOTE_LENGTH.max)
  return inTransaction<Result<{ refundId: string }, AskForBuyerRefusal>>(async (tx) => {
    const purchase = await lockPurchase(tx, input.purchaseId)
    if (!purchase) return refuse({ kind: 'not_found' })
    const verdict = canAskForOthers(staff, { buyerId: purchase.buyer_id })
    if (!verdict.allowed) return refuse({ kind: verdict.reason })
    const facts = await refundFactsOf(tx, purchase)
    const rule = refundRule(facts, facts.paidAt)
    // Staff may request beyond the rules for fans, but not for what has already been refunded or used.
    if (rule.kind === 'none' && rule.because !== 'week_has_begun')
      return refuse({ kind: 'nothing_to_ask', because: rule.because })
    if (countGraphemes(note) < NOTE_LENGTH.min) return refuse({ kind: 'note_missing' })
    const refund = await openRefund(tx, purchase, {
      reason: 'asked',
      amountMinor: facts.restMinor,
      destination: 'source',
      askedBy: staff.id,
      note,
    })
    return ok({ refundId: refund.id })
  })
}
