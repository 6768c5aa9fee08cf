export type PostKind = 'photo' | 'video' | 'voice' | 'story' | 'live_replay'

/** The media of a post, in their order. */
export type PostMedium = { kind: 'photo' | 'voice' | 'video'; durationMs: number | null }

/** "3:12" or "1:02:03". */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** The description of a locked post: "Photo set, 6 photos", "Voice, 0:41". */
export function typeLine(kind: PostKind, media: readonly PostMedium[]): string {
  const duration = media.find((medium) => medium.durationMs !== null)?.durationMs ?? null
  const length = duration === null ? '' : `, ${formatDuration(duration)}`
  const photos = media.filter((medium) => medium.kind === 'photo').length
  switch (kind) {
    case 'photo':
      return photos > 1 ? `Photo set, ${photos} photos` : 'Photo'
    case 'voice':
      return `Voice${length}`
    case 'video':
      return `Video${length}`
    case 'live_replay':
      return `Live replay${length}`
    case 'story':
      return 'Story'
    default:
      return kind satisfies never
  }
}

/** The full hours until a story expires, at least one while it is visible; null for other posts. */
export function hoursLeft(expiresAt: Date | null, now: Date): number | null {
  if (expiresAt === null) return null
  return Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / 3_600_000))
}
