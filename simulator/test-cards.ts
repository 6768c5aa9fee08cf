// The official test cards of the gateway and what each of them does.
import type { CardFacts } from './records.ts'
import type { Choice } from './scenario-types.ts'

export interface TestCard {
  number: string
  brand: string
  expiry: string
  check: 'pin' | '3ds' | 'none' | 'avs'
  name: string
  choice: Choice | null
}

const P02: Choice = { id: 'P02', variant: null }
const P04: Choice = { id: 'P04', variant: null }
const P07: Choice = { id: 'P07', variant: null }
const refused = (variant: string): Choice => ({ id: 'P37', variant })

function card(
  number: string,
  brand: string,
  expiry: string,
  check: TestCard['check'],
  name: string,
  choice: Choice,
): TestCard {
  return { number, brand, expiry, check, name, choice }
}

export const TEST_CARDS: readonly TestCard[] = [
  card('5531886652142950', 'MASTERCARD', '09/32', 'pin', 'PIN and OTP, succeeds', P02),
  card('5438898014560229', 'MASTERCARD', '10/31', '3ds', '3-D Secure, succeeds', P02),
  card('4187427415564246', 'VISA', '09/32', '3ds', 'Visa 3-D Secure, succeeds', P02),
  card('5640003941605320', 'AFRIGO', '09/32', 'pin', 'Afrigo, succeeds', P02),
  card('5061460410120223210', 'VERVE', '10/31', 'pin', 'Verve PIN, succeeds', P02),
  card('5061460166976054667', 'VERVE', '10/29', 'none', 'No check, succeeds', P02),
  card('4556052704172643', 'VISA', '09/32', 'avs', 'Address check, succeeds', P02),
  card('5377283645077450', 'MASTERCARD', '09/31', 'none', 'Pre-authorised, succeeds', P02),
  card('5143010522339965', 'MASTERCARD', '08/32', 'none', 'Do not honour', refused('declined')),
  card('5590131743294314', 'MASTERCARD', '11/32', 'none', 'Fraudulent', refused('fraudulent')),
  card('5258585922666506', 'MASTERCARD', '09/31', 'none', 'Insufficient funds', P04),
  card('5640007065275380', 'AFRIGO', '09/32', 'none', 'Afrigo, insufficient funds', P04),
  card('5551651630381384', 'MASTERCARD', '09/32', 'none', 'Restricted card', refused('restricted')),
  card('5551658157653822', 'MASTERCARD', '09/32', 'none', 'Invalid transaction', refused('declined')),
  card('5258582054729020', 'MASTERCARD', '09/32', 'none', 'Not permitted to the holder', refused('restricted')),
  card('5258588264565682', 'MASTERCARD', '09/32', 'none', 'Not permitted on the terminal', refused('restricted')),
  card('5258589130149016', 'MASTERCARD', '09/32', 'none', 'Transaction error', refused('declined')),
  card('5399834697894723', 'MASTERCARD', '09/31', 'none', 'Incorrect PIN', P07),
]

export const DEFAULT_CARD = '5438898014560229'

export function findCard(number: string): TestCard | undefined {
  const digits = number.replace(/\D/g, '')
  return TEST_CARDS.find((known) => known.number === digits)
}

export function cardFacts(number: string, token: string): CardFacts {
  const known = findCard(number)
  return {
    first6: number.slice(0, 6),
    last4: number.slice(-4),
    brand: known?.brand ?? 'MASTERCARD',
    expiry: known?.expiry ?? '09/32',
    token,
  }
}

/** The gateway's names for how a card was checked. */
export function authModelOf(number: string): string {
  switch (findCard(number)?.check) {
    case 'pin':
      return 'PIN'
    case 'none':
      return 'NOAUTH'
    case 'avs':
      return 'AVS_VBVSECURECODE'
    case '3ds':
    case undefined:
    default:
      return 'VBVSECURECODE'
  }
}
