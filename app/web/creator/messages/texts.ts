import type { MassMessageRow } from '#app/domain/chat/mass-queries.server.ts'
import { UNUSABLE } from '#app/domain/media/failed-files.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { typeLine } from '#app/domain/posts/post.ts'
import { showClock, showDay } from '#app/platform/dates.ts'
import type { Status } from '#app/ui/chip.tsx'

/** Where a message to many stands. */
export function massStatus(
  { state, queued, delivered, skipped, kinds }: MassMessageRow,
  now: Date,
  sendAt: Date,
): Status {
  const failed = kinds.some((file) => file.state === 'failed')
  switch (state) {
    case 'scheduled':
      return sendAt > now
        ? { text: 'Scheduled', tone: 'info', icon: 'calendar-days' }
        : kinds.some((file) => file.state === 'processing')
          ? { text: 'Sending when ready', tone: 'info', icon: 'hourglass' }
          : { text: 'Starting', tone: 'info', icon: 'hourglass' }
    case 'sending':
      return { text: `Sending ${share(delivered + skipped, queued)}`, tone: 'info', icon: 'send' }
    case 'sent':
      return { text: 'Sent', tone: 'success', icon: 'check' }
    case 'unsent':
      if (failed && delivered === 0) return { text: 'Not sent', tone: 'danger', icon: 'triangle-exclamation-point' }
      return { text: delivered > 0 ? 'Unsent' : 'Not sent', tone: 'neutral', icon: 'x' }
    default:
      return state satisfies never
  }
}

function share(done: number, all: number): string {
  return all === 0 ? '0%' : `${Math.floor((done / all) * 100)}%`
}

/** Why it was not sent, or what it waits for; null where there is nothing to say. */
export function massNote(
  { state, kinds }: Pick<MassMessageRow, 'state' | 'kinds'>,
  now: Date,
  sendAt: Date,
): string | null {
  const failed = kinds.find((file) => file.state === 'failed')
  if (failed && (state === 'unsent' || state === 'scheduled'))
    return `${UNUSABLE[failed.kind]} Nothing was sent. Write the message again with another file.`
  const waits = state === 'scheduled' && sendAt <= now && kinds.some((file) => file.state === 'processing')
  return waits ? 'It is sent by itself once its files are ready. You can close this page.' : null
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
