import { publish } from '#app/domain/events/publish.server.ts'
import { creatorAccount, feeCredits } from '#app/domain/earnings/earning.ts'
import { recordEarning } from '#app/domain/earnings/record-earning.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { credit } from '#app/domain/ledger/chart.ts'
import { isWalletCardFunded } from '#app/domain/payments/card-funded.server.ts'
import { type Money, splitFee } from '#app/domain/money/money.ts'
import { feesAt } from '#app/domain/settings/rates.server.ts'
import { type EndRefusal, releaseHold } from '#app/domain/wallet/end-hold.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { isCreatorVisible, lockQuote } from './internal/quote-row.server.ts'

export type DeliverRefusal =
  | { kind: 'quote_missing' }
  | { kind: 'quote_not_accepted' }
  /** Suspended, blocked or unpaid: what fans have set aside will be theirs again soon. */
  | { kind: 'creator_away' }
  | EndRefusal

/** A creator has delivered the request: the held money is split like everything that fans spend, and is pending for seven days. */
export async function deliverRequest(
  creator: Person,
  quoteId: string,
): Promise<Result<{ entryId: string }, DeliverRefusal>> {
  if (!isId(quoteId)) return refuse({ kind: 'quote_missing' })
  return inTransaction<Result<{ entryId: string }, DeliverRefusal>>(async (tx) => {
    const quote = await lockQuote(tx, quoteId, 'creator_id', creator.id)
    if (!quote) return refuse({ kind: 'quote_missing' })
    if (quote.state !== 'accepted') return refuse({ kind: 'quote_not_accepted' })
    if (!(await isCreatorVisible(creator.id, tx))) return refuse({ kind: 'creator_away' })
    invariant(quote.hold_id, 'an accepted sum is held')
    const price: Money = { amountMinor: quote.price_minor, currency: 'UGX' }
    const { platformFeeBasisPoints, vatBasisPoints } = await feesAt(tx, now())
    const { fee, rest } = splitFee(price, platformFeeBasisPoints)
    const released = await releaseHold(tx, quote.hold_id, (amountMinor) => {
      invariant(amountMinor === price.amountMinor, 'the held sum is the accepted price')
      return [
        credit(creatorAccount('creator_pending', creator.id), rest.amountMinor),
        ...feeCredits(fee, vatBasisPoints),
      ]
    })
    if (!released.ok) return released
    const { entryId, at } = released.value
    await recordEarning(tx, {
      creatorId: creator.id,
      source: 'custom_request',
      causeKind: 'custom_request_quote',
      causeId: quote.id,
      entryId,
      grossMinor: price.amountMinor,
      feeMinor: fee.amountMinor,
      cardFunded: await isWalletCardFunded(tx, quote.fan_id, at),
      at,
    })
    await tx
      .updateTable('custom_request_quotes')
      .set({ state: 'delivered', closed_at: at })
      .where('id', '=', quote.id)
      .execute()
    await publish(tx, {
      actorId: creator.id,
      event: 'request_delivered',
      objectId: quote.id,
    })
    return ok({ entryId })
  })
}
