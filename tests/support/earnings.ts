import type pg from 'pg'
import { credit, debit, type LedgerAccount } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { creatorAccount } from '#app/domain/earnings/earning.ts'
import { recordEarning } from '#app/domain/earnings/record-earning.server.ts'
import { reverseEarnings } from '#app/domain/earnings/reverse-earnings.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

const platform = (purpose: LedgerAccount['purpose']): LedgerAccount => ({ purpose, ownerId: null, currency: 'UGX' })

export async function insertCreator(owner: pg.Client): Promise<string> {
  const id = newId()
  await owner.query(`insert into profiles (id, email, user_type, username) values ($1, $2, 'creator', $3)`, [
    id,
    `${id}@test.example`,
    `c_${id.slice(-12)}`,
  ])
  await owner.query('insert into creators (profile_id) values ($1)', [id])
  return id
}

/** Earns a gross amount with a fifth of it as fee, in shillings. Returns the cause. */
export async function earn(creatorId: string, shillings: number): Promise<string> {
  const causeId = newId()
  const gross = BigInt(shillings) * 100n
  const fee = (gross / 500n) * 100n
  await inTransaction(async (tx) => {
    const { entryId } = await postEntry(tx, {
      kind: 'unlock_paid',
      idempotencyKey: causeId,
      causeKind: 'purchase',
      causeId,
      happenedAt: now(),
      lines: [
        debit(platform('gateway_clearing'), gross),
        credit(creatorAccount('creator_pending', creatorId), gross - fee),
        credit(platform('platform_revenue'), fee),
      ].filter((line) => line.amountMinor !== 0n),
    })
    await recordEarning(tx, {
      creatorId,
      source: 'unlock',
      causeKind: 'purchase',
      causeId,
      entryId,
      grossMinor: gross,
      feeMinor: fee,
      cardFunded: false,
      at: now(),
    })
  })
  return causeId
}

/** The part that a refund takes from the creator. */
export function reverse(creatorId: string, sourceId: string, shillings: number): Promise<void> {
  const causeId = newId()
  return inTransaction(async (tx) => {
    const lines = await reverseEarnings(tx, {
      creatorId,
      source: { causeKind: 'purchase', causeId: sourceId },
      amountMinor: BigInt(shillings) * 100n,
      causeKind: 'refund',
      causeId,
      at: now(),
    })
    await postEntry(tx, {
      kind: 'refund_decided',
      idempotencyKey: causeId,
      causeKind: 'refund',
      causeId,
      happenedAt: now(),
      lines: [...lines, credit(platform('refunds_payable'), BigInt(shillings) * 100n)],
    })
  })
}

/** The part that a payout takes. */
export async function spendAvailable(creatorId: string, shillings: number): Promise<void> {
  const id = newId()
  await inTransaction((tx) =>
    postEntry(tx, {
      kind: 'payout_scheduled',
      idempotencyKey: id,
      causeKind: 'payout',
      causeId: id,
      happenedAt: now(),
      lines: [
        debit(creatorAccount('creator_available', creatorId), BigInt(shillings) * 100n),
        credit(platform('payouts_in_transit'), BigInt(shillings) * 100n),
      ],
    }),
  )
}
