import type { MassMessageRow } from '#app/domain/chat/mass-queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { typeLine } from '#app/domain/posts/post.ts'
import { showClock, showDay } from '#app/platform/dates.ts'
import type { Status } from '#app/ui/chip.tsx'

/** Where a message to many stands. */
export function massStatus({ state, queued, delivered, skipped }: MassMessageRow, now: Date, sendAt: Date): Status {
  switch (state) {
    case 'scheduled':
      return sendAt > now
        ? { text: 'Scheduled', tone: 'info', icon: 'calendar-days' }
        : { text: 'Starting', tone: 'info', icon: 'hourglass' }
    case 'sending':
      return { text: `Sending ${share(delivered + skipped, queued)}`, tone: 'info', icon: 'send' }
    case 'sent':
      return { text: 'Sent', tone: 'success', icon: 'check' }
    case 'unsent':
      return { text: delivered > 0 ? 'Unsent' : 'Not sent', tone: 'neutral', icon: 'x' }
    default:
      return state satisfies never
  }
}

function share(done: number, all: number): string {
  return all === 0 ? '0%' : `${Math.floor((done / all) * 100)}%`
}

/** "Photo set, 6 photos, UGX 15,000 to unlock"; null where it is a text alone. */
export function massFiles({ kinds, priceMinor }: Pick<MassMessageRow, 'kinds' | 'priceMinor'>): string | null {
  if (kinds.length === 0) return null
  const what = typeLine(kinds[0]!.kind, kinds, false)
  return priceMinor === null
    ? `${what}, free`
    : `${what}, ${formatMoney({ amountMinor: priceMinor, currency: 'UGX' })} to unlock`
}

/** "All subscribers, Fri 27 Nov, 20:00". */
export function massLine({ listName }: MassMessageRow, sendAt: Date): string {
  return `${listName ?? 'All subscribers'}, ${showDay(sendAt)}, ${showClock(sendAt)}`
}
