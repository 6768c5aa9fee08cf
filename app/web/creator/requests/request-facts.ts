import { ended } from '#app/platform/plain-text.ts'
import { formatMoney, splitFee } from '#app/domain/money/money.ts'
import type { RequestView } from '#app/domain/requests/queries.server.ts'
import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'
import { showDeadline, showStep } from '#app/web/components/request-look.ts'

/** What the fan pays, our fee, and what the creator keeps. */
export function sumOf({ price, changedPrice }: RequestView, feePercentage: number) {
  const gross = changedPrice ?? price
  const { fee, rest } = splitFee(gross, feePercentage * 100)
  return { pays: formatMoney(gross), fee: formatMoney(fee), keeps: formatMoney(rest), feePercentage }
}

/** Where the money is, and what happens without the next step. */
export function heldNote(request: RequestView): { held: string | null; note: string } {
  const { status, fan, answerBy, price } = request
  switch (status) {
    case 'asked':
      return {
        held: `Held from ${fan.name}\u2019s wallet until you deliver`,
        note: ended(`Decline or no answer in ${CUSTOM_REQUEST.answerHours} hours returns the whole sum to ${fan.name}`),
      }
    case 'price_changed':
      return {
        held: `${formatMoney(price)} is held from ${fan.name}\u2019s wallet`,
        note: `${fan.name} agrees to your price by ${showStep(answerBy)}, or gets the whole sum back.`,
      }
    case 'accepted':
      return {
        held: `Held from ${fan.name}\u2019s wallet until you deliver`,
        note: ended(`After ${showDeadline(request)} the whole sum returns to ${fan.name}`),
      }
    case 'delivered':
      return { held: null, note: 'It is in your earnings, pending like everything that fans pay.' }
    case 'withdrawn':
      return { held: null, note: `${fan.name} took this request back, with its words. The sum is theirs again.` }
    case 'declined':
    case 'lapsed':
    case 'not_delivered':
      return { held: null, note: `The whole sum is in ${fan.name}\u2019s wallet again.` }
    default:
      return status satisfies never
  }
}
