import { oneLine } from '#app/platform/plain-text.ts'
import { countGraphemes } from '#app/platform/graphemes.ts'
import { MINOR_PER_UNIT } from '#app/domain/money/money.ts'
import { TIP } from '#app/domain/settings/constants.ts'

/** Where a tip was given. */
export const TIP_CONTEXTS = ['profile', 'post', 'chat', 'call', 'live'] as const
export type TipContext = (typeof TIP_CONTEXTS)[number]

/** Whether an amount can be a tip: whole shillings, between the bounds. */
export function isTipAmount(amountMinor: bigint): boolean {
  return amountMinor >= TIP.minMinor && amountMinor <= TIP.maxMinor && amountMinor % MINOR_PER_UNIT === 0n
}

/** The message as it is stored: one line, without invisible characters. Null where it is too long. */
export function readTipMessage(text: string): string | null {
  const line = oneLine(text)
  return countGraphemes(line) <= TIP.messageLength ? line : null
}
