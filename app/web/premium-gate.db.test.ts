import { expect, test } from 'vitest'
import { publish } from '#app/domain/events/publish.server.ts'
import { hasPass } from '#app/domain/entitlements/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { giveFullAccess, makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { requirePass } from './premium-gate.server.ts'

const { owner } = useDatabase()

/** Where a person is redirected, and with which message. */
async function turnedAway(actor: Actor): Promise<{ to: string | null; toast: string | null }> {
  try {
    await requirePass(actor)
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    const flash = thrown.headers.getSetCookie().find((line) => line.includes('peach_flash='))
    const text = flash ? decodeURIComponent(flash.slice(flash.indexOf('=') + 1, flash.indexOf(';'))) : null
    const { title, description } = text
      ? (JSON.parse(text) as { title: string; description: string })
      : { title: '', description: '' }
    return { to: thrown.headers.get('location'), toast: text && `${title} / ${description}` }
  }
  return { to: null, toast: null }
}

test('FEED-08a a visitor is redirected to sign-in', async () => {
  expect(await turnedAway(null)).toEqual({
    to: '/auth',
    toast: 'Access Denied / Please sign in to access premium content',
  })
})

test('FEED-08b a fan without a pass, or with an expired one, is redirected to the plans', async () => {
  const [never, ended] = [await makePerson(), await makePerson()]
  await giveFullAccess(ended, addDays(now(), -1))
  for (const fan of [never, ended]) {
    expect(await turnedAway(fan)).toEqual({
      to: '/subscribe',
      toast: 'Premium Access Required / Subscribe to unlock all Peaches!',
    })
  }
})

test('FEED-05a a pass holder gets in and sees the end date', async () => {
  const [endless, dated] = [await makePerson(), await makePerson()]
  await giveFullAccess(endless)
  const end = addDays(now(), 10)
  await giveFullAccess(dated, end)
  expect((await requirePass(endless)).endsAt).toBeNull()
  expect((await requirePass(dated)).endsAt).toEqual(end)
})

test('FEED-08 a person coming from profile setup is redirected without an error, once', async () => {
  const fan = await makePerson()
  await inTransaction((tx) => publish(tx, { actorId: fan.id, event: 'profile_completed', objectId: fan.id }))
  expect(await turnedAway(fan)).toEqual({ to: '/subscribe?from=welcome', toast: null })
  expect(await turnedAway(fan)).toMatchObject({ toast: 'Premium Access Required / Subscribe to unlock all Peaches!' })
})

test('FEED-08 an incomplete profile is completed first', async () => {
  expect(await turnedAway({ ...(await makePerson()), profileCompleted: false })).toEqual({
    to: '/profile-setup',
    toast: null,
  })
})

test('FEED-08c when the pass can’t be read, no one gets in and the error is shown', async () => {
  const holder = await makePerson()
  await giveFullAccess(holder)
  await owner().query('alter view entitlements rename to entitlements_away')
  try {
    expect(await turnedAway(holder)).toEqual({
      to: '/subscribe',
      toast: 'Error / Failed to verify subscription status. Please try again.',
    })
  } finally {
    await owner().query('alter view entitlements_away rename to entitlements')
  }
})

test('FEED-08 a blocked fan does not get in, even with a pass, and is not redirected in a loop', async () => {
  const holder = await makePerson()
  await giveFullAccess(holder)
  await owner().query('update profiles set is_blocked = true where id = $1', [holder.id])
  expect(await hasPass(holder.id)).toBe(false)
  expect(await turnedAway({ ...holder, isBlocked: true })).toEqual({
    to: '/public-feed',
    toast: 'Access Denied / This account is blocked. Please contact support.',
  })
})
