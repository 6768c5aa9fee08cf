import { counted } from '#app/platform/counted.ts'
import { formatMoney } from '#app/domain/money/money.ts'

/** What a creator loses while the page is hidden. `minor`: what subscribers' unused days would have earned, after our fee, in shillings. */
export type LapseLoss = { subscribers: number; minor: bigint; followers: number }

/** What is lost, in a sentence for each part; empty where nobody subscribes or follows. */
export function lapseText({ subscribers, minor, followers }: LapseLoss): string {
  const money = formatMoney({ amountMinor: minor, currency: 'UGX' })
  const verb = subscribers === 1 ? 'gets' : 'get'
  return [
    subscribers > 0 && minor > 0n
      ? `${counted(subscribers, 'subscriber')} ${verb} the unused days back: you lose ${money}.`
      : '',
    followers > 0 ? `${counted(followers, 'follower')} can’t find you meanwhile.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}
