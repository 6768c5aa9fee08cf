import type { Person } from '#app/domain/identity/actor.ts'
import { proposeCorrection } from '#app/domain/reconciliation/propose-correction.server.ts'
import { answerChargeback } from '#app/domain/refunds/answer-chargeback.server.ts'
import { askRefund } from '#app/domain/refunds/ask-refund.server.ts'
import { decideRefund } from '#app/domain/refunds/decide-refund.server.ts'
import { retryRefund } from '#app/domain/refunds/move-refund.server.ts'
import type { CommandInput } from '../product-commands.ts'
import type { World } from '../world.ts'
import {
  bought,
  DAY,
  fill,
  type Flow,
  HOUR,
  must,
  PASS,
  purchaseOf,
  run,
  taskNamed,
  tip,
  type Fixture,
  unlockOf,
} from './steps.ts'

const MINUTE = 60
const NOTE = 'I have not used it at all.'
const WHOLE = { kind: 'grant', ends: true, note: 'Checked and agreed.' } as const

async function requestOf(fixture: Fixture, fan: Person, destination: 'source' | 'wallet'): Promise<CommandInput> {
  const purchaseId = await purchaseOf(fixture, fan, 'pass')
  return { person: fan, refund: { purchaseId, note: NOTE, destination } }
}

/** An unused pass is refunded by rule. Returns its refund, which waits to be sent. */
async function requestedRefund(fixture: Fixture, fan: Person): Promise<string> {
  await bought(fixture, fan, PASS)
  const requested = await requestOf(fixture, fan, 'source')
  const { refundId } = await must(askRefund(fan, requested.refund!))
  await fixture.advance(60)
  return refundId
}

/** A refund that the gateway has no trace of for some hours was never sent: a person sends it again. */
async function sendLostAnew(fixture: Fixture, world: World): Promise<void> {
  for (const seconds of [5 * MINUTE, 31 * MINUTE, 61 * MINUTE, 61 * MINUTE]) {
    await fixture.advance(seconds)
    await run('send refunds')
  }
  const lost = await fixture.all<{ id: string }>(
    `select r.id from refunds r join purchases p on p.id = r.purchase_id where p.buyer_id = $1 and r.state = 'failed'`,
    [world.fans[1].id],
  )
  for (const { id } of lost) await must(retryRefund(world.staff.earnings, id))
  await run('send refunds')
}

/** The gateway accepts it, and it fails there a day later. */
async function failsLater(fixture: Fixture, fan: Person): Promise<string> {
  const refundId = await requestedRefund(fixture, fan)
  await fixture.scenario('R03')
  await run('send refunds')
  await fixture.advance(DAY + HOUR)
  return refundId
}

/** A refund request that a person has to decide: a fan wants the price of a tip or an unlock back. */
async function asked(fixture: Fixture, fan: Person, kind: 'tip' | 'post_unlock'): Promise<string> {
  const purchaseId = await purchaseOf(fixture, fan, kind)
  const { refundId } = await must(askRefund(fan, { purchaseId, note: NOTE, destination: 'source' }))
  return refundId
}

/** An unlock whose payment is disputed by a bank. */
async function chargedBack(fixture: Fixture, world: World, scenario: string): Promise<void> {
  const txRef = await bought(fixture, world.fans[0], unlockOf(world))
  await fixture.scenario(scenario, { tx_ref: txRef })
}

async function chargebackOf(fixture: Fixture, fan: Person): Promise<string> {
  await run('read chargebacks')
  const { id } = await fixture.one<{ id: string }>('select id from chargebacks where account_id = $1', [fan.id])
  return id
}

