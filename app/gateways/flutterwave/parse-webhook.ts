import { isWire, parseWire, providerIdOf, referenceOf, textOf, type Wire } from './wire.ts'

/** What to look up. Nothing else of a notice is used: amounts and statuses come from our own request to the gateway. */
export type WebhookHints = {
  kind: string
  subject: 'charge' | 'transfer' | 'refund' | 'other'
  providerId: string | null
  reference: string | null
}

/** Reads every known shape of a notice (enveloped, flat, transfer, refund). Null when it is no JSON object. */
export function parseWebhook(body: string): WebhookHints | null {
  const notice = parseWire(body)
  if (!notice) return null
  const kind = textOf(notice, 'event', 'event.type') ?? (Object.hasOwn(notice, 'AmountRefunded') ? 'refund' : 'unknown')
  const subject = subjectOf(kind, notice)
  const data = isWire(notice.data) ? notice.data : isWire(notice.transfer) ? notice.transfer : notice
  if (subject === 'charge') {
    return {
      kind: clean(kind),
      subject,
      providerId: providerIdOf(textOf(data, 'id')),
      reference: referenceOf(textOf(data, 'tx_ref', 'txRef') ?? textOf(notice, 'txRef')),
    }
  }
  return {
    kind: clean(kind),
    subject,
    providerId: providerIdOf(textOf(data, 'id')),
    reference: referenceOf(textOf(data, 'reference', 'tx_ref', 'txRef')),
  }
}

function subjectOf(kind: string, notice: Wire): WebhookHints['subject'] {
  if (/^transfer/i.test(kind)) return 'transfer'
  if (/^refund/i.test(kind)) return 'refund'
  if (/^charge|_transaction$/i.test(kind)) return 'charge'
  const data = isWire(notice.data) ? notice.data : notice
  return textOf(data, 'tx_ref', 'txRef') === null ? 'other' : 'charge'
}

/** Printable and short: it is stored in a column and logged. */
function clean(kind: string): string {
  return kind.replaceAll(/[^\w.:-]/g, '?').slice(0, 80)
}
