import { answerChargeback, clearFlag } from '#app/domain/refunds/answer-chargeback.server.ts'
import { askRefund } from '#app/domain/refunds/ask-refund.server.ts'
import { decideRefund, secondRefund } from '#app/domain/refunds/decide-refund.server.ts'
import { runTask } from '#app/jobs.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import type { Model, Purchase, TopUp } from '../model.ts'
import { tip, topUp } from './buying.ts'
import { command, DAY_MS, expectKind, onlyOne, pass, type Real } from './step.ts'

const SECOND_PERSON_ABOVE_MINOR = 20_000_000n
const NOTE = 'It was not what was promised.'

/** Requests a refund, and if no rule decides, lets people decide. Returns whether there was something to refund. */
async function refundOf(
  model: Model,
  real: Real,
  one: Purchase,
  requested: { destination: 'wallet' | 'source'; amountMinor: bigint; ends: boolean },
): Promise<boolean> {
  const input = { purchaseId: one.id, note: NOTE, destination: requested.destination }
  expectKind(await askRefund(real.world.fans[one.fan === 0 ? 1 : 0], input), 'not_found')
  const asked = await askRefund(real.world.fans[one.fan], input)
  if (one.refunded === one.price || one.dispute) {
    expectKind(asked, 'nothing_to_ask')
    return false
  }
  expectKind(asked, 'ok')
  invariant(asked.ok, 'see the assertion above')
  const byRule = model.isByRule(one)
  if ((asked.value.by === 'rule') !== byRule) throw new Error(`decided by ${asked.value.by}`)
  if (byRule) return true
  const grant = {
    kind: 'grant',
    amountMinor: requested.amountMinor,
    ends: requested.ends,
    note: 'Checked and agreed.',
  } as const
  const { refundId } = asked.value
  const { earnings, support } = real.world.staff
  expectKind(await decideRefund(support, refundId, grant), 'not_permitted')
  const tooMuch = { ...grant, amountMinor: one.price - one.refunded + 100n }
  expectKind(await decideRefund(earnings, refundId, tooMuch), 'wrong_amount')
  onlyOne(await Promise.all([1, 2].map(() => decideRefund(earnings, refundId, grant))))
  // Earlier partial refunds count too.
  if (one.refunded + requested.amountMinor > SECOND_PERSON_ABOVE_MINOR) {
    expectKind(await secondRefund(earnings, refundId, true), 'not_permitted')
    onlyOne(await Promise.all([1, 2].map(() => secondRefund(real.world.staff.super, refundId, true))))
  }
  return true
}

const refundable = (model: Model) => model.purchases.filter((one) => one.dispute !== 'won')

export const refund = (nth: number) =>
  command('refund to the wallet', {
    when: (model) => refundable(model).length > 0,
    run: async (model, real) => {
      const all = refundable(model)
      const one = all[nth % all.length]!
      const amountMinor = one.price - one.refunded
      if (await refundOf(model, real, one, { destination: 'wallet', amountMinor, ends: true })) model.refund(one)
    },
  })

const partOf = (model: Model) =>
  refundable(model).filter((one) => one.earning && !one.dispute && one.price - one.refunded > 50_000n)

export const refundPart = (nth: number) =>
  command('refund of a part', {
    when: (model) => partOf(model).length > 0,
    run: async (model, real) => {
      const all = partOf(model)
      const one = all[nth % all.length]!
      const amountMinor = ((one.price - one.refunded) / 300n) * 100n
      if (await refundOf(model, real, one, { destination: 'wallet', amountMinor, ends: false }))
        model.refundPart(one, amountMinor)
    },
  })

const fromGateway = (model: Model) => refundable(model).filter((one) => one.from === 'gateway')

export const refundToSource = (nth: number, fails: boolean) =>
  command('refund to where the money came from', {
    description: fails ? 'fails later' : 'arrives',
    when: (model) => fromGateway(model).length > 0,
    run: async (model, real) => {
      const all = fromGateway(model)
      const one = all[nth % all.length]!
      const amountMinor = one.price - one.refunded
      if (!(await refundOf(model, real, one, { destination: 'source', amountMinor, ends: true }))) return
      // A creator's share is taken when it is decided, before the following days earn anything.
      model.refund(one, fails ? 'nowhere' : 'source')
      if (fails) await real.fixture.scenario('R03', {}, 1)
      await Promise.all([1, 2].map(() => runTask('send refunds')))
      await pass(model, real, DAY_MS + 120_000)
      await runTask('send refunds')
    },
  })

type Disputable = Purchase | TopUp
const isTopUp = (one: Disputable): one is TopUp => 'taken' in one

/** A bank disputes a payment (`stolen`: a top-up of which nothing is left); the next time its result is known. */
export const chargeback = (nth: number, won: boolean, stolen: boolean) =>
  command('a chargeback', {
    description: `${stolen ? 'stolen, ' : ''}${won ? 'won' : 'lost'}`,
    when: (model) => disputable(model).length > 0,
    run: async (model, real) => {
      const open = disputable(model).find((one) => one.dispute === 'open')
      if (open) return endDispute(model, real, open)
      if (stolen) {
        await topUp(0, 25_000, 'check').run(model, real)
        await tip(nth % 2 === 0 ? 0 : 1, model.wallet[0]).run(model, real)
      }
      const all = disputable(model)
      const one = stolen ? model.topUps.at(-1)! : all[nth % all.length]!
      await real.fixture.scenario(won ? 'C03' : 'C04', { tx_ref: one.txRef! })
      await Promise.all([1, 2].map(() => runTask('read chargebacks')))
      if (isTopUp(one)) model.reverseTopUp(one)
      else model.reverse(one)
      one.wins = won
      const action = { action: 'decline', note: 'They viewed it on three days.' } as const
      expectKind(await answerChargeback(real.world.staff.support, await rowOf(real, one), action), 'not_permitted')
      expectKind(await answerChargeback(real.world.staff.earnings, await rowOf(real, one), action), 'ok')
    },
  })

/**
 * The open dispute, or else all that are possible. Creator subscriptions are not refunded here, so top-ups that paid for one are left out.
 */
function disputable(model: Model): Disputable[] {
  const all = [...model.purchases, ...model.topUps]
  const open = all.filter((one) => one.dispute === 'open')
  if (open.length > 0) return open
  return all.filter((one) => {
    if (one.dispute) return false
    if (isTopUp(one)) return one.termsBefore === model.walletTerms[one.fan]
    return one.from === 'gateway' && one.refunded === 0n
  })
}

async function rowOf(real: Real, one: Disputable): Promise<string> {
  const { id } = await real.fixture.one<{ id: string }>('select id from chargebacks where purchase_id = $1', [one.id])
  return id
}

async function endDispute(model: Model, real: Real, one: Disputable): Promise<void> {
  await pass(model, real, DAY_MS + 120_000)
  await Promise.all([1, 2].map(() => runTask('read chargebacks')))
  if (isTopUp(one)) model.endTopUpDispute(one)
  else model.endDispute(one)
  expectKind(await clearFlag(real.world.staff.earnings, await rowOf(real, one)), 'ok')
}
