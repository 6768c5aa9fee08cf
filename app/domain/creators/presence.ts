import { PRESENCE } from '#app/domain/settings/constants.ts'
import { isOnline } from './creator.ts'

export type PresenceFacts = { isLive: boolean; heartbeatAt: Date | null }

/**
 * A creator's own switch: `live`, `away`, or `lost`: it is on, but nothing was heard from the page for a while, so fans don't see it. An
 * open page makes it live again; after a longer pause the creator switches it on again.
 */
export type Presence = 'live' | 'lost' | 'away'

export function presenceOf(facts: PresenceFacts, now: Date): Presence {
  if (isOnline(facts, now)) return 'live'
  return facts.isLive && canResume(facts.heartbeatAt, now) ? 'lost' : 'away'
}

/** Whether a heartbeat after this pause still belongs to the same time live. */
export function canResume(heartbeatAt: Date | null, now: Date): boolean {
  return heartbeatAt !== null && now.getTime() - heartbeatAt.getTime() < PRESENCE.resumeMinutes * 60_000
}

/** Whether followers are told of going live now. */
export function tellsFollowers(toldAt: Date | null, now: Date): boolean {
  return toldAt === null || now.getTime() - toldAt.getTime() >= PRESENCE.tellAgainHours * 3_600_000
}
