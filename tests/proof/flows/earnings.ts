import { addToDay, dayOf, mondayOf, startOfDay } from '#app/domain/usage/day.ts'
import { setFeeAutoPay } from '#app/domain/creators/set-fee-auto-pay.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import { now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { enlistStaff } from '#tests/support/enlist-staff.ts'
import { COMMANDS } from '../product-commands.ts'
import type { World } from '../world.ts'
import {
  advanceTo,
  bought,
  DAY,
  earned,
  fill,
  type Flow,
  fromBalance,
  hide,
  HOUR,
  must,
  PASS,
  run,
  subscriptionTo,
  taskNamed,
  tip,
  type Fixture,
} from './steps.ts'

const FEE = { kind: 'creator_fee', renewal: false } as const

/** A creator who is visible only because of a week that they pay from their earnings now. */
async function withPaidWeek(fixture: Fixture, world: World): Promise<Person> {
  const [creator] = world.creators
  await earned(fixture, world, 400_000)
  await hide(fixture, [creator.id])
  const order = fromBalance(creator, FEE, 'earnings')
  await must(COMMANDS[order.command]!(order.input) as Promise<{ ok: true; value: unknown }>)
  return creator
}

/** A creator whose application waits for a person, and who has paid the first week by mobile money. */
async function applied(fixture: Fixture, creator: Person): Promise<{ applicationId: string; submittedAt: Date }> {
  const [applicationId, submittedAt] = [newId(), now()]
  await hide(fixture, [creator.id])
  await fixture
    .owner()
    .query(`update creators set verification_status = 'in_review', approved_at = null where profile_id = $1`, [
      creator.id,
    ])
  await fixture
    .owner()
    .query(`insert into creator_applications (id, profile_id, state, submitted_at) values ($1, $2, 'in_review', $3)`, [
      applicationId,
      creator.id,
      submittedAt,
    ])
  await bought(fixture, creator, FEE)
  return { applicationId, submittedAt }
}

const nextMonday = () => new Date(startOfDay(addToDay(mondayOf(dayOf(now())), 7)).getTime() + 3_600_000)

/**
 * Shares every pass of earlier worlds completely, so that the next week moves only the money of this world's people.
 */
async function shareWhatWasBefore(fixture: Fixture): Promise<void> {
  for (let open = 1; open > 0;) {
    await advanceTo(fixture, nextMonday())
    await run('share passes')
    const left = await fixture.one<{ open: number }>(
      `select count(*)::int as open from subscriptions where deferred_minor - earned_minor + kept_minor - refunded_minor > 0`,
    )
    open = left.open
  }
}

/** A week in which a pass holder used both creators, the first one on more days. */
async function useBoth(fixture: Fixture, { fans: [, fan], creators }: World): Promise<void> {
  const days = [creators[0], creators[1], creators[0]]
  for (const creator of days) {
    await recordUse(fan.id, creator.id)
    await fixture.advance(DAY)
  }
  await advanceTo(fixture, nextMonday())
}

const passes: Flow = {
  proves: 'EARN-02',
  name: 'a week of passes is shared among creators',
  prepare: async (fixture, world) => {
    await shareWhatWasBefore(fixture)
    await bought(fixture, world.fans[1], PASS)
    // Months differ in length: a term of four whole weeks earns the same in each world.
    await fixture
      .owner()
      .query(`update subscriptions set expires_at = starts_at + interval '28 days' where user_id = $1`, [
        world.fans[1].id,
      ])
    await useBoth(fixture, world)
    return taskNamed('share passes')
  },
  afterwards: async (fixture, world) => {
    for (let week = 2; week <= 4; week += 1) {
      await useBoth(fixture, world)
      await run('share passes')
    }
  },
}

const fees: Flow[] = [
  {
    proves: 'CSUB-03',
    name: 'the creator fee is paid from earnings',
    prepare: async (fixture, world) => {
      await earned(fixture, world, 200_000)
      return fromBalance(world.creators[0], { kind: 'creator_fee', renewal: true }, 'earnings')
    },
  },
  {
    proves: 'CSUB-03',
    name: 'a creator\u2019s week has ended and is earned',
    prepare: async (fixture, world) => {
      await withPaidWeek(fixture, world)
      await fixture.advance(7 * DAY + HOUR)
      return taskNamed('earn finished creator weeks')
    },
  },
  {
    proves: 'CSUB-03',
    name: 'the next week is paid from earnings by itself',
    prepare: async (fixture, world) => {
      await must(setFeeAutoPay(await withPaidWeek(fixture, world), 6_000_000n))
      await fixture.advance(6 * DAY + HOUR)
      return taskNamed('pay creator weeks from earnings')
    },
  },
  {
    proves: 'CSUB-03',
    name: 'a week that never began is refunded',
    prepare: async (fixture, world) => {
      await enlistStaff(
        (...asked) => fixture.owner().query(...asked),
        world.staff.super.id,
        world.staff.super.staffRole,
      )
      const rejected = await applied(fixture, world.creators[1])
      return { command: 'reject_application', input: { person: world.staff.super, rejected } }
    },
  },
]

/** What creators earn and what they pay for being visible. */
export const EARNING_FLOWS: readonly Flow[] = [
  ...fees,
  {
    proves: 'EARN-01',
    name: 'earnings become available',
    prepare: async (fixture, world) => {
      await fill(fixture, world.fans[0], 80_000)
      const order = fromBalance(world.fans[0], tip(world.creators[0].id, 50_000))
      await COMMANDS[order.command]!(order.input)
      await fixture.advance(8 * DAY)
      return taskNamed('release earnings')
    },
  },
  {
    proves: 'EARN-01',
    name: 'a day of a creator subscription is earned',
    prepare: async (fixture, world) => {
      await bought(fixture, world.fans[1], subscriptionTo(world))
      await fixture.advance(2 * DAY)
      return taskNamed('earn a day of creator subscriptions')
    },
  },
  {
    proves: 'EARN-01 WALLET-01',
    name: 'the rest of a subscription to a hidden creator is refunded',
    prepare: async (fixture, world) => {
      await bought(fixture, world.fans[1], subscriptionTo(world))
      await fixture.advance(10 * DAY + HOUR)
      await hide(fixture, [world.creators[0].id])
      return taskNamed('refund subscriptions to hidden creators')
    },
  },
  passes,
]
