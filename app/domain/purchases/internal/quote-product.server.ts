import type { Actor } from '#app/domain/identity/actor.ts'
import { findFeeStanding } from '#app/domain/creators/fee-standing.server.ts'
import { hasPass, hasUnlock, holdsPass } from '#app/domain/entitlements/queries.server.ts'
import type { Currency } from '#app/domain/money/money.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import type { PlanName } from '#app/domain/subscriptions/plan.ts'
import { findPlanForSale } from '#app/domain/subscriptions/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canBuyPass, canBuyUnlock, canPayCreatorFee, type FeeDenial, type UnlockDenial } from '../policy.ts'
import { type Quote, quoteCreatorFee, quotePass, quoteUnlock } from '../quote.ts'
import { findPostForSale } from './post-for-sale.server.ts'

export type WantedProduct =
  | { kind: 'pass'; plan: PlanName; currency: Currency; renewal: boolean }
  | { kind: 'post_unlock'; postId: string }
  | { kind: 'creator_fee'; renewal: boolean }

export type QuoteRefusal =
  | { kind: 'not_for_sale' }
  | { kind: 'not_permitted'; reason: UnlockDenial | FeeDenial | 'already_entitled' }

/** The price that we ask of this buyer now, or why we don't sell. Nothing of it comes from the browser but the name of the product. */
export async function quoteProduct(actor: Actor, wanted: WantedProduct): Promise<Result<Quote, QuoteRefusal>> {
  if (wanted.kind === 'pass') {
    const held = actor ? await holdsPass(actor.id) : null
    const verdict = canBuyPass(actor, { held, renewal: wanted.renewal })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    return ok(quotePass(await findPlanForSale(wanted.plan), wanted.currency, now()))
  }
  if (wanted.kind === 'creator_fee') return quoteFee(actor, wanted.renewal)
  const post = isId(wanted.postId) ? await findPostForSale(db, wanted.postId) : null
  if (!post) return refuse({ kind: 'not_for_sale' })
  const [unlocked, entitled] = actor
    ? await Promise.all([hasUnlock(actor.id, post.id), hasPass(actor.id)])
    : [false, false]
  const verdict = canBuyUnlock(actor, { creatorId: post.creatorId, unlocked, entitled, at: now() })
  if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
  return ok(quoteUnlock(post))
}

/** The fee of the one who asks: nobody pays for another's page. */
async function quoteFee(actor: Actor, renewal: boolean): Promise<Result<Quote, QuoteRefusal>> {
  if (!actor) return refuse({ kind: 'not_permitted', reason: 'sign_in_required' })
  const [standing, { creatorFeeMinor }] = await Promise.all([findFeeStanding(actor.id), settings()])
  const verdict = canPayCreatorFee(actor, standing, renewal)
  return verdict.allowed
    ? ok(quoteCreatorFee(actor.id, creatorFeeMinor))
    : refuse({ kind: 'not_permitted', reason: verdict.reason })
}
