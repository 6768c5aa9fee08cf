import { createECDH } from 'node:crypto'
import type { z } from 'zod'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { pushSender } from '#app/gateways/push/push.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { MAX_DEVICES, type SubscriptionForm } from './push-message.ts'

type Subscription = z.infer<typeof SubscriptionForm>
export type PushRefusal = { kind: 'not_offered' } | { kind: 'not_a_push_service' } | { kind: 'not_this_browser' }

/**
 * Sends alerts to this browser from now on, for as long as its session lasts. What the browser says is a person's input: it may name only
 * the push services that we know, and take over only a subscription whose secret it has.
 */
export async function turnOnPush(actor: Person, subscription: Subscription): Promise<Result<null, PushRefusal>> {
  const sender = pushSender()
  if (!sender) return refuse({ kind: 'not_offered' })
  const { endpoint, p256dh, auth } = subscription
  if (!sender.mayNotify(endpoint) || !isPoint(p256dh)) return refuse({ kind: 'not_a_push_service' })
  return inTransaction(async (tx) => {
    // One after another for an account, and an erasure that has begun ends first.
    await tx.selectFrom('profiles').select('id').where('id', '=', actor.id).forUpdate().execute()
    const session = await tx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', actor.sessionId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (!session) return refuse({ kind: 'not_this_browser' })
    const [taken] = await tx.selectFrom('push_subscriptions').select('auth').where('endpoint', '=', endpoint).execute()
    if (taken && taken.auth !== auth) return refuse({ kind: 'not_this_browser' })
    await tx
      .deleteFrom('push_subscriptions')
      .where((where) => where.or([where('endpoint', '=', endpoint), where('session_id', '=', actor.sessionId)]))
      .execute()
    await endOldest(tx, actor.id)
    await tx
      .insertInto('push_subscriptions')
      .values({ id: newId(), session_id: actor.sessionId, profile_id: actor.id, endpoint, p256dh, auth })
      .execute()
    await publish(tx, { event: 'push_turned_on', actorId: actor.id, objectId: actor.id })
    return ok(null)
  })
}

/** Leaves room for one more. */
async function endOldest(tx: Tx, profileId: string): Promise<void> {
  const extra = tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('profile_id', '=', profileId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(MAX_DEVICES - 1)
  await tx.deleteFrom('push_subscriptions').where('id', 'in', extra).execute()
}

/** Whether a key is a point of the curve: nothing could be encrypted for another one. */
function isPoint(key: string): boolean {
  try {
    const curve = createECDH('prime256v1')
    curve.generateKeys()
    curve.computeSecret(Buffer.from(key, 'base64url'))
    return true
  } catch {
    return false
  }
}
