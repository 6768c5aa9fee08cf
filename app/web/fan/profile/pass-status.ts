import { formatMoney } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import type { PendingPass } from '#app/domain/products/pass/queries.server.ts'
import { to } from '#app/links.ts'

export type PassStatus = {
  state: 'none' | 'active' | 'expired' | 'pending'
  name: string
  word: string
  line: string
  action: { label: string; href: string }
  /** The page of a payment that is not confirmed yet. */
  pendingHref: string | null
}

type Facts = {
  /** A paid or granted pass that has not ended. */
  held: { endsAt: Date | null } | null
  newest: { displayName: string; endsAt: Date } | null
  pending: PendingPass | null
}

/** The card of the subscription in its four states. "Manage Plan" leads to the plans: there a running pass is renewed. */
export function passStatus({ held, newest, pending }: Facts): PassStatus {
  const pendingHref = pending && `${to.paymentCallback}?tx_ref=${pending.reference}`
  const manage = (href: string) => ({ label: 'Manage Plan', href })
  if (held) {
    const paid = newest !== null && held.endsAt !== null && newest.endsAt >= held.endsAt
    return {
      state: 'active',
      name: paid ? `${newest.displayName} pass` : 'Full access',
      word: 'Active',
      line: held.endsAt ? `Until ${showDate(held.endsAt)}, then it ends by itself` : 'No end date',
      // Access without an end can't be renewed: link to the subscription page.
      action: manage(held.endsAt ? `${to.subscribe}?from=renewal` : to.subscription),
      pendingHref,
    }
  }
  if (pending) {
    return {
      state: 'pending',
      name: pending.productName,
      word: 'Pending',
      line: `We are waiting for your payment of ${formatMoney(pending.price)}. Access opens automatically.`,
      action: manage(to.subscribe),
      pendingHref,
    }
  }
  if (newest) {
    return {
      state: 'expired',
      name: `${newest.displayName} pass`,
      word: 'Expired',
      line: `Your access ended on ${showDate(newest.endsAt)}. Your unlocked posts stay yours.`,
      action: manage(`${to.subscribe}?from=expired`),
      pendingHref,
    }
  }
  return {
    state: 'none',
    name: 'No pass yet',
    word: 'None',
    line: 'A pass opens all creators.',
    action: manage(to.subscribe),
    pendingHref,
  }
}
