import { acceptRequest as answer } from '#app/domain/requests/accept-request.server.ts'
import { askRequest } from '#app/domain/requests/ask-request.server.ts'
import { changePrice } from '#app/domain/requests/change-price.server.ts'
import { confirmPrice } from '#app/domain/requests/confirm-price.server.ts'
import { declineRequest } from '#app/domain/requests/decline-request.server.ts'
import { deliverRequest } from '#app/domain/requests/deliver-request.server.ts'
import { withdrawRequest } from '#app/domain/requests/withdraw-request.server.ts'
import { timesOf } from '#app/domain/requests/request.ts'
import { setOffers } from '#app/domain/requests/set-offers.server.ts'
import { runTask } from '#app/jobs.server.ts'
import { now } from '#app/platform/clock.ts'
import { invariant } from '#app/platform/invariant.ts'
import { addReadyMedium, anAsk } from '#tests/support/requests.ts'
import type { Model, Who } from '../model.ts'
import { command, DAY_MS, expectKind, onlyOne, pass, type Real } from './step.ts'

const DELIVERY_DAYS = 20
const MIN_MINOR = 100_000n

const form = (real: Real, creator: Who, priceMinor: bigint) =>
  anAsk(real.world.creators[creator], { priceMinor, days: DELIVERY_DAYS })

/** A creator takes requests from the lowest price on. */
async function takeAll(real: Real, creator: Who): Promise<void> {
  const kind = { isOn: true, minPriceMinor: MIN_MINOR }
  await setOffers(real.world.creators[creator], { photo: kind, video: kind, voice: kind })
}

function hold(model: Model, creator: Who, amount: bigint, id: string, wantedBy: string): void {
  const times = timesOf(wantedBy, now())
  invariant(times, 'the day can be wanted')
  model.hold({ fan: 0, creator, amount, id, endsAt: times.deliverBy.getTime() })
}

/** Asked twice at once with one form, then accepted; in every second case after another price, which the fan confirms twice at once. */
export const acceptRequest = (creator: Who, priceMinor: bigint) =>
  command('accept a request', {
    description: `creator ${creator}, ${priceMinor}`,
    run: async (model, real) => {
      const [fan, stranger] = real.world.fans
      await takeAll(real, creator)
      const ask = form(real, creator, priceMinor)
      const asked = await Promise.all([1, 2].map(() => askRequest(fan, ask)))
      const expected =
        priceMinor < MIN_MINOR ? 'price_out_of_bounds' : model.wallet[0] < priceMinor ? 'balance_too_small' : 'ok'
      for (const one of asked) expectKind(one, expected)
      if (!asked[0]!.ok) return
      const { requestId } = asked[0]!.value
      const person = real.world.creators[creator]
      const dearer = priceMinor + MIN_MINOR
      const confirms = (priceMinor / 100n) % 2n === 0n && model.wallet[0] >= dearer
      if (confirms) {
        expectKind(await changePrice(person, requestId, dearer), 'ok')
        expectKind(await confirmPrice(stranger, requestId, 2), 'request_missing')
        for (const one of await Promise.all([1, 2].map(() => confirmPrice(fan, requestId, 2)))) expectKind(one, 'ok')
      } else {
        expectKind(await answer(real.world.creators[creator === 0 ? 1 : 0], requestId), 'request_missing')
        for (const one of await Promise.all([1, 2].map(() => answer(person, requestId)))) expectKind(one, 'ok')
      }
      await addReadyMedium(real.fixture.owner(), person.id, requestId)
      hold(model, creator, confirms ? dearer : priceMinor, requestId, ask.wantedBy)
    },
  })

export const acceptTwo = command('two spends of the whole wallet at once', {
  description: 'requests',
  when: (model) => model.wallet[0] >= MIN_MINOR,
  run: async (model, real) => {
    const priceMinor = model.wallet[0]
    for (const creator of [0, 1] as const) await takeAll(real, creator)
    const forms = ([0, 1] as const).map((creator) => form(real, creator, priceMinor))
    const answers = await Promise.all(forms.map((ask) => askRequest(real.world.fans[0], ask)))
    onlyOne(answers)
    const creator = answers[0]!.ok ? 0 : 1
    const asked = answers[creator]!
    invariant(asked.ok, 'one of them was asked')
    const { requestId } = asked.value
    const person = real.world.creators[creator]
    // Accepted and withdrawn at once: whichever comes first, the other is refused.
    const [accepted, withdrawn] = await Promise.all([
      answer(person, requestId),
      withdrawRequest(real.world.fans[0], requestId),
    ])
    onlyOne([accepted, withdrawn])
    if (!accepted.ok) return
    await addReadyMedium(real.fixture.owner(), person.id, requestId)
    hold(model, creator, priceMinor, requestId, forms[creator]!.wantedBy)
  },
})

const someHeld = (model: Model) => model.holds.length > 0

export const deliver = (nth: number) =>
  command('deliver a request', {
    when: someHeld,
    run: async (model, real) => {
      const one = model.holds[nth % model.holds.length]!
      const other = real.world.creators[one.creator === 0 ? 1 : 0]
      expectKind(await deliverRequest(other, one.id), 'request_missing')
      const answers = await Promise.all([1, 2].map(() => deliverRequest(real.world.creators[one.creator], one.id)))
      const delivers = one.open && one.endsAt > model.nowMs
      // A delivery that was sent twice is one delivery.
      for (const result of answers) expectKind(result, delivers || one.state === 'delivered' ? 'ok' : 'request_ended')
      if (delivers) model.endHold(one, 'delivered')
    },
  })

export const withdraw = (nth: number) =>
  command('withdraw a request', {
    when: someHeld,
    run: async (model, real) => {
      const one = model.holds[nth % model.holds.length]!
      const byFan = await withdrawRequest(real.world.fans[0], one.id)
      const open = one.open && one.endsAt > model.nowMs
      expectKind(byFan, open ? 'accepted_already' : 'request_ended')
      const result = await declineRequest(real.world.creators[one.creator], one.id)
      expectKind(result, open ? 'ok' : 'request_ended')
      if (open) model.endHold(one, 'withdrawn')
    },
  })

export const expire = command('requests run out of time', {
  when: (model) => model.holds.some((one) => one.open),
  run: async (model, real) => {
    await pass(model, real, (DELIVERY_DAYS + 1) * DAY_MS)
    await Promise.all(['end due requests', 'cancel expired holds', 'end due requests'].map((name) => runTask(name)))
    await runTask('end due requests')
    for (const one of model.holds) if (one.open && one.endsAt <= model.nowMs) model.endHold(one, 'cancelled')
  },
})
