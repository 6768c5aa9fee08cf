import type { Person } from '#app/domain/identity/actor.ts'
import { viewerText } from '#app/domain/watermarks/viewer-text.ts'
import { now } from '#app/platform/clock.ts'
import { kampalaDay } from '#app/platform/kampala-time.ts'

/** What the player of a video or a voice note is told, line by line, while it plays. */
export type WatchLine = { mark: string } | { ended: 'ended' | 'signed_out' }

const CHECK_MS = 800
/** An empty line now and then, so that no proxy takes the answer for a dead one. */
const CHECKS_BETWEEN_SIGNS = 18
/** Then the player asks again. */
const MAX_CHECKS = 750
/** Of one account in this process: each costs a check of the right, more than once a second. */
const MAX_AT_ONCE = 6

export type GoingOn = 'yes' | 'signed_out' | 'ended'

const atOnce = new Map<string, number>()

/**
 * An answer that lasts while something is played: first the text to show over it, and within a second of the end of the viewer's right or
 * session the reason. Null where this account has too many of them open. What is played is checked by itself; this tells the player, which
 * has some seconds in its memory.
 */
export function watchAnswer(viewer: Person, mayGoOn: () => Promise<GoingOn>): ReadableStream<Uint8Array> | null {
  const open = atOnce.get(viewer.id) ?? 0
  if (open >= MAX_AT_ONCE) return null
  atOnce.set(viewer.id, open + 1)
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const leave = (): void => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    const left = (atOnce.get(viewer.id) ?? 1) - 1
    if (left > 0) atOnce.set(viewer.id, left)
    else atOnce.delete(viewer.id)
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (line: WatchLine | null): void =>
        controller.enqueue(new TextEncoder().encode(`${line === null ? '' : JSON.stringify(line)}\n`))
      const close = (line: WatchLine | null): void => {
        if (isOver) return
        leave()
        if (line) say(line)
        controller.close()
      }
      const check = async (nth: number): Promise<void> => {
        // Without the database nothing is sent either, and the player notices by itself.
        const state = await mayGoOn().catch(() => 'yes' as const)
        if (isOver) return
        if (state !== 'yes') return close({ ended: state })
        if (nth >= MAX_CHECKS) return close(null)
        if (nth % CHECKS_BETWEEN_SIGNS === 0) say(null)
        timer = setTimeout(() => void check(nth + 1), CHECK_MS)
      }
      say({ mark: viewerText({ ...viewer, staff: viewer.staffRole !== null }, kampalaDay(now())) })
      timer = setTimeout(() => void check(1), CHECK_MS)
    },
    cancel: leave,
  })
}
