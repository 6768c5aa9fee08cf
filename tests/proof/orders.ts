import { isLongRun, SEED } from './kept-figures.ts'

/** All permutations. */
export function ordersOf<Thing>(things: readonly Thing[]): Thing[][] {
  if (things.length <= 1) return [[...things]]
  return things.flatMap((first, index) =>
    ordersOf([...things.slice(0, index), ...things.slice(index + 1)]).map((rest) => [first, ...rest]),
  )
}

/** All orders in the long run; otherwise the given one, its reverse, and some drawn by the seed and a name. */
export function drawOrders<Thing>(things: readonly Thing[], sample: number, name: string): Thing[][] {
  const all = ordersOf(things)
  if (isLongRun) return all
  let state = (SEED ^ Array.from(name).reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)!) | 0, 7)) >>> 0
  const drawn = Array.from({ length: sample - 2 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return all[Math.floor((state / 2 ** 32) * all.length)]!
  })
  return [all[0]!, all.at(-1)!, ...drawn]
}
