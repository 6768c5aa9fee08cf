import type { Person } from '#app/domain/identity/actor.ts'
import { newId } from '#app/platform/id.ts'
import { keyedHash } from '#app/platform/secrets.server.ts'
import type { Intent } from '#app/domain/products/intent.ts'
import type { Quote } from '#app/domain/products/product.ts'

/** A buyer's form: the scope of its purchases, and the key that makes repeated submissions one purchase. */
export type BuyersForm = { scope: string; key: string }

/** `attempt` is the form's own random token. */
export function formOf(buyer: Person, attempt: string): BuyersForm {
  const scope = `account ${buyer.id}`
  return { scope, key: formKey(scope, attempt) }
}

/** The key of one form among the purchases of `scope`. */
export function formKey(scope: string, attempt: string): string {
  return keyedHash('checkout', `${scope} ${attempt}`).toString('hex')
}

type ImmediatePurchase = {
  actor: Person
  quote: Quote
  form: BuyersForm
  intent: Intent
  paidFrom: 'wallet' | 'earnings' | 'nothing'
  at: Date
}

/** The row of a purchase that is made and completed at once, without a payment in progress. */
export function immediatePurchase({ actor, quote, form, intent, paidFrom, at }: ImmediatePurchase) {
  return {
    id: newId(),
    kind: quote.facts.kind,
    product_id: quote.productId,
    product_name: quote.productName,
    buyer_id: actor.id,
    buyer_scope: form.scope,
    buyer_email: actor.email,
    amount_minor: quote.price.amountMinor,
    currency: quote.price.currency,
    quote: JSON.stringify(quote.facts),
    intent: JSON.stringify(intent),
    idempotency_key: form.key,
    checkout_hash: keyedHash('checkout', form.scope),
    paid_from: paidFrom,
    state: 'completed' as const,
    created_at: at,
    completed_at: at,
  }
}
