import { type KnownFile, knownFileOf, wrongFileText } from '#app/domain/media/known-files.ts'
import { isPdf, photoTypeOf } from '#app/domain/media/media.ts'
import { type FileLimits, limitText } from '#app/domain/media/limits.ts'
import { videoTypeOf } from '#app/domain/media/video.ts'
import { soundTypeOf } from '#app/domain/media/voice.ts'
import { largestUpload, type PersonLimits, type UploadPurpose, UPLOAD_PLANS, SPOOL_LIMITS, MEGABYTE } from './limits.ts'

export type UploadRefusal =
  | { kind: 'no_user_logged_in' }
  | { kind: 'unknown_purpose' }
  | { kind: 'not_permitted' }
  | { kind: 'empty' }
  | { kind: 'too_heavy'; purpose: UploadPurpose; maxBytes: number }
  | { kind: 'too_many'; limits: PersonLimits }
  | { kind: 'too_much'; limits: PersonLimits }
  | { kind: 'spool_full' }
  | { kind: 'video_is_off' }
  | { kind: 'documents_are_off' }
  /** `is`: what it is instead, where that can be told. */
  | { kind: 'wrong_type'; purpose: UploadPurpose; is: KnownFile | null }

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
      return `This ${WORDS[UPLOAD_PLANS[refusal.purpose].kind]} is too large. Choose one of at most ${limitText(refusal.maxBytes)}.`
    case 'too_many':
      return `You sent ${refusal.limits.count} files within ${refusal.limits.countMinutes} minutes. Wait a few minutes, then try again.`
    case 'too_much':
      return `You have reached the daily limit of ${limitText(refusal.limits.bytesPerDay)}. Try again tomorrow.`
    case 'spool_full':
      return 'Too many files are being sent right now. Your work is not lost: try again in an hour.'
    case 'video_is_off':
      return 'Videos and voice notes can\u2019t be uploaded right now. Choose a photo instead.'
    case 'documents_are_off':
      return DOCUMENTS_ARE_OFF
    case 'wrong_type':
      return wrongFileText(UPLOAD_PLANS[refusal.purpose].kind, refusal.is)
    default:
      return refusal satisfies never
  }
}

const WORDS = { photo: 'photo', video: 'video', voice: 'voice note' } as const

/** Why a file of this size isn't accepted for the purpose; null where it is. */
export function sizeProblem(purpose: UploadPurpose, sizeBytes: number, limits: FileLimits): UploadRefusal | null {
  if (sizeBytes <= 0) return { kind: 'empty' }
  const maxBytes = largestUpload(purpose, limits)
  return sizeBytes > maxBytes ? { kind: 'too_heavy', purpose, maxBytes } : null
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
  const { kind } = UPLOAD_PLANS[purpose]
  if (UPLOAD_PLANS[purpose].orPdf && isPdf(firstBytes)) return null
  const usable = { photo: photoTypeOf, video: videoTypeOf, voice: soundTypeOf }[kind](firstBytes)
  return usable === null ? { kind: 'wrong_type', purpose, is: knownFileOf(firstBytes) } : null
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
