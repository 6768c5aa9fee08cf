import { type Entry, debit, makeEntry } from '#app/domain/ledger/chart.ts'
import type { Money } from '#app/domain/money/money.ts'
import { creatorCredits } from '#app/domain/earnings/creator-credits.ts'
import { walletOf } from '#app/domain/wallet/wallet.ts'

type PaidMessage = { id: string; fanId: string; creatorId: string; clientId: string; price: Money; at: Date }

/** A fan's message: from the wallet, split between creator and platform at once. One account's client id is one entry. */
export function messagePaid(
  { id, fanId, creatorId, clientId, price, at }: PaidMessage,
  fees: { platformFeeBasisPoints: number; vatBasisPoints: number },
): Entry {
  return makeEntry('message_paid', `chat_message:${fanId}:${clientId}`, 'chat_message', { id, at }, [
    debit(walletOf(fanId), price.amountMinor),
    ...creatorCredits(price, creatorId, fees.platformFeeBasisPoints, fees.vatBasisPoints),
  ])
}
