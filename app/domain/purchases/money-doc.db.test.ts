import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Entry } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { type Currency, formatMoney } from '#app/domain/money/money.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { useDatabase } from '#tests/support/database.ts'
import { creatorFeeEarned, creatorFeeReturned } from '#app/domain/creators/fee-entries.ts'
import { type Collected, creatorFeePaid, gatewayFeeLearned, passPaid, paymentToReturn, unlockPaid } from './entries.ts'

/** docs/money.md says what each event does to the ledger; here it is done, and the ledger is read back. */
const blocks = [
  ...readFileSync(join(import.meta.dirname, '../../../docs/money.md'), 'utf8').matchAll(
    /```ledger (.+)\n([\s\S]*?)```/g,
  ),
].map((match) => ({
  head: match[1]!,
  lines: match[2]!
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim()),
}))

const { owner } = useDatabase()
const amina = newId()

beforeAll(async () => {
  await owner().query(
    `insert into profiles (id, email, user_type, username) values ($1, 'amina@demo.peach.example', 'creator', 'amina')`,
    [amina],
  )
  await owner().query('insert into creators (profile_id) values ($1)', [amina])
})

function minorOf(text: string): { amountMinor: bigint; currency: Currency } {
  const currency = text.slice(0, 3) as Currency
  const [units = '0', cents = ''] = text.slice(3).split('.')
  return { amountMinor: BigInt(units + cents.padEnd(2, '0')), currency }
}

function entryOf(head: string): Entry {
  const [kind = '', ...pairs] = head.split(' ')
  const facts = Object.fromEntries(pairs.map((pair) => pair.split('='))) as {
    gross?: string
    fee?: string
    price?: string
  }
  const { amountMinor: price, currency } = minorOf(facts.price ?? facts.gross ?? 'UGX0')
  const at = new Date('2026-11-21T09:00:00Z')
  if (kind === 'creator_fee_earned') return creatorFeeEarned({ id: newId(), amountMinor: price, currency, at })
  if (kind === 'creator_fee_returned') return creatorFeeReturned({ id: newId(), amountMinor: price, currency, at })
  const collected: Collected & { feeMinor: bigint } = {
    gateway: 'flutterwave',
    providerId: newId(),
    grossMinor: minorOf(facts.gross!).amountMinor,
    feeMinor: minorOf(facts.fee!).amountMinor,
    currency,
    transactionId: newId(),
    at,
  }
  switch (kind) {
    case 'pass_paid':
      return passPaid(collected, price)
    case 'unlock_paid':
      return unlockPaid(collected, price, amina)
    case 'creator_fee_paid':
      return creatorFeePaid(collected, price)
    case 'payment_to_return':
      return paymentToReturn(collected)
    case 'gateway_fee_learned':
      return gatewayFeeLearned(collected)
    default:
      throw new Error(`docs/money.md names an unknown event: ${kind}`)
  }
}

async function linesOf(entryId: string): Promise<string[]> {
  const { rows } = await owner().query<{
    purpose: string
    username: string | null
    amount_minor: bigint
    currency: Currency
  }>(
    `select a.purpose, p.username, l.amount_minor, l.currency from postings l join ledger_accounts a on a.id = l.account_id
     left join profiles p on p.id = a.owner_id where l.entry_id = $1 order by l.line`,
    [entryId],
  )
  return rows.map((row) =>
    `${row.purpose}${row.username ? ` (${row.username})` : ''} ${formatMoney({ amountMinor: row.amount_minor, currency: row.currency })}`.replaceAll(
      '\u00a0',
      ' ',
    ),
  )
}

describe('docs/money.md', () => {
  test('there are worked entries in it', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(7)
  })

  test.each(blocks)('what it shows is what the ledger holds: $head', async ({ head, lines }) => {
    const { entryId } = await inTransaction((tx) => postEntry(tx, entryOf(head)))
    expect(await linesOf(entryId)).toEqual(lines)
  })
})