const refunds: Flow[] = [
  {
    proves: 'PAY-08',
    name: 'a refund goes to the wallet',
    prepare: async (fixture, world) => {
      await bought(fixture, world.fans[1], PASS)
      return { command: 'ask_refund', input: await requestOf(fixture, world.fans[1], 'wallet') }
    },
  },
  {
    proves: 'PAY-08',
    name: 'a refund is sent to the source of the payment',
    prepare: async (fixture, world) => {
      await requestedRefund(fixture, world.fans[1])
      return taskNamed('send refunds')
    },
    afterwards: sendLostAnew,
    // One that was never sent must be marked as failed before it is sent again. What was sent and what is left is the same.
    otherWays: /^mails /,
  },
  {
    proves: 'PAY-08',
    name: 'a refund that was sent fails',
    prepare: async (fixture, world) => {
      await failsLater(fixture, world.fans[1])
      return taskNamed('send refunds')
    },
  },
  {
    proves: 'PAY-10 WALLET-01',
    name: 'a refund that failed goes to the wallet',
    prepare: async (fixture, world) => {
      const id = await failsLater(fixture, world.fans[1])
      await run('send refunds')
      return { command: 'refund_into_wallet', input: { person: world.fans[1], id } }
    },
  },
  {
    proves: 'PAY-08',
    name: 'the buyers of a removed post are refunded',
    prepare: async (fixture, world) => {
      await bought(fixture, world.fans[0], unlockOf(world))
      await fixture.owner().query(`update posts set state = 'removed' where id = $1`, [world.posts[0][1]])
      return taskNamed('refund removed posts')
    },
  },
  {
    proves: 'PAY-10',
    name: 'staff refund a part',
    prepare: async (fixture, world) => {
      await bought(fixture, world.fans[0], unlockOf(world))
      const id = await asked(fixture, world.fans[0], 'post_unlock')
      const decision = { ...WHOLE, amountMinor: 1_000_000n, ends: false }
      return { command: 'decide_refund', input: { person: world.staff.earnings, id, decision } }
    },
  },
  {
    proves: 'PAY-10',
    name: 'the second person agrees to a large refund',
    prepare: async (fixture, world) => {
      await bought(fixture, world.fans[0], tip(world.creators[1].id, 300_000))
      const id = await asked(fixture, world.fans[0], 'tip')
      await must(decideRefund(world.staff.earnings, id, { ...WHOLE, amountMinor: 30_000_000n }))
      return { command: 'second_refund', input: { person: world.staff.super, id } }
    },
  },
]

const chargebacks: Flow[] = [
  {
    proves: 'PAY-08',
    name: 'a bank disputes a payment',
    prepare: async (fixture, world) => {
      await chargedBack(fixture, world, 'C01')
      return taskNamed('read chargebacks')
    },
  },
  {
    proves: 'PAY-08',
    name: 'a chargeback is won',
    prepare: async (fixture, world) => {
      await chargedBack(fixture, world, 'C03')
      const id = await chargebackOf(fixture, world.fans[0])
      await must(answerChargeback(world.staff.earnings, id, { action: 'decline', note: NOTE }))
      await fixture.advance(DAY + 60)
      return taskNamed('read chargebacks')
    },
  },
  {
    proves: 'PAY-08',
    name: 'a chargeback is accepted',
    prepare: async (fixture, world) => {
      await chargedBack(fixture, world, 'C02')
      const id = await chargebackOf(fixture, world.fans[0])
      return { command: 'accept_chargeback', input: { person: world.staff.earnings, id } }
    },
    afterwards: async (fixture) => {
      // A scheduled task soon tells the gateway what it has not received yet, and a day later the bank has decided.
      await fixture.advance(10 * MINUTE)
      await run('read chargebacks')
      await fixture.advance(DAY + 60)
      await run('read chargebacks')
    },
  },
  {
    proves: 'PAY-08',
    name: 'a bank disputes a payment that was to be refunded',
    prepare: async (fixture, world) => {
      const txRef = await bought(fixture, world.fans[1], PASS)
      const requested = await requestOf(fixture, world.fans[1], 'source')
      await must(askRefund(world.fans[1], requested.refund!))
      await fixture.scenario('C01', { tx_ref: txRef })
      return taskNamed('read chargebacks')
    },
  },
]

/** What is refunded, by rule, by people or by a bank, and what people correct by hand. */
export const REFUND_FLOWS: readonly Flow[] = [
  ...refunds,
  ...chargebacks,
  {
    proves: 'ADMIN-07',
    name: 'a second person posts a correction',
    prepare: async (fixture, world) => {
      await fill(fixture, world.fans[1], 50_000)
      const account = await fixture.one<{ id: string }>(
        `select id from ledger_accounts where owner_id = $1 and purpose = 'wallet'`,
        [world.fans[1].id],
      )
      const { correctionId: id } = await must(
        proposeCorrection(world.staff.earnings, {
          accountId: account.id,
          side: 'debit',
          amountMinor: 1_000_000n,
          reason: 'Topped up twice by mistake.',
          differenceId: null,
        }),
      )
      return { command: 'post_correction', input: { person: world.staff.super, id } }
    },
  },
]
