import { PRESENCE_SECONDS } from '#app/domain/settings/constants.ts'

/** Present: the creator's own switch is on and the page that keeps it on sent a heartbeat lately. */
export function isOnline(creator: { isLive: boolean; heartbeatAt: Date | null }, now: Date): boolean {
  if (!creator.isLive || creator.heartbeatAt === null) return false
  return now.getTime() - creator.heartbeatAt.getTime() < PRESENCE_SECONDS * 1_000
}

const EAST_AFRICA_MS = 3 * 3_600_000
const DAY_MS = 86_400_000

/** The last midnight in Kampala, which has no daylight saving time: three hours ahead of UTC. */
export function startOfToday(now: Date): Date {
  return new Date(Math.floor((now.getTime() + EAST_AFRICA_MS) / DAY_MS) * DAY_MS - EAST_AFRICA_MS)
}

/** A display name as a URL contains it: lower case, with dashes for the spaces. */
export function dashedName(displayName: string): string {
  return displayName.trim().toLowerCase().replaceAll(/\s+/g, '-')
}
