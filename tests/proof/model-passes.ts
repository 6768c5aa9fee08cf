import { EarningsModel } from './model-earnings.ts'
import {
  PEOPLE,
  dayOf,
  earnedOfPass,
  feeOf,
  mondayOf,
  parted,
  startOf,
  type Follow,
  type Pass,
  type Use,
  type Who,
} from './model-parts.ts'

/** The weekly sharing of passes among the creators that their fans used or follow. */
export class PassModel extends EarningsModel {
  passes: Pass[] = []
  uses: Use[] = []
  follows: Follow[] = []
  /** Monday of the first week that has not been shared yet. */
  toShare: number
  /** Which creator’s id comes first: ties go to it. */
  first: Who = 0

  constructor(nowMs: number) {
    super(nowMs)
    this.toShare = mondayOf(dayOf(nowMs))
  }

  /** Every week that has ended at a moment: what passes have earned in it goes to creators, each pass separately. */
  shareWeeks(atMs: number): void {
    for (; startOf(this.toShare + 7) <= atMs; this.toShare += 7) {
      const net: [bigint, bigint] = [0n, 0n]
      for (const pass of this.passes) {
        const parts = this.sharePass(pass, this.toShare)
        for (const who of PEOPLE) net[who] += parts[who]
      }
      for (const who of PEOPLE) if (net[who] > 0n) this.earn(who, net[who]).net = net[who]
    }
  }

  /** Views earn the week and what was kept, follows earn the week; the rest is kept, and becomes breakage when the pass has ended. */
  sharePass(pass: Pass, monday: number): [bigint, bigint] {
    const end = startOf(monday + 7)
    if (pass.ended || pass.startsAt >= end) return [0n, 0n]
    const until = earnedOfPass(pass, monday + 7)
    const week = until > pass.earned ? until - pass.earned : 0n
    const days = this.daysOf(pass, monday)
    const isFollowed = (creator: Who) =>
      this.follows.some((one) => one.fan === pass.fan && one.creator === creator && one.at < end)
    const isUsed = days[0] + days[1] > 0
    const weights: [number, number] = isUsed ? days : [Number(isFollowed(0)), Number(isFollowed(1))]
    const gross = isUsed ? week + pass.kept : weights[0] + weights[1] > 0 ? week : 0n
    const rest = week + pass.kept - gross
    pass.earned += week
    pass.kept = pass.endsAt <= end ? 0n : rest
    if (pass.endsAt <= end) pass.breakage += rest
    if (gross === 0n) return [0n, 0n]
    return parted(gross - feeOf(gross), weights, this.first)
  }

  /** On how many days of a week its fan viewed each creator while the pass ran. */
  daysOf({ fan, startsAt, endsAt }: Pass, monday: number): [number, number] {
    const [from, until] = [Math.max(monday, dayOf(startsAt)), Math.min(monday + 6, dayOf(endsAt - 1))]
    const own = this.uses.filter((use) => use.fan === fan && use.day >= from && use.day <= until)
    const count = (creator: Who) => new Set(own.filter((use) => use.creator === creator).map(({ day }) => day)).size
    return [count(0), count(1)]
  }

  isUsed({ fan, startsAt }: Pass): boolean {
    return startsAt <= this.nowMs && this.uses.some((use) => use.fan === fan && use.day >= dayOf(startsAt))
  }
}
