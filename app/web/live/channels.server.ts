import { listOwnThreads } from '#app/domain/chat/queries.server.ts'
import { listVisible } from '#app/domain/creators/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { isId } from '#app/platform/id.ts'
import { CHANNEL_KINDS, type ChannelKind, type ChannelName } from '#app/platform/live.ts'

type ChannelPolicy = {
  /** In words, for the reader of the list below. */
  who: string
  /** Which of these somebody may listen to now. */
  allowed: (person: Person, ids: readonly string[]) => Promise<readonly string[]> | readonly string[]
}

/**
 * Every channel with its policy. A connection is checked when it joins a channel; from then on its right counts until the database announces
 * that something it leans on has changed (`announce_ended_right`), and it is checked again before anything more is sent.
 */
export const CHANNELS: Readonly<Record<ChannelKind, ChannelPolicy>> = {
  account: {
    who: 'the account itself',
    allowed: (person, ids) => ids.filter((id) => id === person.id),
  },
  thread: {
    who: 'the fan and the creator of the thread, with complete profiles',
    allowed: (person, ids) => (isCompleteMember(person) ? listOwnThreads(person, ids) : []),
  },
  presence: {
    who: 'members with complete profiles, while the creator is visible',
    allowed: (person, ids) => (isCompleteMember(person) ? listVisible(ids) : []),
  },
}

function isCompleteMember({ userType, profileCompleted }: Person): boolean {
  return profileCompleted && (userType === 'fan' || userType === 'creator')
}

/** What a browser sent as the name of a channel; null where it can be none. Costs no query. */
export function readChannel(name: unknown): ChannelName | null {
  if (typeof name !== 'string' || name.length > 60) return null
  const at = name.indexOf(':')
  const kind = CHANNEL_KINDS.find((known) => known === name.slice(0, at))
  return kind && isId(name.slice(at + 1)) ? (name as ChannelName) : null
}

/** Which of these channels somebody may listen to now; one query for each kind. */
export async function allowedChannels(person: Person, names: readonly ChannelName[]): Promise<ChannelName[]> {
  const kinds = CHANNEL_KINDS.filter((kind) => names.some((name) => name.startsWith(`${kind}:`)))
  const allowed = await Promise.all(
    kinds.map(async (kind) => {
      const ids = names.filter((name) => name.startsWith(`${kind}:`)).map((name) => name.slice(kind.length + 1))
      return (await CHANNELS[kind].allowed(person, ids)).map((id): ChannelName => `${kind}:${id}`)
    }),
  )
  return allowed.flat()
}
