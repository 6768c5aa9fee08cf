import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { credit, debit, type Entry } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { type Currency, formatMoney, ugx, moneyFrom } from '#app/domain/money/money.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { correctionEntryOf } from '#tests/support/money-doc-corrections.ts'
import { earningsEntryOf } from '#tests/support/money-doc-earnings.ts'
import { giftEntryOf } from '#tests/support/money-doc-gifts.ts'
import { payoutEntryOf } from '#tests/support/money-doc-payouts.ts'
import { refundEntryOf } from '#tests/support/money-doc-refunds.ts'
import { soldEntryOf } from '#tests/support/money-doc-sold.ts'
import { walletEntryOf } from '#tests/support/money-doc-wallets.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { PLATFORM_FEE_BASIS_POINTS } from '#app/domain/settings/constants.ts'
import { passExchanged, shillingsFor } from '#app/domain/subscriptions/exchange.ts'
import { creatorFeeEarned, creatorFeeRefunded } from '#app/domain/creators/fee-entries.ts'
import { type Collected, gatewayFeeLearned, paidByCharge, paidFromBalance, paymentToRefund } from './entries.ts'
import { creatorFeeCredits } from '#app/domain/products/creator-fee/entries.ts'
import { passCredits } from '#app/domain/products/pass/entries.ts'
import { topUpCredits } from '#app/domain/products/wallet-top-up/entries.ts'
import { unlockCredits } from '#app/domain/products/post-unlock/entries.ts'

/** docs/money.md describes what each event does to the ledger; this test runs the events and reads the ledger. */
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

const fixture = usePaymentFixture({ max: 10 })
const { owner } = fixture
const amina = newId()
const brian = newId()

beforeAll(async () => {
  await owner().query(
    `insert into profiles (id, email, user_type, username) values ($1, 'amina@demo.peach.example', 'creator', 'amina')`,
    [amina],
  )
  await owner().query(
    `insert into creators (profile_id, verification_status, approved_at, listed, listed_until)
     values ($1, 'approved', app_now(), true, app_now() + interval '90 days')`,
    [amina],
  )
  await owner().query(
    `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
     values ($1, $2, 'grant', $1, app_now(), app_now() + interval '90 days')`,
    [newId(), amina],
  )
  await owner().query(
    `insert into profiles (id, email, user_type, username) values ($1, 'brian@demo.peach.example', 'fan', 'brian')`,
    [brian],
  )
  // The accounts need the money that the blocks take from them.
  const opening = ugx(10_000_000)
  await inTransaction((tx) =>
    postEntry(tx, {
      kind: 'opening',
      idempotencyKey: 'opening',
      causeKind: 'test',
      causeId: newId(),
      happenedAt: new Date('2026-11-20T09:00:00Z'),
      lines: [
        debit({ purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }, opening.amountMinor * 3n),
        credit({ purpose: 'wallet', ownerId: brian, currency: 'UGX' }, opening.amountMinor),
        credit({ purpose: 'wallet_holds', ownerId: brian, currency: 'UGX' }, opening.amountMinor),
        credit({ purpose: 'creator_available', ownerId: amina, currency: 'UGX' }, opening.amountMinor),
      ],
    }),
  )
})

function minorOf(text: string): { amountMinor: bigint; currency: Currency } {
  const currency = text.slice(0, 3) as Currency
  const [units = '0', cents = ''] = text.slice(3).split('.')
  return { amountMinor: BigInt(units + cents.padEnd(2, '0')), currency }
}

