import { nextRunAt } from '#app/domain/payouts/friday.ts'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import { releasePayout } from '#app/domain/payouts/release-payout.server.ts'
import { now } from '#app/platform/clock.ts'
import { COMMANDS } from '../product-commands.ts'
import type { World } from '../world.ts'
import { advanceTo, DAY, earned, type Flow, fromBalance, HOUR, must, run, taskNamed, type Fixture } from './steps.ts'

const MINUTE = 60

/** Test numbers of the gateway with a known result of transfers. */
const FAILS = '+256770000932'
const LIMITED = '+256770000934'
const REVERSED = '+256770000940'

/** A payout of the first creator's earnings, made by a person; to this number if one is given. */
async function processed(fixture: Fixture, world: World, shillings = 100_000, number?: string): Promise<string> {
  const creatorId = world.creators[0].id
  if (number)
    await fixture.owner().query('update payout_accounts set number = $2 where creator_id = $1', [creatorId, number])
  await earned(fixture, world, shillings)
  const { payoutIds } = await must(processPayout(world.staff.earnings, { creatorId }))
  return payoutIds[0]!
}

/** Checks what was sent after each of these times. */
async function follow(fixture: Fixture, ...waits: number[]): Promise<void> {
  await run('send payouts')
  for (const seconds of waits) {
    await fixture.advance(seconds)
    await run('send payouts')
  }
}

/** A transfer that the gateway had reported as failed was paid after all: its reference is paid there now. */
async function paysAfterAll(fixture: Fixture, payoutId: string): Promise<void> {
  const { reference, net } = await fixture.one<{ reference: string; net: string }>(
    'select reference, (net_minor / 100)::text as net from payouts where id = $1',
    [payoutId],
  )
  await fixture.control('/control/reset', {})
  await fixture.control('/control/balance', { currency: 'UGX', available: 100_000_000 })
  await fetch(`${fixture.baseUrl()}/transfers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      account_bank: 'MTN',
      account_number: '256770000931',
      amount: Number(net),
      currency: 'UGX',
      beneficiary_name: 'SOMEBODY REAL',
      reference,
    }),
  })
  await fixture.owner().query('update payouts set provider_id = null where id = $1', [payoutId])
}

/** A transfer that the gateway has not seen for a day was never sent: a person cancels it, and pays anew. */
async function payLostAnew(fixture: Fixture, world: World): Promise<void> {
  await follow(fixture, 2 * MINUTE, 31 * MINUTE, 3 * HOUR, DAY)
  const creatorId = world.creators[0].id
  const lost = await fixture.all<{ id: string }>(`select id from payouts where creator_id = $1 and state = 'unknown'`, [
    creatorId,
  ])
  for (const { id } of lost) {
    await must(releasePayout(world.staff.earnings, id))
    await must(processPayout(world.staff.earnings, { creatorId }))
  }
  await follow(fixture, 2 * MINUTE)
}

/** Everything that is paid out to creators, or returned. */
export const PAYOUT_FLOWS: readonly Flow[] = [
  {
    proves: 'PAYOUT-01',
    name: 'a payout is made by a person',
    prepare: async (fixture, world) => {
      await earned(fixture, world, 100_000)
      return { command: 'process_payout', input: { person: world.staff.earnings, creatorId: world.creators[0].id } }
    },
  },
  {
    proves: 'PAYOUT-01',
    name: 'creators are paid on Friday',
    prepare: async (fixture, world) => {
      await earned(fixture, world, 100_000)
      await advanceTo(fixture, new Date(nextRunAt(now()).getTime() + MINUTE * 1_000))
      return taskNamed('pay creators on Fridays')
    },
  },
  {
    proves: 'PAYOUT-01',
    name: 'a payout is sent',
    prepare: async (fixture, world) => {
      await processed(fixture, world)
      return taskNamed('send payouts')
    },
    afterwards: payLostAnew,
    // A payout that was never sent has failed, and another one is made for it. What was sent and what is left is the same.
    otherWays: /^(payouts|entries|mails) /,
  },
  {
    proves: 'PAYOUT-01',
    name: 'a payout that was sent has arrived',
    prepare: async (fixture, world) => {
      await processed(fixture, world)
      await follow(fixture)
      fixture.state.refuseNotices = true
      await fixture.advance(2 * MINUTE)
      return taskNamed('send payouts')
    },
  },
  {
    proves: 'PAYOUT-01',
    name: 'a failed payout is reversed',
    prepare: async (fixture, world) => {
      await processed(fixture, world, 100_000, FAILS)
      await follow(fixture, 2 * MINUTE)
      await fixture.advance(31 * MINUTE)
      return taskNamed('send payouts')
    },
  },
  {
    proves: 'PAYOUT-01',
    name: 'a payout with a temporary failure is made anew',
    prepare: async (fixture, world) => {
      // The failures of earlier worlds are older than a week then, and are not made anew.
      await fixture.advance(8 * DAY)
      await processed(fixture, world, 100_000, LIMITED)
      await follow(fixture, 2 * MINUTE, 31 * MINUTE, DAY + HOUR)
      return taskNamed('retry payouts after temporary failures')
    },
  },
  {
    proves: 'PAYOUT-01',
    name: 'a payout that had arrived is reversed',
    prepare: async (fixture, world) => {
      await processed(fixture, world, 100_000, REVERSED)
      await follow(fixture, 2 * MINUTE, DAY + HOUR)
      await fixture.advance(31 * MINUTE)
      return taskNamed('send payouts')
    },
  },
  {
    proves: 'PAYOUT-01',
    name: 'a payout that was reversed arrives after all',
    prepare: async (fixture, world) => {
      const payoutId = await processed(fixture, world, 100_000, FAILS)
      await follow(fixture, 2 * MINUTE, 31 * MINUTE)
      // A part of it is spent by then, so that the creator owes that part.
      const fee = fromBalance(world.creators[0], { kind: 'creator_fee', renewal: true }, 'earnings')
      await COMMANDS[fee.command]!(fee.input)
      await paysAfterAll(fixture, payoutId)
      await fixture.advance(DAY + HOUR)
      return taskNamed('send payouts')
    },
  },
  {
    proves: 'PAYOUT-01',
    name: 'a payout is cancelled by its creator',
    prepare: async (fixture, world) => ({
      command: 'cancel_payout',
      input: { person: world.creators[0], id: await processed(fixture, world) },
    }),
  },
  {
    proves: 'PAYOUT-01',
    name: 'a large payout is approved by the second person',
    prepare: async (fixture, world) => {
      const payoutId = await processed(fixture, world, 700_000)
      const { net } = await fixture.one<{ net: bigint }>('select net_minor as net from payouts where id = $1', [
        payoutId,
      ])
      const approval = { payoutId, typedMinor: net, code: '' }
      return { command: 'approve_payout', input: { person: world.staff.super, approval } }
    },
  },
]
