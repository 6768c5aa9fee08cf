import { deviceName } from '#app/domain/identity/device-name.ts'
import type { UserType } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { failureText } from '#app/domain/payments/failure-text.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { payoutNumber } from '#app/domain/payouts/payout.ts'
import { capitalised } from '#app/platform/graphemes.ts'
import type { FoundPerson } from '#app/domain/support/find-people.server.ts'
import type { TimelineEntry } from '#app/domain/support/timeline.server.ts'
import { showMoment } from '#app/platform/dates.ts'
import type { Status } from '#app/ui/chip.tsx'

export const KINDS: Readonly<Record<UserType, string>> = {
  fan: 'Fan',
  creator: 'Creator',
  admin: 'Team',
  owner: 'Owner',
}

/** What is not as usual about an account; null where nothing is. */
export function accountStatus({
  accountStatus: status,
  isBlocked,
}: Pick<FoundPerson, 'accountStatus' | 'isBlocked'>): Status | null {
  if (status === 'closed') return { text: 'Closed', tone: 'neutral', icon: 'x' }
  if (isBlocked) return { text: 'Blocked', tone: 'danger', icon: 'ban' }
  return status === 'suspended' ? { text: 'Suspended', tone: 'danger', icon: 'ban' } : null
}

/** "message_received" as "Message received": stored names are words. */
function words(name: string): string {
  return capitalised(name.replaceAll('_', ' '))
}

/** An entry of a person's timeline as a line: what, when, how much, and where it stands. */
export function timelineRow(entry: TimelineEntry) {
  const { id, kind, at, state, amountMinor, currency, failure } = entry
  return {
    id,
    title: titleOf(entry),
    meta: [showMoment(at), noteOf(entry)].filter(Boolean).join(' · '),
    why: failure === null ? null : kind === 'payment' ? failureText(failure) : words(failure),
    amount: amountMinor === null || currency === null ? null : formatMoney({ amountMinor, currency }),
    state: words(state),
  }
}

function titleOf({ kind, about }: TimelineEntry): string {
  switch (kind) {
    case 'payment':
      return `Payment: ${about}`
    case 'purchase':
      return `Bought: ${about}`
    case 'access':
      return `Pass: ${about}`
    case 'refund':
      return `Refund: ${words(about)}`
    case 'payout':
      return 'Payout'
    case 'mail':
      return about === '' ? 'Email' : `Email: ${words(about)}`
    case 'sign_in':
      return `Signed in: ${deviceName(about).name}`
    case 'suspension':
      return `Suspension: ${about}`
    default:
      return kind satisfies never
  }
}

function noteOf({ kind, reference }: TimelineEntry): string | null {
  if (reference === null) return null
  return kind === 'payout' ? payoutNumber(BigInt(reference)) : shortReference(reference)
}
