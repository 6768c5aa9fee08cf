export type PlayerThing = 'video' | 'voice note'

/** Why something stopped playing. `unplayable`: the browser can't decode it. */
export type StopReason = 'ended' | 'signed_out' | 'gone' | 'limit' | 'lost' | 'unplayable'

/** What the player shows over what has stopped. */
export function stopText(reason: StopReason, thing: PlayerThing): string {
  switch (reason) {
    case 'ended':
      return `Your access to this ${thing} has ended.`
    case 'signed_out':
      return `You are signed out. Sign in to go on with this ${thing}.`
    case 'gone':
      return `This ${thing} is no longer here.`
    case 'limit':
      return 'You have opened a lot in a short time. Wait a while, then try again.'
    case 'lost':
      return 'The connection was lost. Check it, then try again.'
    case 'unplayable':
      return `Your browser can\u2019t play this ${thing}.`
    default:
      return reason satisfies never
  }
}

/** What can be done about it: load the page again, which then shows how to open it, or try once more. */
export function wayOn(reason: StopReason): 'reload' | 'retry' | null {
  if (reason === 'ended' || reason === 'signed_out') return 'reload'
  return reason === 'lost' || reason === 'limit' ? 'retry' : null
}

/** The reason behind an answer to the question whether it may go on; null for one that says yes. */
export function reasonOfStatus(status: number): StopReason | null {
  if (status < 400) return null
  if (status === 404 || status === 410) return 'gone'
  if (status === 401 || status === 403) return 'ended'
  return status === 429 ? 'limit' : 'lost'
}

/** 0:07, 12:30, 1:02:03. */
export function clockText(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

export type Thumbnail = { from: number; to: number; src: string; x: number; y: number; width: number; height: number }

const CUE = /(\d+):(\d\d):(\d\d\.\d+) --> (\d+):(\d\d):(\d\d\.\d+)\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)/g

/** The pictures for seeking, as the track names them. */
export function readThumbnails(track: string): Thumbnail[] {
  return [...track.matchAll(CUE)].map((cue) => {
    const [h1, m1, s1, h2, m2, s2] = cue.slice(1, 7).map(Number) as [number, number, number, number, number, number]
    const [x, y, width, height] = cue.slice(8).map(Number) as [number, number, number, number]
    return { from: h1 * 3_600 + m1 * 60 + s1, to: h2 * 3_600 + m2 * 60 + s2, src: cue[7]!, x, y, width, height }
  })
}
