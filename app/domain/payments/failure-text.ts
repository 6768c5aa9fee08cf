export type FailureCode =
  | 'PROMPT_TIMEOUT'
  | 'INSUFFICIENT_FUNDS'
  | 'LIMIT'
  | 'BAD_PIN'
  | 'WRONG_NETWORK'
  | 'DECLINED_BY_USER'
  | 'DUPLICATE_ATTEMPT'
  | 'NETWORK_DOWN'
  | 'WALLET_RESTRICTED'
  | 'CARD_DECLINED'
  | 'UNKNOWN'

// The first match wins: a daily limit also contains "exceeds", and the holder of a declined card must not see why.
const RULES: [RegExp, FailureCode][] = [
  [/timed out|timeout|expired/i, 'PROMPT_TIMEOUT'],
  [/fraud|do not honou?r|restricted card|not permitted|invalid transaction/i, 'CARD_DECLINED'],
  [/exceed|limit|spend .* at once/i, 'LIMIT'],
  [/insufficient|not enough/i, 'INSUFFICIENT_FUNDS'],
  [/(invalid|incorrect|wrong) (pin|otp)/i, 'BAD_PIN'],
  [/unauthorized network|invalid account|unable to obtain user/i, 'WRONG_NETWORK'],
  [/duplicate/i, 'DUPLICATE_ATTEMPT'],
  [/declined by (the )?user|rejected|cancelled/i, 'DECLINED_BY_USER'],
  [/restricted|blocked|barred/i, 'WALLET_RESTRICTED'],
  [/internal|system error|temporarily|fatal error/i, 'NETWORK_DOWN'],
  [/declined/i, 'CARD_DECLINED'],
]

/** Classifies the processor's free text of a failed attempt. Unrecognised text stays unknown. */
export function failureCodeOf(processorText: string): FailureCode {
  return RULES.find(([pattern]) => pattern.test(processorText))?.[1] ?? 'UNKNOWN'
}

// Shown only after the gateway itself has confirmed that the attempt failed: each may state that no money was taken.
const TEXTS: Record<FailureCode, string> = {
  PROMPT_TIMEOUT: 'The approval request ran out of time. No money was taken. Keep your phone unlocked and try again.',
  INSUFFICIENT_FUNDS: 'The balance did not cover the amount and the network’s charge. Top up or use another method.',
  LIMIT: 'Your mobile money limit has been reached. Try tomorrow, a smaller plan, or a card.',
  BAD_PIN: 'The PIN was not accepted. Try again carefully: repeated wrong PINs can lock your wallet.',
  WRONG_NETWORK: 'This number is not registered for that network’s mobile money. Check the number and the network.',
  DECLINED_BY_USER: 'The request was declined on your phone. Nothing was charged.',
  DUPLICATE_ATTEMPT: 'You already have a request open. Finish it on your phone or wait a few minutes.',
  NETWORK_DOWN:
    'The network is having problems. If money left your wallet, we find it automatically: you do not need to pay again.',
  WALLET_RESTRICTED: 'Your wallet cannot make this payment. Ask your network for the reason.',
  CARD_DECLINED: 'Your bank did not approve this card. Try another card or mobile money.',
  UNKNOWN: 'The payment did not go through. Nothing was charged.',
}

/** The text that the payer sees about a failed attempt. */
export function failureText(code: string | null): string {
  return code !== null && Object.hasOwn(TEXTS, code) ? TEXTS[code as FailureCode] : TEXTS.UNKNOWN
}
