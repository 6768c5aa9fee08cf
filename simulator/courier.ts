// Sends webhooks: one delivery is one body, tried up to four times, 30 minutes apart; only the answer 200 counts.
import type { DeliveryRecord } from './records.ts'
import type { Surroundings } from './surroundings.ts'

const RETRY_AFTER_MS = 30 * 60_000
const TRIES = 4
const TIMEOUT_MS = 60_000
const AT_ONCE = 50

export interface Parcel {
  txRef: string
  url: string | null
  body: string
  label: string
  afterMs?: number
  hash?: DeliveryRecord['hash']
  padTo?: number
  retries?: boolean
  distrustAnswers?: boolean
}

export class Courier {
  #world: Surroundings | null = null
  #onTheWay = new Set<Promise<void>>()
  #waiting: (() => void)[] = []
  #busy = 0
  #closing = new AbortController()

  /** Continues with what an earlier process had begun to send. */
  start(world: Surroundings): void {
    this.#world = world
    for (const delivery of world.store.deliveries.all()) {
      if (delivery.state !== 'sending') continue
      world.store.deliveries.patch(delivery, { state: 'waiting' })
      world.timers.schedule(delivery.txRef, world.clock.now(), { kind: 'deliver', deliveryId: delivery.id })
    }
  }

  /** Accepts a body to be sent; `at` is the instant it counts from. */
  post(world: Surroundings, parcel: Parcel, at: number): DeliveryRecord | null {
    const url = parcel.url ?? world.config.webhookUrl
    if (url === null) return null
    const delivery = world.store.deliveries.put({
      id: world.store.nextId('delivery'),
      txRef: parcel.txRef,
      url,
      body: parcel.body,
      padTo: parcel.padTo ?? 0,
      hash: parcel.hash ?? 'right',
      label: parcel.label,
      state: 'waiting',
      retries: parcel.retries ?? true,
      distrustAnswers: parcel.distrustAnswers ?? false,
      createdAt: at,
      attempts: [],
    })
    world.timers.schedule(parcel.txRef, at + (parcel.afterMs ?? 0), { kind: 'deliver', deliveryId: delivery.id })
    return delivery
  }

  /** Begins one try of a delivery; called by its timer. */
  deliver(deliveryId: number, dueAt: number): void {
    const world = this.#world
    const delivery = world?.store.deliveries.get(deliveryId)
    if (!world || !delivery || this.#closing.signal.aborted) return
    world.store.deliveries.patch(delivery, { state: 'sending' })
    const trip = this.#send(world, deliveryId, dueAt).finally(() => this.#onTheWay.delete(trip))
    this.#onTheWay.add(trip)
  }

  /** Resolves when nothing is being sent, or after a while. */
  async idle(longestMs: number): Promise<void> {
    const until = Date.now() + longestMs
    while (this.#onTheWay.size > 0 && Date.now() < until) {
      const timeout = new AbortController()
      await Promise.race([Promise.allSettled(this.#onTheWay), sleep(until - Date.now(), timeout.signal)])
      timeout.abort()
    }
  }

  close(): void {
    this.#closing.abort()
    for (const next of this.#waiting.splice(0)) next()
  }

  async #send(world: Surroundings, deliveryId: number, dueAt: number): Promise<void> {
    if (this.#busy >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#busy += 1
    try {
      const delivery = world.store.deliveries.get(deliveryId)
      if (!delivery || this.#closing.signal.aborted) return
      world.store.commit()
      const answer = await postOnce(world, delivery, this.#closing.signal)
      if (!this.#closing.signal.aborted) this.#note(world, deliveryId, dueAt, answer)
    } finally {
      this.#busy -= 1
      this.#waiting.shift()?.()
    }
  }

  #note(world: Surroundings, deliveryId: number, dueAt: number, answer: Answer): void {
    const delivery = world.store.deliveries.get(deliveryId)
    if (!delivery) return
    const attempts = [...delivery.attempts, { at: world.clock.now(), ...answer }]
    const arrived = answer.status === 200 && !delivery.distrustAnswers
    const again = !arrived && delivery.retries && attempts.length < TRIES
    const state = arrived ? 'delivered' : again ? 'waiting' : 'given-up'
    world.store.deliveries.patch(delivery, { attempts, state })
    if (again) {
      // Counted from when this try was due, so that a clock that jumped two hours runs every retry.
      world.timers.schedule(delivery.txRef, dueAt + RETRY_AFTER_MS, { kind: 'deliver', deliveryId })
      world.timers.runDue()
    }
  }
}

interface Answer {
  status: number | null
  error: string | null
}

async function postOnce(world: Surroundings, delivery: DeliveryRecord, closing: AbortSignal): Promise<Answer> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'user-agent': 'payment-webhooks/3' }
  if (delivery.hash === 'right') headers['verif-hash'] = world.config.webhookHash
  if (delivery.hash === 'wrong') headers['verif-hash'] = `not-${world.config.webhookHash.slice(0, 2)}`
  try {
    const response = await fetch(delivery.url, {
      method: 'POST',
      headers,
      body: delivery.body.padEnd(delivery.padTo, ' '),
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return { status: response.status, error: null }
  } catch (error) {
    return { status: null, error: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? ` (${String(cause.code)})` : ''
  return `${error.name}: ${error.message}${code}`.slice(0, 200)
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(ms, 0))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
