import { showDate } from '#app/platform/dates.ts'
import type { Trace, TracedPhoto, TraceRefusal } from '#app/domain/watermarks/trace-copy.server.ts'

/** What a trace found, for the page and for the command: a sentence, and the facts behind it. */
export type TraceReport = { found: boolean; title: string; text: string; facts: { label: string; value: string }[] }

export function traceReport(trace: Trace): TraceReport {
  if (trace.kind === 'no_mark')
    return {
      found: false,
      title: 'No mark found',
      text: trace.photo
        ? 'The copy shows a photo of ours, but no mark of an account. It may come from its creator, or it is too small or changed too much.'
        : 'The copy is like none of our photos. A screenshot must first be cropped to the photo alone. If you know the creator, add the username.',
      facts: trace.photo ? photoFacts(trace.photo) : [],
    }
  if (trace.kind === 'no_video_mark')
    return {
      found: false,
      title: 'No account found',
      text: trace.video
        ? `The copy shows a video of ours, but names no account: ${trace.readable} of its segments could be read. A name takes 40 to 60 that fit: 80 to 120 seconds of a long video, or 40 to 60 of a clip below a minute.`
        : 'The copy is like none of our videos, or too changed. It must show the whole picture. If you know the creator, add the username.',
      facts: trace.video ? photoFacts(trace.video, 'Video') : [],
    }
  if (trace.kind === 'named_by_video') {
    const { account, video, matched, of, chance } = trace
    const name = nameOf(account)
    return {
      found: true,
      title: `Opened by ${name}`,
      text: `The segments of this copy are those that ${name} got.`,
      facts: [
        { label: 'Account', value: account.id },
        { label: 'Status', value: account.status },
        ...photoFacts(video, 'Video'),
        { label: 'Segments that fit', value: `${matched} of ${of}` },
        { label: 'Chance of a wrong name', value: chanceText(chance) },
      ],
    }
  }
  const { account, photo, day, read, mirrored } = trace
  const name = nameOf(account)
  return {
    found: true,
    title: `Opened by ${name}`,
    text: `The invisible mark in this copy names ${name}, who opened the photo on ${shownDay(day)}.`,
    facts: [
      { label: 'Account', value: account.id },
      { label: 'Status', value: account.status },
      { label: 'Opened on', value: shownDay(day) },
      ...photoFacts(photo),
      { label: 'Chance of a wrong name', value: chanceText(read.chance) },
      { label: 'Clarity of the mark', value: `${read.clarity.toFixed(1)} (without a mark 0.8, needed 1.5)` },
      ...(read.corrected > 0 ? [{ label: 'Corrected bits', value: String(read.corrected) }] : []),
      ...(mirrored ? [{ label: 'Mirrored', value: 'yes' }] : []),
    ],
  }
}

function nameOf({ id, username }: { id: string; username: string | null }): string {
  return username ? `@${username}` : `the account ${id}`
}

/** A day of Kampala, which has no summer time. */
function shownDay(day: string): string {
  return showDate(new Date(`${day}T12:00:00+03:00`))
}

function photoFacts({ mediaId, postIds, creator }: TracedPhoto, label = 'Photo') {
  return [
    { label: 'Creator', value: creator ? `@${creator}` : 'unknown' },
    { label: postIds.length > 1 ? 'Posts' : 'Post', value: postIds.join(', ') || 'in no post any more' },
    { label, value: mediaId },
  ]
}

/** Beyond this a smaller number says no more: a flaw of the method is likelier. */
const SMALLEST_CHANCE = 1e-12

function chanceText(chance: number): string {
  const times = 10 ** Math.floor(-Math.log10(Math.max(chance, SMALLEST_CHANCE)))
  return `less than 1 in ${times.toLocaleString('en')}`
}

export function traceRefusalText(refusal: TraceRefusal): string {
  switch (refusal.kind) {
    case 'not_permitted':
      return 'Your role does not include this.'
    case 'not_a_picture':
      return 'This is not a photo or a video that can be read. Choose a JPEG, PNG, WebP or AVIF picture, or an MP4, MOV or WebM video.'
    case 'not_a_video':
      return 'This is not a video that can be read here. Choose an MP4, MOV or WebM video.'
    case 'too_large':
      return 'This file is too large. Choose a photo of at most 25 MB, or a shorter part of the video.'
    case 'unknown_creator':
      return 'No account has this username.'
    default:
      return refusal satisfies never
  }
}
