// What a timer does when it is due. The instant passed on is the one it was due at, also when the clock jumped past it.
import { settle } from './balances.ts'
import { endChargeback } from './chargebacks.ts'
import type { TimerAction } from './records.ts'
import { finishRefund } from './refunds.ts'
import { finishTransaction } from './transactions.ts'
import { stepTransfer } from './transfers.ts'
import type { World } from './world.ts'

export function runTimer(world: World, action: TimerAction, dueAt: number): void {
  switch (action.kind) {
    case 'deliver':
      return world.courier.deliver(action.deliveryId, dueAt)
    case 'finish-transaction': {
      const tx = world.store.transactions.get(action.transactionId)
      if (tx) finishTransaction(world, tx, action.status, action.text, dueAt, action.webhooks)
      return
    }
    case 'settle-balance': {
      const tx = world.store.transactions.get(action.transactionId)
      if (tx) settle(world, tx, dueAt)
      return
    }
    case 'finish-refund':
      return finishRefund(world, action.refundId, action.status, dueAt)
    case 'step-transfer':
      return stepTransfer(world, action.transferId, action.status, action.message, action.webhooks, dueAt)
    case 'end-chargeback':
      return endChargeback(world, action.chargebackId, action.status, action.onlyFrom, dueAt)
  }
}
