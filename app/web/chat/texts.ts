import { ended } from '#app/platform/plain-text.ts'
import type { SendRefusal } from '#app/domain/chat/send-message.server.ts'
import { CHAT } from '#app/domain/chat/message.ts'
import type { WriteDenial } from '#app/domain/chat/policy.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { unreachable } from '#app/platform/result.ts'

/** What stands in the place of the composer where somebody can't write; `name` is the other side. */
export function denialText(reason: WriteDenial, name: string): { title: string; text: string } {
  switch (reason) {
    case 'pass_required':
      return {
        title: 'Read only',
        text: `${ended(`Your pass has ended. Renew it to write to ${name}`)} Everything above stays yours to read.`,
      }
    case 'profile_incomplete':
      return { title: 'Your birthday is missing', text: 'Add it once: chat is for adults.' }
    case 'creator_away':
      return {
        title: 'Not available now',
        text: `${name} can’t be written to at the moment. What was written stays here.`,
      }
    case 'fan_away':
      return { title: 'Not available now', text: 'This account can’t be written to any more.' }
    case 'chat_off':
      return {
        title: 'Chat is off',
        text: 'Messages are paid from the wallet, and wallets are switched off. You pay nothing.',
      }
    case 'you_blocked':
      return {
        title: 'You blocked this conversation',
        text: ended(`Neither of you can write until you unblock ${name}`),
      }
    case 'blocked':
      return { title: 'You can’t write here', text: 'This conversation is closed. What was written stays here.' }
    case 'account_closed':
      return { title: 'Your account can’t write', text: 'Support can tell you why.' }
    case 'sign_in_required':
    case 'not_there':
      return { title: 'Not found', text: 'This conversation is not yours.' }
    default:
      return unreachable(reason)
  }
}

/** Why a message was not sent. Nothing was charged in any of these cases. */
export function refusalText(refusal: SendRefusal, name: string): { status: number; text: string } {
  switch (refusal.kind) {
    case 'invalid':
      return {
        status: 400,
        text:
          refusal.problem === 'empty'
            ? 'Type a message first'
            : `A message has at most ${CHAT.maxLength.toLocaleString('en')} characters`,
      }
    case 'stale_form':
      return { status: 409, text: 'This page is out of date. Reload it and send again. Nothing was charged.' }
    case 'confirmation_needed':
      return { status: 409, text: `Each message to ${name} costs ${formatMoney(refusal.price)}. Agree to it first.` }
    case 'balance_too_small':
      return {
        status: 409,
        text: `Your wallet holds ${formatMoney(refusal.balance)}: you need ${formatMoney(refusal.missing)} more. Not sent, nothing charged.`,
      }
    case 'too_many':
      return {
        status: 429,
        text: 'You have sent many messages in one minute. This one was not sent and not charged. Wait a minute.',
      }
    case 'not_permitted':
      return { status: 403, text: denialText(refusal.reason, name).text }
    default:
      return unreachable(refusal)
  }
}
