// Transfers: the money leaves the balance when one is queued, and returns when it fails or is reversed.
import { moveBalance, spendable, transferFee } from './balances.ts'
import type { TransferRecord } from './records.ts'
import type { Choice, TransferRule } from './scenario-types.ts'
import { announceTransfer } from './webhooks.ts'
import type { World } from './world.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

export interface TransferRequest {
  reference: string
  bankCode: string
  accountNumber: string
  fullName: string
  amount: number
  currency: string
  debitCurrency: string | null
  narration: string
  meta: unknown
  callbackUrl: string | null
}

type Step = NonNullable<TransferRule['steps']>[number]

export function createTransfer(
  world: World,
  requested: TransferRequest,
  rule: TransferRule,
  choice: Choice,
): TransferRecord {
  const now = world.clock.now()
  const fee = transferFee(requested.amount) + (rule.feePlus ?? 0)
  const steps = stepsOf(world, requested, rule, fee)
  const transfer = world.store.transfers.put({
    ...requested,
    fullName: rule.otherName ?? requested.fullName,
    id: world.store.nextId('transfer'),
    fee,
    status: 'NEW',
    completeMessage: '',
    requiresApproval: rule.requiresApproval ?? false,
    createdAt: now,
    choice,
  })
  moveBalance(world, requested.currency, { available: -(requested.amount + fee) })
  let dueAt = now
  for (const step of steps) {
    dueAt += step.afterMs
    world.timers.schedule(requested.reference, dueAt, {
      kind: 'step-transfer',
      transferId: transfer.id,
      status: step.status,
      message: step.message ?? '',
      webhooks: step.webhooks ?? 0,
    })
  }
  return transfer
}

/** The official suffixes of the sandbox have priority over the scenario's own steps. */
function stepsOf(world: World, requested: TransferRequest, rule: TransferRule, fee: number): Step[] {
  const sent = { status: 'SUCCESSFUL', message: 'Transaction was successful', webhooks: 1 }
  const queued = { afterMs: 5 * SECOND, status: 'PENDING' }
  const failed = (message: string) => ({ afterMs: 10 * SECOND, status: 'FAILED', message, webhooks: 1 })
  const suffix = /_PMCK(_ST_F)?(?:DU_(\d{1,4}))?$/.exec(requested.reference)
  if (suffix) {
    const afterMs = Number(suffix[2] ?? 10) * MINUTE - 5 * SECOND
    return [queued, suffix[1] ? { ...failed('DISBURSE FAILED: A fatal error occured'), afterMs } : { ...sent, afterMs }]
  }
  if (requested.fullName === '') return [queued, failed('beneficiary_name is required')]
  if (requested.amount + fee > spendable(world, requested.currency)) {
    return [queued, failed('DISBURSE FAILED: Insufficient wallet balance')]
  }
  return rule.steps ?? [queued, { ...sent, afterMs: 10 * SECOND }]
}

export function stepTransfer(
  world: World,
  id: number,
  status: string,
  message: string,
  webhooks: number,
  at: number,
): void {
  const transfer = world.store.transfers.get(id)
  if (!transfer) return
  const total = transfer.amount + transfer.fee
  const isBack = (word: string) => word === 'FAILED' || word === 'REVERSED'
  if (isBack(status) && !isBack(transfer.status)) moveBalance(world, transfer.currency, { available: total })
  if (!isBack(status) && isBack(transfer.status)) moveBalance(world, transfer.currency, { available: -total })
  announceTransfer(world, world.store.transfers.patch(transfer, { status, completeMessage: message }), webhooks, at)
}