async function entryOf(head: string): Promise<Entry> {
  const [kind = '', ...pairs] = head.split(' ')
  const facts = Object.fromEntries(pairs.map((pair) => pair.split('='))) as {
    gross?: string
    fee?: string
    price?: string
    from?: string
    of?: string
    rest?: string
    rate?: string
    owed?: string
    breakage?: string
    pending?: string
    available?: string
    vat?: string
    days?: string
    kept?: string
    tax?: string
  }
  const money = minorOf(facts.price ?? facts.gross ?? 'UGX0')
  const { amountMinor: price, currency } = money
  const at = new Date('2026-11-21T09:00:00Z')
  const vatBasisPoints = Number(facts.vat ?? 0)
  const sold = await soldEntryOf(kind, fixture, {
    of: facts.of,
    price: money,
    days: Number(facts.days ?? 0),
    vatBasisPoints,
    creator: amina,
    at,
  })
  if (sold) return sold
  if (kind === 'creator_fee_earned')
    return creatorFeeEarned({ id: newId(), amountMinor: price, currency, at }, { vatBasisPoints, soldMinor: 0n })
  if (kind === 'creator_fee_returned')
    return creatorFeeRefunded(
      { id: newId(), amountMinor: price, currency, at },
      facts.from === 'earnings' ? { to: 'earnings', creatorId: amina } : { to: 'gateway' },
    )
  if (kind === 'creator_fee_paid' && facts.from === 'earnings')
    return paidFromBalance(
      { purpose: 'creator_available', ownerId: amina, currency },
      money,
      creatorFeeCredits(money),
      {
        purchaseId: newId(),
        at,
      },
    )
  if (kind === 'pass_exchanged')
    return passExchanged({
      purchaseId: newId(),
      usdMinor: price,
      ugxMinor: shillingsFor(price, Number(facts.rate)),
      at,
    })
  if (kind === 'pass_paid' && facts.from === 'wallet')
    return paidFromBalance({ purpose: 'wallet', ownerId: brian, currency }, money, passCredits(money), {
      purchaseId: newId(),
      at,
    })
  const gift = giftEntryOf(kind, {
    price: money,
    rest: facts.rest ? minorOf(facts.rest) : null,
    fan: brian,
    creator: amina,
    at,
  })
  if (gift) return gift
  const ofWallet = walletEntryOf(kind, facts, { price: money, fan: brian, creator: amina, at })
  if (ofWallet) return ofWallet
  const back = refundEntryOf(kind, {
    price: money,
    of: facts.of,
    owed: facts.owed ? minorOf(facts.owed) : null,
    breakage: facts.breakage ? minorOf(facts.breakage) : null,
    pending: facts.pending ? minorOf(facts.pending) : null,
    available: facts.available ? minorOf(facts.available) : null,
    vatBasisPoints,
    fan: brian,
    creator: amina,
    at,
  })
  if (back) return back
  const earning = earningsEntryOf(kind, {
    price: money,
    fee: facts.fee ? minorOf(facts.fee) : null,
    owed: facts.owed ? minorOf(facts.owed) : null,
    pending: facts.pending ? minorOf(facts.pending) : null,
    available: facts.available ? minorOf(facts.available) : null,
    vatBasisPoints,
    creator: amina,
    at,
  })
  if (earning) return earning
  const optional = (text: string | undefined) => (text ? minorOf(text) : null)
  const payout = payoutEntryOf(kind, {
    price: money,
    fee: optional(facts.fee),
    kept: optional(facts.kept),
    tax: optional(facts.tax),
    available: optional(facts.available),
    creator: amina,
    at,
  })
  if (payout) return payout
  const correction = correctionEntryOf(kind, money, at)
  if (correction) return correction
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
      return paidByCharge(collected, money, passCredits(money))
    case 'unlock_paid':
      return paidByCharge(collected, money, unlockCredits(money, amina, PLATFORM_FEE_BASIS_POINTS, vatBasisPoints))
    case 'wallet_topped_up':
      return paidByCharge(collected, money, topUpCredits(money, brian))
    case 'creator_fee_paid':
      return paidByCharge(collected, money, creatorFeeCredits(money))
    case 'payment_to_return':
      return paymentToRefund(collected)
    case 'gateway_fee_learned':
      return gatewayFeeLearned(collected)
    default:
      throw new Error(`docs/money.md names an unknown event: ${kind}`)
  }
}

const domain = join(import.meta.dirname, '..')

/**
 * The entry kinds named in all modules. `…_reversed` is not among them: it mirrors any entry line by line, and so far no command posts one.
 */
function kindsInCode(): string[] {
  const files = readdirSync(domain, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(domain, file), 'utf8'))
    .filter(
      (text) => /\btype Entry\b|import (type )?\{[^}]*\bBooking\b/.test(text) && !text.includes('export const CHART'),
    )
  const named = files.flatMap((text) => [
    ...text.matchAll(/\bkind: ((?:'[a-z_]+'(?: \| )?)+)/g),
    ...text.matchAll(/\bkind = .*?\? ('[a-z_]+' : '[a-z_]+')/g),
    ...text.matchAll(/\b(?:entry|makeEntry)\(\s*('[a-z_]+')/g),
  ])
  return [...new Set(named.flatMap((match) => match[1]!.match(/[a-z_]+/g) ?? []))].toSorted()
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
    `${row.purpose}${row.username ? ` (${row.username})` : ''} ${formatMoney(moneyFrom(row))}`.replaceAll(
      '\u00a0',
      ' ',
    ),
  )
}

describe('docs/money.md', () => {
  test('there is a worked example for every kind of entry that the product posts', () => {
    const kinds = kindsInCode()
    // Fewer would mean that the search has read the wrong files.
    expect(kinds.length).toBeGreaterThanOrEqual(30)
    const shown = new Set(blocks.map(({ head }) => head.split(' ')[0]))
    expect(kinds.filter((kind) => !shown.has(kind))).toEqual([])
  })

  test.each(blocks)('the example shows what the ledger holds: $head', async ({ head, lines }) => {
    const entry = await entryOf(head)
    const { entryId } = await inTransaction((tx) => postEntry(tx, entry))
    expect(await linesOf(entryId)).toEqual(lines)
  })
})
