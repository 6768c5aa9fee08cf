import { sealFor, unsealFor } from '#app/platform/secrets.server.ts'

/** An account's number as its row stores it: sealed for that row, or plain if stored before numbers were sealed. */
export type KeptNumber = { id: string; number: string | null; sealed_number: string | null }

/** The number as it is stored: in another row, or without the server's secret, it can't be opened. */
export function sealNumber(accountId: string, number: string): string {
  return sealFor('payout-account', Buffer.from(number), accountId)
}

/** The plain number. Throws where it was sealed for another row. */
export function openNumber({ id, number, sealed_number: sealed }: KeptNumber): string {
  return sealed === null ? (number ?? '') : unsealFor('payout-account', sealed, id).toString()
}
