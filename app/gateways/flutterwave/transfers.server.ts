import { fromGatewayAmount, fromGatewayFee, toGatewayAmount } from '#app/domain/money/gateway-amount.ts'
import type { Outcome } from './port.ts'
import { readTransfer } from './read-transfer.ts'
import type { Balance, Bank, Transfer, TransferGateway, TransferRequest } from './transfer-port.ts'
import { isWire, textOf, type Wire } from './wire.ts'

/** How the client calls the gateway: a read may be repeated, a call that may have moved money never is. */
type Calls = {
  get: (path: string) => Promise<Outcome<Wire>>
  create: (path: string, body: object) => Promise<Outcome<Wire>>
}

// The gateway's spelling of its wallets; a bank has a code of its own.
const WALLETS: Record<string, string> = { MTN: 'MTN', AIRTEL: 'Airtel' }
const USED_REFERENCE = /reference.*(already|exist|used|duplicate)|(already|exist|used|duplicate).*reference/i
const LONGEST_NARRATION = 100
const MAX_PAGES = 10_000

/** The part of the client that pays money out. */
export function transferCalls({ get, create }: Calls): TransferGateway {
  async function createTransfer(request: TransferRequest): Promise<Outcome<Transfer>> {
    const { currency } = request.amount
    const answer = await create('/transfers', {
      account_bank: WALLETS[request.bankCode] ?? request.bankCode,
      // Wallets are known by 2567…, without the plus.
      account_number: request.number.replace(/^\+/, ''),
      amount: Number(toGatewayAmount(request.amount)),
      currency,
      // Without it the gateway takes the money from its own country's wallet.
      debit_currency: currency,
      beneficiary_name: request.accountName,
      reference: request.reference,
      narration: request.narration.slice(0, LONGEST_NARRATION),
    })
    // A used reference gives no information about the transfer that used it.
    if (answer.kind === 'rejected' && USED_REFERENCE.test(answer.message))
      return { kind: 'ambiguous', cause: 'the reference is known already' }
    const made = one(answer)
    if (made.kind === 'ok' && made.value.reference !== request.reference)
      return { kind: 'ambiguous', cause: 'a transfer of another reference' }
    return made
  }

  async function findTransfers(reference: string): Promise<Outcome<Transfer[]>> {
    const answer = await get(`/transfers?reference=${encodeURIComponent(reference)}`)
    if (answer.kind !== 'ok') return answer.kind === 'not_found' ? { kind: 'ok', value: [] } : answer
    const rows = rowsOf(answer.value)
    if (rows === null) return { kind: 'ambiguous', cause: 'a list that is none' }
    // A gateway that doesn't know the filter answers with everybody's.
    return { kind: 'ok', value: rows.filter((transfer) => transfer.reference === reference) }
  }

  async function listTransfers(from: Date, to: Date, page: number) {
    const days = new URLSearchParams({ from: dayOf(from), to: dayOf(to), page: String(page) })
    const answer = await get(`/transfers?${days}`)
    if (answer.kind !== 'ok') return answer
    const transfers = rowsOf(answer.value)
    if (transfers === null) return { kind: 'ambiguous' as const, cause: 'a list that is none' }
    return { kind: 'ok' as const, value: { transfers, pages: pagesOf(answer.value) } }
  }

  return {
    createTransfer,
    getTransfer: async (providerId) => one(await get(`/transfers/${encodeURIComponent(providerId)}`)),
    findTransfers,
    listTransfers,
    transferFee: async (amount, kind) => {
      const query = new URLSearchParams({ amount: toGatewayAmount(amount), currency: amount.currency, type: kind })
      return feeOf(await get(`/transfers/fee?${query}`))
    },
    balance: async (currency) => balanceOf(await get(`/balances/${currency}`), currency),
    listBanks: async () => banksOf(await get('/banks/UG')),
  }
}

function one(answer: Outcome<Wire>): Outcome<Transfer> {
  if (answer.kind !== 'ok') return answer
  const transfer = isWire(answer.value.data) ? readTransfer(answer.value.data) : null
  return transfer ? { kind: 'ok', value: transfer } : { kind: 'ambiguous', cause: 'a transfer without id or reference' }
}

function rowsOf(envelope: Wire): Transfer[] | null {
  if (!Array.isArray(envelope.data)) return null
  return envelope.data.flatMap((row: unknown) => (isWire(row) ? (readTransfer(row) ?? []) : []))
}

function pagesOf(envelope: Wire): number {
  const info = isWire(envelope.meta) && isWire(envelope.meta.page_info) ? envelope.meta.page_info : null
  const pages = Number(info ? textOf(info, 'total_pages') : Number.NaN)
  return Number.isInteger(pages) && pages >= 0 ? Math.min(pages, MAX_PAGES) : 1
}

function feeOf(answer: Outcome<Wire>): Outcome<bigint> {
  if (answer.kind !== 'ok') return answer
  const rows: unknown = answer.value.data
  const first: unknown = Array.isArray(rows) ? rows[0] : rows
  const fee = isWire(first) ? fromGatewayFee(textOf(first, 'fee') ?? '') : null
  return fee === null ? { kind: 'ambiguous', cause: 'a fee that can\u2019t be read' } : { kind: 'ok', value: fee }
}

function balanceOf(answer: Outcome<Wire>, currency: string): Outcome<Balance> {
  if (answer.kind !== 'ok') return answer
  const { data } = answer.value
  const available = isWire(data) ? sumOf(data, 'available_balance', currency) : null
  const ledger = isWire(data) ? sumOf(data, 'ledger_balance', currency) : null
  if (available === null) return { kind: 'ambiguous', cause: 'a balance that can\u2019t be read' }
  return { kind: 'ok', value: { availableMinor: available, ledgerMinor: ledger ?? 0n } }
}

/** A balance may have cents and be negative; a negative one can't be spent. */
function sumOf(data: Wire, field: string, currency: string): bigint | null {
  const text = textOf(data, field)
  if (text === null) return null
  if (text.startsWith('-')) return 0n
  return fromGatewayAmount(text, currency) ?? fromGatewayFee(text)
}

function banksOf(answer: Outcome<Wire>): Outcome<Bank[]> {
  if (answer.kind !== 'ok') return answer
  if (!Array.isArray(answer.value.data)) return { kind: 'ambiguous', cause: 'a list that is none' }
  const banks = answer.value.data.flatMap((row: unknown): Bank[] => {
    const code = isWire(row) ? textOf(row, 'code') : null
    const name = isWire(row) ? textOf(row, 'name') : null
    return code !== null && name !== null && /^[\w-]{1,40}$/.test(code) ? [{ code, name: name.slice(0, 100) }] : []
  })
  return { kind: 'ok', value: banks }
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
