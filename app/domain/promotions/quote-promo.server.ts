import { sql } from 'kysely'
import type { PlanName } from '#app/domain/subscriptions/plan.ts'
import { now } from '#app/platform/clock.ts'
import { db, type Db } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { consumeTry, type Trier } from './internal/limit-tries.server.ts'
import { personHash } from './internal/person.server.ts'
import { PROMO_COLUMNS } from './internal/promo-columns.ts'
import { checkPromo, type Promo, type PromoPast, type PromoRefusal, type QuotedPromo, readCode } from './promo.ts'

export type PromoRequest = {
  typed: string
  plan: PlanName
  country: string
  /** Who wants to use it, as far as known: an address, an account. */
  email: string | null
  accountId: string | null
  /** Whose tries are counted; null counts none (our own calls). */
  trier: Trier | null
}

/** The discount of a code on a plan for this person now, or why it isn't valid. Read-only: nothing is used up. */
export async function quotePromo(
  requested: PromoRequest,
): Promise<Result<QuotedPromo, { kind: 'promo_refused'; reason: PromoRefusal }>> {
  const code = readCode(requested.typed)
  if (requested.trier && !(await consumeTry(requested.trier, code ?? 'no code')))
    return refuse({ kind: 'promo_refused', reason: 'too_many_tries' })
  const promo = code === null ? null : await findPromo(db, code)
  const past = promo ? await pastOf(db, promo.id, requested) : 'none'
  const verdict = checkPromo(promo, { plan: requested.plan, country: requested.country, past, at: now() })
  if (!verdict.allowed) return refuse({ kind: 'promo_refused', reason: verdict.reason })
  return ok({ id: promo!.id, code: promo!.code, discountPercentage: promo!.discountPercentage })
}

async function findPromo(connection: Db, code: string): Promise<Promo | null> {
  const promo = await connection
    .selectFrom('promo_codes')
    .select(PROMO_COLUMNS)
    .where('code', '=', code)
    .executeTakeFirst()
  return promo ?? null
}

/** By the address, and by the account too: a person who changed their address is still the same person. */
async function pastOf(
  connection: Db,
  promoId: string,
  who: { email: string | null; accountId: string | null },
): Promise<PromoPast> {
  const rows = await connection
    .selectFrom('promo_redemptions as r')
    .innerJoin('purchases as p', 'p.id', 'r.purchase_id')
    .select('r.state')
    .where('r.promo_code_id', '=', promoId)
    .where('r.state', '<>', 'released')
    .where((where) =>
      where.or([
        ...(who.email === null ? [] : [where('r.person_hash', '=', personHash(who.email))]),
        ...(who.accountId === null ? [] : [where('p.buyer_id', '=', who.accountId)]),
        sql<boolean>`false`,
      ]),
    )
    .execute()
  if (rows.some((row) => row.state === 'confirmed')) return 'confirmed'
  return rows.length > 0 ? 'reserved' : 'none'
}
