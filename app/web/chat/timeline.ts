import type { MessageLine, TipLine } from '#app/web/chat/thread.server.ts'

type Entry = { day: string | null } & ({ line: MessageLine } | { tip: TipLine })

/** Messages and tips in the order of their time; `day` where a new one begins. */
export function timelineOf(lines: readonly MessageLine[], tips: readonly TipLine[]): Entry[] {
  const all = [
    ...lines.map((line) => ({ line, atMs: line.atMs, day: line.day })),
    ...tips.map((tip) => ({ tip, atMs: tip.atMs, day: tip.day })),
  ].toSorted((one, other) => one.atMs - other.atMs)
  return all.map((entry, index) => ({ ...entry, day: all[index - 1]?.day === entry.day ? null : entry.day }))
}
