import type { Money } from '#app/domain/money/money.ts'
import type { Quote } from '../product.ts'

export type MessageUnlockOrder = { kind: 'message_unlock'; messageId: string }
export type MessageUnlockFacts = {
  kind: 'message_unlock'
  creatorId: string
  creatorName: string
  threadId: string
  /** The message's number in its thread. */
  seq: number
}

export type MessageForSale = {
  id: string
  threadId: string
  seq: number
  creatorId: string
  creatorName: string
  price: Money
}

export function quoteMessageUnlock(message: MessageForSale): Quote<MessageUnlockFacts> {
  const { id, price, ...facts } = message
  return {
    productId: id,
    productName: `Message by ${message.creatorName}`,
    price,
    facts: { kind: 'message_unlock', ...facts },
  }
}
