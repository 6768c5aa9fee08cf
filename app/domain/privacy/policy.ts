import type { Actor } from '#app/domain/identity/actor.ts'
import type { Money } from '#app/domain/money/money.ts'
import { PRIVACY } from '#app/domain/settings/constants.ts'
import { addDays } from '#app/platform/clock.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

export type ExportFacts = { lastAskedAt: Date | null; building: boolean; at: Date }

/** Who may request a copy of their data: fans and creators, once a day. */
export function canRequestExport(
  actor: Actor,
  facts: ExportFacts,
): Verdict<'sign_in_required' | 'staff' | 'under_way' | 'asked_today'> {
  if (!actor) return deny('sign_in_required')
  if (actor.staffRole || actor.userType === 'admin' || actor.userType === 'owner') return deny('staff')
  if (facts.building) return deny('under_way')
  if (facts.lastAskedAt && addDays(facts.lastAskedAt, PRIVACY.daysBetweenExports) > facts.at) return deny('asked_today')
  return allow
}

export type ExportRecord = { profileId: string; state: string; expiresAt: Date | null }

/** Who may download one: its own person, until it ends. To everybody else it doesn't exist. */
export function canDownloadExport(actor: Actor, copy: ExportRecord, at: Date): Verdict<'not_yours' | 'not_there'> {
  if (!actor || actor.id !== copy.profileId) return deny('not_yours')
  if (copy.state !== 'ready' || !copy.expiresAt || copy.expiresAt <= at) return deny('not_there')
  return allow
}

/** What has to end before an account can be deleted. */
export type DeletionFacts = {
  /** Payments without a final status yet. */
  openPayments: number
  /** Refunds on their way to the person. */
  refunds: number
  /** Payments with an open chargeback. */
  disputes: number
  /** Payouts that have not ended. */
  payouts: number
  /** What our books owe the person, or the person us, by purpose. */
  balances: readonly { purpose: string; owed: Money }[]
  /** Posts that fans have bought. */
  soldPosts: number
  /** Creator fees paid and not begun. */
  waitingFees: number
}

export type Blocker =
  | { kind: 'open_payments'; count: number }
  | { kind: 'refunds'; count: number }
  | { kind: 'disputes'; count: number }
  | { kind: 'payouts'; count: number }
  | { kind: 'balance'; purpose: string; owed: Money }
  | { kind: 'sold_posts'; count: number }
  | { kind: 'waiting_fees'; count: number }

export function deletionBlockers(facts: DeletionFacts): Blocker[] {
  const blockers: Blocker[] = []
  if (facts.openPayments > 0) blockers.push({ kind: 'open_payments', count: facts.openPayments })
  if (facts.refunds > 0) blockers.push({ kind: 'refunds', count: facts.refunds })
  if (facts.disputes > 0) blockers.push({ kind: 'disputes', count: facts.disputes })
  if (facts.payouts > 0) blockers.push({ kind: 'payouts', count: facts.payouts })
  for (const { purpose, owed } of facts.balances)
    if (owed.amountMinor !== 0n) blockers.push({ kind: 'balance', purpose, owed })
  if (facts.waitingFees > 0) blockers.push({ kind: 'waiting_fees', count: facts.waitingFees })
  if (facts.soldPosts > 0) blockers.push({ kind: 'sold_posts', count: facts.soldPosts })
  return blockers
}

/** Who may remove the posts they have sold: a creator, of their own page. Whether anything is sold is read with the posts. */
export function canRemoveSoldPosts(actor: Actor): Verdict<'sign_in_required' | 'staff' | 'not_active'> {
  if (!actor) return deny('sign_in_required')
  if (actor.staffRole || actor.userType === 'admin' || actor.userType === 'owner') return deny('staff')
  return actor.accountStatus === 'active' ? allow : deny('not_active')
}

/** Who may delete an account: fans and creators, their own, once nothing is open. */
export function canDeleteAccount(
  actor: Actor,
  facts: DeletionFacts,
): Verdict<'sign_in_required' | 'staff' | 'not_active' | 'something_open'> {
  if (!actor) return deny('sign_in_required')
  if (actor.staffRole || actor.userType === 'admin' || actor.userType === 'owner') return deny('staff')
  if (actor.accountStatus !== 'active') return deny('not_active')
  return deletionBlockers(facts).length > 0 ? deny('something_open') : allow
}
