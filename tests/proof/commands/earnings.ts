import { retryPayoutAccount } from '#app/domain/payouts/retry-payout-account.server.ts'
import { refreshListed } from '#app/domain/creators/refresh-listed.server.ts'
import { foldAccounts } from '#app/domain/ledger/fold-accounts.server.ts'
import { cancelPayout } from '#app/domain/payouts/cancel-payout.server.ts'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import { runTask } from '#app/jobs.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { type Model, PEOPLE, type Who } from '../model.ts'
import { command, DAY_MS, expectKind, pass, type Real } from './step.ts'

export const advance = (days: number) =>
  command('days pass', { description: `${days}`, run: (model, real) => pass(model, real, days * DAY_MS) })

export const fold = command('fold', {
  run: async () => {
    await foldAccounts()
  },
})

const PAYOUT_FEE_MINOR = 150_000n
const MIN_TRANSFER_MINOR = 50_000n
const MIN_OF_A_RUN_MINOR = 2_000_000n

export const payOut = (creator: Who) =>
  command('make a payout', {
    run: async (model, real) => {
      const creatorId = real.world.creators[creator].id
      const [first, second] = await Promise.all(
        [1, 2].map(() => processPayout(real.world.staff.earnings, { creatorId })),
      )
      const result = first!.ok ? first! : second!
      if (model.stopped.has(creator)) {
        expectKind(result, 'account_refused')
        expectKind(await retryPayoutAccount(real.world.creators[creator]), 'ok')
        model.stopped.delete(creator)
        return
      }
      // What a creator owes remains.
      const gross = model.available[creator] - model.debt[creator]
      if (gross - PAYOUT_FEE_MINOR < MIN_TRANSFER_MINOR) return expectKind(result, 'too_little')
      expectKind(result, 'ok')
      invariant(result.ok, 'see the assertion above')
      if (first!.ok && second!.ok) throw new Error('the same earnings were paid out twice')
      model.pay(creator, gross)
      await noteNew(model, real, creator)
    },
  })

const FRIDAY = 5
const RUN_HOUR = 9
const KAMPALA_AHEAD_MS = 3 * 3_600_000

/**
 * Each Friday of a fixture at another second, by a step that the other waits (2 and 30 minutes, days) never add up to: otherwise events
 * that are whole days or weeks apart would depend on how long the machine took.
 */
const LATER_MS = 37_000
const MAX_LATER = 90
let fridays = 0

/** How long until the next Friday, an hour and so much more after the run is due. */
function untilFriday(at: number, laterMs: number): number {
  const local = new Date(at + KAMPALA_AHEAD_MS)
  const days = (FRIDAY - local.getUTCDay() + 7) % 7
  const due = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days, RUN_HOUR + 1)
  return (due > local.getTime() ? due : due + 7 * DAY_MS) - local.getTime() + laterMs
}

export const weeklyRun = command('the payouts of a Friday', {
  run: async (model, real) => {
    fridays = (fridays + 1) % MAX_LATER
    await pass(model, real, untilFriday(now().getTime(), fridays * LATER_MS))
    await Promise.all([1, 2].map(() => runTask('pay creators on Fridays')))
    for (const creator of PEOPLE) {
      if (model.stopped.has(creator)) continue
      const gross = model.available[creator] - model.debt[creator]
      if (gross < MIN_OF_A_RUN_MINOR || model.available[creator] < MIN_OF_A_RUN_MINOR) continue
      model.pay(creator, gross)
      await noteNew(model, real, creator)
    }
  },
})

/** Reads the ids of the payouts that were just made. */
async function noteNew(model: Model, real: Real, creator: Who): Promise<void> {
  const made = await real.fixture.all<{ id: string; gross: string }>(
    'select id, gross_minor::text as gross from payouts where creator_id = $1 and id <> all ($2::uuid[])',
    [real.world.creators[creator].id, model.payouts.map(({ id }) => id)],
  )
  for (const { id, gross } of made) model.payouts.push({ creator, gross: BigInt(gross), open: true, id })
}

export const cancel = (nth: number) =>
  command('cancel a payout', {
    when: (model) => model.payouts.length > 0,
    run: async (model, real) => {
      const one = model.payouts[nth % model.payouts.length]!
      const other = await cancelPayout(real.world.creators[one.creator === 0 ? 1 : 0], one.id)
      expectKind(other, 'not_there')
      const result = await cancelPayout(real.world.creators[one.creator], one.id)
      if (!one.open) return expectKind(result, 'too_late')
      expectKind(result, 'ok')
      one.open = false
      model.pay(one.creator, -one.gross)
    },
  })

export const sendPayouts = (fails: boolean) =>
  command('send payouts', {
    description: fails ? 'refused' : 'sent',
    when: (model) => model.payouts.some((payout) => payout.open),
    run: async (model, real) => {
      if (fails) await real.fixture.scenario('T15', {}, 1)
      await runTask('send payouts')
      for (const seconds of [120, 1_800]) {
        await real.fixture.advance(seconds)
        model.nowMs += seconds * 1_000
        await runTask('send payouts')
      }
      const states = await real.fixture.all<{ id: string; state: string }>(
        'select id, state from payouts where id = any ($1)',
        [model.payouts.map(({ id }) => id)],
      )
      const calledOff: Who[] = []
      for (const { id, state } of states) {
        const one = model.payouts.find((payout) => payout.id === id)!
        if (!one.open || state === 'pending') continue
        one.open = false
        if (state !== 'failed' && state !== 'cancelled') continue
        model.pay(one.creator, -one.gross)
        if (state === 'failed') model.stopped.add(one.creator)
        else calledOff.push(one.creator)
      }
      // The rest of a run never goes to an account that was refused; nothing else is cancelled.
      if (calledOff.some((creator) => !model.stopped.has(creator)))
        throw new Error('a payout was cancelled without a refusal')
    },
  })

export const hide = (creator: Who) =>
  command('a creator is hidden and comes back', {
    when: (model) =>
      model.terms.some((term) => term.creator === creator) ||
      model.holds.some((one) => one.open && one.creator === creator),
    run: async (model, real) => {
      const { id } = real.world.creators[creator]
      const list = async (revoked: string) => {
        await real.fixture
          .owner()
          .query(
            `update creator_listings set revoked_at = ${revoked} where creator_id = $1 and source_kind = 'grant'`,
            [id],
          )
        await inTransaction((tx) => refreshListed(tx, id))
      }
      await list('app_now()')
      await Promise.all([1, 2].map(() => runTask('refund subscriptions to hidden creators')))
      await runTask('end due requests')
      await list('null')
      // The same task ends what is late, of every creator.
      for (const one of model.holds) if (one.open && one.endsAt <= model.nowMs) model.endHold(one, 'cancelled')
      model.hide(creator)
    },
  })
