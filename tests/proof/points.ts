import type { Cut } from './boundary-proxy.ts'
import { isLongRun, SEED } from './kept-figures.ts'

const POINTS_IN_A_SAMPLE = 1

/** Before and after each message of a flow; in a sample, some of these drawn by the seed and the flow's name. */
export function pointsOf(name: string, messages: number): Cut[] {
  const all = Array.from({ length: messages }, (_, index) => index + 1).flatMap((at): Cut[] => [
    { at, when: 'before' },
    { at, when: 'after' },
  ])
  if (isLongRun) return all
  let state = (SEED ^ Array.from(name).reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)!) | 0, 7)) >>> 0
  const draw = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: POINTS_IN_A_SAMPLE }, () => all[Math.floor(draw() * all.length)]!)
}

export function describeCut(cut: Cut, messages: readonly string[]): string {
  return `${cut.when} message ${cut.at} (${messages.at(-1) ?? '?'}), seed ${SEED}`
}
