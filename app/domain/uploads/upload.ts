import { photoTypeOf } from '#app/domain/media/media.ts'
import { videoTypeOf } from '#app/domain/media/video.ts'
import { isWav } from '#app/domain/media/wav.ts'
import { type UploadPurpose, UPLOAD_PLANS, UPLOAD_LIMITS, SPOOL_LIMITS, MEGABYTE } from './limits.ts'

export type UploadRefusal =
  | { kind: 'no_user_logged_in' }
  | { kind: 'unknown_purpose' }
  | { kind: 'not_permitted' }
  | { kind: 'empty' }
  | { kind: 'too_heavy'; purpose: UploadPurpose }
  | { kind: 'too_many' }
  | { kind: 'too_much' }
  | { kind: 'spool_full' }
  | { kind: 'video_is_off' }
  | { kind: 'documents_are_off' }
  | { kind: 'wrong_type'; purpose: UploadPurpose; heic: boolean }

export const DOCUMENTS_ARE_OFF =
  'Documents can\u2019t be uploaded right now. What you have filled in is kept: come back later and send them then.'

/** The message for a person whose file isn't accepted. */
export function uploadRefusalText(refusal: UploadRefusal): string {
  switch (refusal.kind) {
    case 'no_user_logged_in':
      return 'Sign in again, then choose the file once more.'
    case 'unknown_purpose':
      return 'This page can\u2019t accept files. Load it again.'
    case 'not_permitted':
      return 'You can\u2019t send this kind of file now. Load the page again to see what comes next.'
    case 'empty':
      return 'This file is empty. Choose another one.'
    case 'too_heavy':
      return `This ${KINDS[UPLOAD_PLANS[refusal.purpose].kind]} is too large. Choose one of at most ${UPLOAD_PLANS[refusal.purpose].maxBytes / MEGABYTE} MB.`
    case 'too_many':
      return `You sent ${UPLOAD_LIMITS.count} files within ${UPLOAD_LIMITS.countMinutes} minutes. Wait a few minutes, then try again.`
    case 'too_much':
      return 'You have reached the daily limit of 2 GB. Try again tomorrow.'
    case 'spool_full':
      return 'Too many files are being sent right now. Your work is not lost: try again in an hour.'
    case 'video_is_off':
      return 'Videos can\u2019t be uploaded right now. Choose a photo instead.'
    case 'documents_are_off':
      return DOCUMENTS_ARE_OFF
    case 'wrong_type':
      return wrongTypeText(refusal)
    default:
      return refusal satisfies never
  }
}

const KINDS = { photo: 'photo', video: 'video', voice: 'voice note' } as const

function wrongTypeText({ purpose, heic }: { purpose: UploadPurpose; heic: boolean }): string {
  if (UPLOAD_PLANS[purpose].kind === 'voice') return 'This is not a voice note we can use. Choose a WAV recording.'
  if (UPLOAD_PLANS[purpose].kind === 'video') return 'This is not a video we can use. Choose an MP4, MOV or WebM video.'
  return heic
    ? 'HEIC photos can\u2019t be used yet. Save it as JPEG, or set your camera to \u201cMost compatible\u201d.'
    : 'This is not a photo we can use. Choose a JPEG, PNG, WebP or AVIF picture.'
}

/** Why a file of this size isn't accepted for the purpose; null where it is. */
export function sizeProblem(purpose: UploadPurpose, sizeBytes: number): UploadRefusal | null {
  if (sizeBytes <= 0) return { kind: 'empty' }
  return sizeBytes > UPLOAD_PLANS[purpose].maxBytes ? { kind: 'too_heavy', purpose } : null
}

/** Why a file isn't accepted although its sender may upload it: all uploads together would exceed the spool or the disk. */
export function spoolProblem(
  spool: { announcedBytes: number; freeDiskBytes: number },
  sizeBytes: number,
): UploadRefusal | null {
  const max = Math.min(SPOOL_LIMITS.maxBytes, spool.freeDiskBytes * SPOOL_LIMITS.maxShareOfFreeDisk)
  return spool.announcedBytes + sizeBytes > max ? { kind: 'spool_full' } : null
}

/** How many of a file's first bytes identify its type. */
export const TELLING_BYTES = 64

/** Why a file with these first bytes isn't accepted for the purpose; names and declared types are ignored. */
export function contentProblem(purpose: UploadPurpose, firstBytes: Uint8Array): UploadRefusal | null {
  if (UPLOAD_PLANS[purpose].kind === 'voice')
    return isWav(firstBytes) ? null : { kind: 'wrong_type', purpose, heic: false }
  if (UPLOAD_PLANS[purpose].kind === 'video')
    return videoTypeOf(firstBytes) === null ? { kind: 'wrong_type', purpose, heic: false } : null
  const type = photoTypeOf(firstBytes)
  if (type !== null && type !== 'heic') return null
  return { kind: 'wrong_type', purpose, heic: type === 'heic' }
}

/** "372 KB", "6.9 MB". */
export function sizeText(bytes: number): string {
  return inUnit(bytes, bytes >= 2 * MEGABYTE ? 'MB' : 'KB')
}

/** "268 of 372 KB, 72%". */
export function progressText(sentBytes: number, ofBytes: number): string {
  const sent = Math.min(sentBytes, ofBytes)
  const percent = ofBytes === 0 ? 0 : Math.floor((sent / ofBytes) * 100)
  const unit = ofBytes >= 10 * MEGABYTE ? 'MB' : 'KB'
  return `${inUnit(sent, unit).split(' ')[0]} of ${inUnit(ofBytes, unit)}, ${percent}%`
}

function inUnit(bytes: number, unit: 'KB' | 'MB'): string {
  return unit === 'MB' ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${Math.round(bytes / 1_000).toLocaleString('en')} KB`
}
