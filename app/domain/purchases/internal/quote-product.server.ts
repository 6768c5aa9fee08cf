import type { Actor } from '#app/domain/identity/actor.ts'
import type { Result } from '#app/platform/result.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import type { QuoteRefusal, Quote } from '#app/domain/products/product.ts'
import type { ProductOrder } from '#app/domain/products/registry.ts'

/** The price for this buyer now, or why we don't sell. Only the name of the product comes from the browser. */
export function quoteProduct(actor: Actor, order: ProductOrder): Promise<Result<Quote, QuoteRefusal>> {
  return productOf(order.kind).quote(actor, order)
}
