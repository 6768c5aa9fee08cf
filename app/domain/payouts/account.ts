import { codeOf } from '#app/platform/exact-text.ts'
import { atLeast, atMost } from '#app/platform/graphemes.ts'
import { z } from 'zod'
import { NETWORK_NAMES, networkOf, readMobileNumber, showMobileNumber } from '#app/domain/payments/mobile-network.ts'

export type AccountKind = 'mobile_money' | 'bank'
/** Where a payout goes. `number` is E.164 for a wallet, digits for a bank account. */
export type Destination = { kind: AccountKind; bankCode: string; bankName: string; number: string; accountName: string }

const NAME = /^[\p{L}][\p{L}\p{M} .'’-]*$/u
const wrongNumber = 'Enter a Ugandan mobile number, for example 0772 123 456'

/** What the form of a payout account sends. */
export const AccountForm = z
  .object({
    kind: z.enum(['mobile_money', 'bank'], 'Choose mobile money or bank'),
    network: z.enum(['MTN', 'AIRTEL', ''], 'Choose MTN or Airtel').default(''),
    phone: z.string().trim().default(''),
    bank: z.string().trim().max(40).default(''),
    account: z.string().transform(codeOf).default(''),
    name: z
      .string()
      .trim()
      .refine(atLeast(2), 'Enter the name on the account')
      .refine(atMost(100), 'Enter a name of at most 100 characters')
      .regex(NAME, 'Enter the name exactly as on the account'),
  })
  .superRefine((form, check) => {
    if (form.kind === 'mobile_money') {
      if (readMobileNumber(form.phone) === null)
        check.addIssue({ code: 'custom', path: ['phone'], message: wrongNumber })
      else if (form.network === '' && networkOf(form.phone) === null)
        check.addIssue({ code: 'custom', path: ['network'], message: 'Choose MTN or Airtel' })
      return
    }
    if (form.bank === '') check.addIssue({ code: 'custom', path: ['bank'], message: 'Choose your bank' })
    if (!/^\d{6,20}$/.test(form.account))
      check.addIssue({ code: 'custom', path: ['account'], message: 'Enter the account number, 6 to 20 digits' })
  })

/** The destination of a valid form; null for a bank that isn't among `banks`. */
export function destinationOf(
  form: z.infer<typeof AccountForm>,
  banks: readonly { code: string; name: string }[],
): Destination | null {
  const accountName = form.name.replaceAll(/\s+/g, ' ')
  if (form.kind === 'mobile_money') {
    // The first digits say which network it is, unless the creator says another.
    const network = form.network || networkOf(form.phone)
    if (network === null) return null
    const number = readMobileNumber(form.phone)
    if (number === null) return null
    return { kind: 'mobile_money', bankCode: network, bankName: NETWORK_NAMES[network], number, accountName }
  }
  const bank = banks.find(({ code }) => code === form.bank)
  const number = form.account
  return bank ? { kind: 'bank', bankCode: bank.code, bankName: bank.name, number, accountName } : null
}

/** "0772 ••• 456" or "•••• 4567": enough to recognise one's own account. */
export function maskedNumber(kind: AccountKind, number: string): string {
  if (kind === 'bank') return `\u2022\u2022\u2022\u2022 ${number.slice(-4)}`
  const local = `0${number.replace(/^\+256/, '')}`
  return `${local.slice(0, 4)} \u2022\u2022\u2022 ${local.slice(-3)}`
}

/** "MTN 0772 ••• 456". */
export function maskedAccount(account: Pick<Destination, 'kind' | 'bankName' | 'number'>): string {
  return `${account.bankName} ${maskedNumber(account.kind, account.number)}`
}

/** The whole number, for its owner to confirm. */
export function wholeNumber(account: Pick<Destination, 'kind' | 'number'>): string {
  return account.kind === 'mobile_money' ? showMobileNumber(account.number) : account.number
}

/** Whether two spellings are one name: case, order, dots and accents don't matter, every word does. */
export function isSameName(one: string, other: string): boolean {
  const normalised = (name: string) =>
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .filter((word) => word !== '')
      .toSorted()
      .join(' ')
  return normalised(one) !== '' && normalised(one) === normalised(other)
}

/** Codes for a payout account: how long one is valid, and how often it may be guessed and requested. */
export const ACCOUNT_CODE = { minutes: 15, tries: 5, resendSeconds: 60, perDay: 5 } as const
