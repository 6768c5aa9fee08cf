import { randomBytes } from 'node:crypto'
import type { Person } from '#app/domain/identity/actor.ts'
import { CHANNELS, TOPIC_NAMES } from '#app/domain/events/topics.ts'
import { STAFF_ROLES } from '#app/domain/identity/roles.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { makeStaff } from '#tests/support/applications.ts'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
import { ownerDb } from '#tests/support/database.ts'
import { fillWallet } from '#tests/support/spending.ts'

/** How people have chosen to be told: nothing chosen, or every mail, and what can wait in the daily summary. */
export type Mode = 'standard' | 'daily'

export type Scene = Record<
  'fan' | 'creator' | 'moderator' | 'manager' | 'reporter' | 'subscriber' | 'performer',
  Person
>

/** Everybody whom a notice could reach by mistake, each with a session and a browser that gets alerts. */
export type Bystanders = Record<
  | 'follower'
  | 'asksForPosts'
  | 'asksForLives'
  | 'followsOnly'
  | 'asksOtherCreator'
  | 'blockedByCreator'
  | 'blocksCreator'
  | 'suspendedFollower'
  | 'conversation'
  | 'otherCreator'
  | 'performer'
  | 'reporter'
  | 'subscriber'
  | 'formerStaff'
  | 'owner'
  | (typeof STAFF_ROLES)[number],
  Person
>

/** The people of a database, by the names that the table uses. */
export class Everybody {
  readonly names = new Map<string, string>()
  readonly people = new Map<string, Person>()
  readonly mode: Mode

  constructor(mode: Mode) {
    this.mode = mode
  }

  async add(name: string, person: Person): Promise<Person> {
    const sessionId = newId()
    await ownerDb
      .insertInto('sessions')
      .values({
        id: sessionId,
        profile_id: person.id,
        kind: person.staffRole ? 'staff' : 'member',
        token_hash: randomBytes(32),
        expires_at: new Date(Date.now() + 10 * 86_400_000),
      })
      .execute()
    await ownerDb
      .insertInto('push_subscriptions')
      .values({
        id: newId(),
        session_id: sessionId,
        profile_id: person.id,
        endpoint: `https://push.example/${person.id}`,
        p256dh: 'x'.repeat(87),
        auth: 'x'.repeat(22),
      })
      .execute()
    if (this.mode === 'daily') {
      const kinds = TOPIC_NAMES.flatMap((kind) => CHANNELS.map((channel) => ({ kind, channel })))
      await ownerDb
        .insertInto('notification_choices')
        .values(kinds.map((choice) => ({ ...choice, profile_id: person.id, wanted: true })))
        .execute()
      await ownerDb.insertInto('digest_choices').values({ profile_id: person.id, all_mails: true, hour: 18 }).execute()
    }
    this.names.set(person.id, name)
    this.people.set(person.id, { ...person, sessionId })
    return { ...person, sessionId }
  }
}

export async function makeBystanders(all: Everybody): Promise<Bystanders> {
  const staff = [...STAFF_ROLES, 'owner'] as const
  const made: Partial<Bystanders> = {}
  for (const name of staff) made[name] = await all.add(name, await makeStaff(name))
  made.formerStaff = await all.add('formerStaff', await makeStaff('super-admin'))
  await ownerDb
    .updateTable('staff_members')
    .set({ ended_at: new Date() })
    .where('profile_id', '=', made.formerStaff.id)
    .execute()
  made.otherCreator = await all.add('otherCreator', await makeCreator({ displayName: 'Another creator' }))
  made.performer = await all.add('performer', await makeCreator({ displayName: 'Kirabo' }))
  for (const name of FANS) made[name] = await all.add(name, await makePerson('fan', { displayName: name }))
  await ownerDb
    .updateTable('profiles')
    .set({ account_status: 'suspended' })
    .where('id', '=', made.suspendedFollower!.id)
    .execute()
  return made as Bystanders
}

const FANS = [
  'follower',
  'asksForPosts',
  'asksForLives',
  'followsOnly',
  'asksOtherCreator',
  'blockedByCreator',
  'blocksCreator',
  'suspendedFollower',
  'conversation',
  'reporter',
  'subscriber',
] as const

/** A fan with a pass and a full wallet, and a creator with followers, conversations and blocks of every kind around them. */
export async function setScene(all: Everybody, others: Bystanders): Promise<Scene> {
  const creator = await all.add('creator', await makeCreator({ displayName: 'Amina' }))
  const fan = await all.add('fan', await makePerson('fan', { displayName: 'Brian' }))
  await ownerDb.insertInto('user_access').values({ id: newId(), user_id: fan.id, reason: 'test' }).execute()
  await fillWallet(fan, 2_000_000)
  const asks = (who: Person, posts: boolean, live: boolean, of = creator) => ({
    fan_id: who.id,
    creator_id: of.id,
    posts,
    live,
  })
  await ownerDb
    .insertInto('creator_alerts')
    .values([
      asks(others.follower, true, true),
      asks(others.asksForPosts, true, false),
      asks(others.asksForLives, false, true),
      asks(others.blockedByCreator, true, true),
      asks(others.blocksCreator, true, true),
      asks(others.suspendedFollower, true, true),
    ])
    .execute()
  await ownerDb
    .insertInto('creator_alerts')
    .values(asks(others.asksOtherCreator, true, true, others.otherCreator))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await ownerDb.insertInto('follows').values({ fan_id: others.followsOnly.id, creator_id: creator.id }).execute()
  const thread = (who: Person, blocked: object = {}) => ({
    id: newId(),
    fan_id: who.id,
    creator_id: creator.id,
    last_seq: 0n,
    blocked_by_fan_at: null,
    blocked_by_creator_at: null,
    ...blocked,
  })
  await ownerDb
    .insertInto('chat_threads')
    .values([
      thread(others.conversation),
      thread(others.blockedByCreator, { blocked_by_creator_at: new Date() }),
      thread(others.blocksCreator, { blocked_by_fan_at: new Date() }),
    ])
    .execute()
  return {
    fan,
    creator,
    moderator: others['content-moderator'],
    manager: others['earnings-manager'],
    reporter: others.reporter,
    subscriber: others.subscriber,
    performer: others.performer,
  }
}

/** The thread of the scene's fan and creator, without a message. */
export async function openThread({ fan, creator }: Scene): Promise<string> {
  const id = newId()
  await ownerDb
    .insertInto('chat_threads')
    .values({ id, fan_id: fan.id, creator_id: creator.id, last_seq: 0n })
    .execute()
  return id
}

/** Returns the value of a command, or throws with its refusal. */
export async function done<Value>(
  result: Promise<{ ok: true; value: Value } | { ok: false; refusal: unknown }>,
): Promise<Value> {
  const answered = await result
  if (answered.ok) return answered.value
  throw new Error(JSON.stringify(answered.refusal, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
}

export const attempt = () => randomToken()
