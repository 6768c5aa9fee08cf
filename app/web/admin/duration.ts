/** Whole hours as people read them: "under 1 h", "5 h", "11 d 18 h", "2 d". */
export function durationText(hours: number): string {
  if (hours < 1) return 'under 1 h'
  const days = Math.floor(hours / 24)
  const rest = hours % 24
  if (days === 0) return `${rest} h`
  return rest === 0 ? `${days} d` : `${days} d ${rest} h`
}

/** Whole hours from then to now. */
export function hoursSince(then: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - then.getTime()) / 3_600_000))
}
