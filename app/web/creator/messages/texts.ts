import type { MassMessageRow } from '#app/domain/chat/mass-queries.server.ts'
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

/** "All subscribers, Fri 27 Nov, 20:00". */
export function massLine({ listName }: MassMessageRow, sendAt: Date): string {
  return `${listName ?? 'All subscribers'}, ${showDay(sendAt)}, ${showClock(sendAt)}`
}
