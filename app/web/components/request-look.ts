import { formatMoney } from '#app/domain/money/money.ts'
import type { StoredMedium } from '#app/domain/media/media.ts'
import type { RequestView } from '#app/domain/requests/queries.server.ts'
import { KIND_NAMES, type RequestState, type StoredKind } from '#app/domain/requests/request.ts'
import { isStreamed } from '#app/domain/media/streams.ts'
import { formatDuration } from '#app/domain/posts/post.ts'
import { showClock, showDay } from '#app/platform/dates.ts'
import type { Tone } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icon.tsx'
import type { MediaLink } from '#app/web/media-links.ts'
import { pictureOf, renditionPath } from '#app/web/picture.ts'
import { playNote, type VideoCard } from './post-card-data.ts'
import type { PictureData } from './responsive-picture.tsx'

export const KIND_ICONS: Readonly<Record<StoredKind, IconName>> = {
  photo: 'camera',
  video: 'video',
  voice: 'mic',
  call: 'phone',
}

export type RequestChip = { label: string; tone: Tone; icon: IconName }

const CHIPS: Readonly<Record<RequestState, RequestChip>> = {
  asked: { label: 'Sent', tone: 'info', icon: 'clock' },
  price_changed: { label: 'New price', tone: 'warning', icon: 'tags' },
  accepted: { label: 'Accepted', tone: 'info', icon: 'check' },
  delivered: { label: 'Delivered', tone: 'success', icon: 'circle-check' },
  declined: { label: 'Declined', tone: 'neutral', icon: 'x' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral', icon: 'x' },
  lapsed: { label: 'Not answered', tone: 'neutral', icon: 'clock' },
  not_delivered: { label: 'Not delivered', tone: 'neutral', icon: 'clock' },
}

const HOUR_MS = 3_600_000

/** "46 h left", "less than 1 h left"; days from three on. */
export function timeLeft(until: Date, at: Date): string {
  const hours = Math.floor((until.getTime() - at.getTime()) / HOUR_MS)
  if (hours < 1) return 'less than 1 h left'
  return hours < 72 ? `${hours} h left` : `${Math.floor(hours / 24)} days left`
}

/** The clock of the step that is open, for the side that has to do it; otherwise the state. */
export function chipOf(
  request: Pick<RequestView, 'status' | 'answerBy' | 'deliverBy'>,
  side: 'fan' | 'creator',
  at: Date,
): RequestChip {
  const { status, answerBy, deliverBy } = request
  if (status === 'asked' && side === 'creator') return clockChip(answerBy, at)
  if (status === 'accepted' && side === 'creator') return clockChip(deliverBy, at)
  if (status === 'price_changed' && side === 'creator') return { label: 'Fan decides', tone: 'info', icon: 'hourglass' }
  return CHIPS[status]
}

function clockChip(until: Date, at: Date): RequestChip {
  const soon = until.getTime() - at.getTime() < 12 * HOUR_MS
  return { label: timeLeft(until, at), tone: soon ? 'warning' : 'info', icon: 'clock' }
}

/** "Wed 25 Nov 19:00". */
export function showStep(at: Date): string {
  return `${showDay(at)} ${showClock(at)}`
}

/** "the end of Wed 25 Nov": what is wanted by a day is delivered on it. */
export function showDeadline({ wantedBy }: Pick<RequestView, 'wantedBy'>): string {
  return `the end of ${showWantedDay(wantedBy)}`
}

/** "Wed 25 Nov", of a stored day. */
export function showWantedDay(day: string): string {
  return showDay(new Date(`${day}T12:00:00+03:00`))
}

/** What both sides see of a request in a list. */
export function rowOf(request: RequestView, side: 'fan' | 'creator', at: Date) {
  const { reference, kind, price, changedPrice } = request
  const other = side === 'fan' ? request.creator : request.fan
  return {
    id: request.id,
    icon: KIND_ICONS[kind],
    title: KIND_NAMES[kind],
    meta: `${other.name} · ${formatMoney(changedPrice ?? price)}`,
    reference,
    chip: chipOf(request, side, at),
  }
}

export type RequestMediaView = {
  photos: { mediaId: string; picture: PictureData; fullHref: string }[]
  videos: { mediaId: string; video: VideoCard }[]
  voices: { mediaId: string; voice: { src: string; duration: string; size: string; waveform: number[] } }[]
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** The media of a request as a page shows them: only to the fan who got them, and to their creator. */
export function mediaView(media: readonly StoredMedium[], creatorName: string, link: MediaLink): RequestMediaView {
  const of = (kind: StoredMedium['kind']) => media.filter((one) => one.kind === kind)
  return {
    photos: of('photo').flatMap(({ mediaId, width, height }, index) =>
      width === null || height === null
        ? []
        : [
            {
              mediaId,
              picture: pictureOf({
                mediaId,
                purpose: 'post',
                width,
                height,
                link,
                alt: `Custom photo ${index + 1} by ${creatorName}`,
              }),
              fullHref: link(mediaId, 'original'),
            },
          ],
    ),
    videos: of('video').map((one) => ({ mediaId: one.mediaId, video: videoCard(one, link) })),
    voices: of('voice').map(({ mediaId, durationMs, byteSize, waveform }) => ({
      mediaId,
      voice: {
        src: link(mediaId, 'audio'),
        duration: formatDuration(durationMs ?? 0),
        size: megabytes(byteSize),
        waveform: waveform ?? [],
      },
    })),
  }
}

function videoCard({ mediaId, state, transcoded, durationMs }: StoredMedium, link: MediaLink): VideoCard {
  if (state === 'failed')
    return { state: 'waiting', message: 'This video could not be prepared. Remove it and choose another one.' }
  if (state === 'processing' || transcoded === null)
    return { state: 'waiting', message: 'This video is being prepared. It takes a few minutes.' }
  return {
    state: 'ready',
    src: link(mediaId, 'video.mp4'),
    stream: durationMs !== null && isStreamed(durationMs) ? link(mediaId, 'stream.m3u8') : null,
    poster: renditionPath(mediaId, { width: 640, format: 'webp' }, link),
    width: transcoded.width,
    height: transcoded.height,
    duration: formatDuration(durationMs ?? 0),
    note: playNote(durationMs ?? 0, transcoded.size),
  }
}
