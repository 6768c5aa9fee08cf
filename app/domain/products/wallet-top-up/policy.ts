import type { Actor } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import { isAdult, isClosed } from '../buyer.ts'

export type TopUpDenial = 'sign_in_required' | 'account_closed' | 'profile_incomplete' | 'wallet_off'

/** Who may put money into a wallet: an adult with an account, while the owner keeps wallets switched on. */
export function canTopUp(actor: Actor, facts: { walletOn: boolean; at: Date }): Verdict<TopUpDenial> {
  if (!actor) return deny('sign_in_required')
  if (isClosed(actor)) return deny('account_closed')
  if (!isAdult(actor, facts.at)) return deny('profile_incomplete')
  return facts.walletOn ? allow : deny('wallet_off')
}
