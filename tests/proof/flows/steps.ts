import type { Person } from '#app/domain/identity/actor.ts'
import type { BalanceOrder, GatewayOrder } from '#app/domain/purchases/place-order.server.ts'
import type { ProductOrder } from '#app/domain/products/registry.ts'
import { now } from '#app/platform/clock.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { aStart, type usePaymentFixture } from '#tests/support/payments.ts'
import { COMMANDS, type CommandInput } from '../product-commands.ts'
import type { World } from '../world.ts'

export type Fixture = ReturnType<typeof usePaymentFixture>
export type Order = { command: string; input: CommandInput }

/** One movement of money: what happens before it, and the command in which the server dies. */
export type Flow = {
  /** The requirements that it proves. */
  proves: string
  name: string
  prepare(fixture: Fixture, world: World): Promise<Order>
  /** What people and the gateway do after the command, whether it finished or was repeated. */
  afterwards?(fixture: Fixture, world: World, answer: unknown): Promise<void>
  /** What may differ in the end, because there is more than one correct result. */
  otherWays?: RegExp
}

export const HOUR = 3_600
export const DAY = 86_400

export function taskNamed(task: string): Order {
  return { command: 'task', input: { task } }
}

export const run = (task: string): Promise<unknown> => COMMANDS.task!({ task })

/** The value of a result that must be a success. */
export async function must<Value>(
  result: Promise<{ ok: true; value: Value } | { ok: false; refusal: unknown }>,
): Promise<Value> {
  const answer = await result
  if (!answer.ok) throw new Error(`refused on the way to a flow: ${JSON.stringify(answer.refusal)}`)
  return answer.value
}

export function startOf(fan: Person, product: ProductOrder, payer?: GatewayOrder['payer']): Order {
  return {
    command: 'start_payment',
    input: { person: fan, start: aStart({ email: fan.email, product, ...(payer && { payer }) }) },
  }
}

export async function referenceOf(order: Order): Promise<string> {
  const started = (await COMMANDS[order.command]!(order.input)) as { ok: boolean; value: { reference: string } }
  if (!started.ok) throw new Error(`a payment did not start: ${JSON.stringify(started)}`)
  return started.value.reference
}

/** Pays at the gateway while no webhook is received. */
export async function paid(fixture: Fixture, fan: Person, product: ProductOrder): Promise<string> {
  const reference = await referenceOf(startOf(fan, product))
  fixture.state.refuseNotices = true
  await fixture.pay(reference, 'approve')
  return reference
}

export async function bought(fixture: Fixture, fan: Person, product: ProductOrder): Promise<string> {
  const txRef = await paid(fixture, fan, product)
  await COMMANDS.complete_payment!({ txRef })
  return txRef
}

export async function fill(fixture: Fixture, fan: Person, shillings: number): Promise<void> {
  await bought(fixture, fan, { kind: 'wallet_top_up', amountMinor: BigInt(shillings) * 100n, restMinor: 0n })
}

export function fromBalance(
  person: Person,
  product: BalanceOrder['product'],
  from: BalanceOrder['from'] = 'wallet',
): Order {
  const balance: BalanceOrder = { product, from, returnTo: {}, attempt: randomToken(), shownMinor: null }
  return { command: 'pay_from_balance', input: { person, balance } }
}

export function tip(creatorId: string, shillings: number): BalanceOrder['product'] {
  const amountMinor = BigInt(shillings) * 100n
  return { kind: 'tip', creatorId, amountMinor, message: 'Webale', postId: null, context: 'profile', named: true }
}

/** A creator with so many shillings of earnings to be paid out: a fan's tip, eight days ago. */
export async function earned(fixture: Fixture, world: World, shillings: number): Promise<void> {
  await fill(fixture, world.fans[0], shillings)
  const order = fromBalance(world.fans[0], tip(world.creators[0].id, shillings))
  await COMMANDS[order.command]!(order.input)
  await fixture.advance(8 * DAY)
  await run('release earnings')
}

export const PASS: Extract<ProductOrder, { kind: 'pass' }> = {
  kind: 'pass',
  plan: 'monthly',
  currency: 'UGX',
  renewal: false,
}

export function subscriptionTo(world: World): ProductOrder {
  return { kind: 'creator_subscription', creatorId: world.creators[0].id, renewal: false }
}

export function unlockOf(world: World): ProductOrder {
  return { kind: 'post_unlock', postId: world.posts[0][1]! }
}

/** The id of somebody's last purchase of a kind. */
export async function purchaseOf(fixture: Fixture, buyer: Person, kind: ProductOrder['kind']): Promise<string> {
  const { id } = await fixture.one<{ id: string }>(
    'select id from purchases where buyer_id = $1 and kind = $2 order by created_at desc limit 1',
    [buyer.id, kind],
  )
  return id
}

/** Hides a creator's page: whatever paid for it is revoked. */
export async function hide(fixture: Fixture, creatorIds: readonly string[]): Promise<void> {
  await fixture
    .owner()
    .query('update creator_listings set revoked_at = app_now() where creator_id = any ($1) and revoked_at is null', [
      creatorIds,
    ])
}

export async function advanceTo(fixture: Fixture, at: Date): Promise<void> {
  await fixture.advance(Math.ceil((at.getTime() - now().getTime()) / 1_000))
}
