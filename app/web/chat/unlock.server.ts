import { findLockedMessage, type LockedMessage } from '#app/domain/chat/messages.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { to, withQuery } from '#app/links.ts'
import { checkoutLoader } from '#app/web/checkout/checkout.server.ts'
import { addressAt, type Sale, wayToPay } from '#app/web/checkout/sale.ts'
import { whatIsIn } from './line-media.ts'

/** A message in its thread. */
export function placeOf({ threadId, seq }: Pick<LockedMessage, 'threadId' | 'seq'>): string {
  return `${withQuery(to.chat(threadId), { at: String(seq) })}#m-${seq}`
}

export function unlockSaleOf(message: LockedMessage, url: URL): Sale {
  return {
    order: { kind: 'message_unlock', messageId: message.id },
    from: wayToPay(url),
    address: addressAt(to.unlockMessage(message.id)),
    topUpFor: { intent: 'unlock', message: message.id },
    bought: { path: placeOf(message), title: 'Unlocked', description: 'It is yours for good.', tone: 'plain' },
  }
}

/** What the sheet and the page show that sell one locked message. */
export async function unlockPageOf(url: URL, fan: Person, message: LockedMessage) {
  const price = { amountMinor: message.priceMinor, currency: 'UGX' as const }
  const [{ wallet, ...checkout }, { platformFeePercentage }] = await Promise.all([
    checkoutLoader(url, fan, unlockSaleOf(message, url), price),
    settings(),
  ])
  return {
    what: whatIsIn(message.kinds),
    preview: message.preview,
    creatorName: message.creatorName,
    creatorShare: 100 - platformFeePercentage,
    price: formatMoney(price),
    backHref: placeOf(message),
    ...checkout,
    // An empty wallet while top-ups are off is not offered.
    wallet: wallet && (wallet.missing === null || wallet.topUp !== null) ? wallet : null,
  }
}

/** The sheet over a thread, where its address asks for one that its reader can buy now; null otherwise. */
export async function unlockSheetOf(url: URL, person: Person, threadId: string | null) {
  const messageId = url.searchParams.get('unlock')
  const message = messageId === null ? null : await findLockedMessage(person.id, messageId.toLowerCase())
  if (!message || message.threadId !== threadId || message.bought || !message.onSale || !message.entitled) return null
  return unlockPageOf(url, person, message)
}
