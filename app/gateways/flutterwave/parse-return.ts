import { providerIdOf, referenceOf } from './wire.ts'

/** The browser's parameters when it returns from the payment page: a claim that only selects a text, never a fact. */
export type PaymentReturn = {
  reference: string | null
  claimed: 'paid' | 'cancelled' | 'failed' | 'nothing'
  providerId: string | null
}

/** Parses the return address. The last value of a repeated parameter counts. */
export function parseReturn(query: URLSearchParams): PaymentReturn {
  return {
    reference: referenceOf(query.getAll('tx_ref').at(-1) ?? null),
    claimed: claimOf(query.getAll('status').at(-1) ?? ''),
    providerId: providerIdOf(query.getAll('transaction_id').at(-1) ?? null),
  }
}

function claimOf(status: string): PaymentReturn['claimed'] {
  if (status === 'successful' || status === 'completed') return 'paid'
  if (status === 'cancelled') return 'cancelled'
  return status === 'failed' ? 'failed' : 'nothing'
}
