import type { FileLimits } from '#app/domain/media/limits.ts'

/** The purpose of a file. It decides the maximum size, the accepted content and how long it waits. */
export const UPLOAD_PURPOSES = [
  'avatar',
  'cover',
  'card',
  'post_photo',
  'post_video',
  'post_voice',
  'verification_selfie',
  'identity_document',
  'proof_of_address',
] as const
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

export const MEGABYTE = 1_000_000

/** `maxBytes`: of what the owner can't change; the rest follows the settings. `orPdf`: a PDF is accepted, too. */
type Plan = {
  kind: 'photo' | 'video' | 'voice'
  maxBytes?: number
  expiresInMinutes: number
  sealed: boolean
  orPdf?: true
}
const DAY_MINUTES = 24 * 60
const ownPicture = {
  kind: 'photo',
  maxBytes: 10 * MEGABYTE,
  expiresInMinutes: DAY_MINUTES,
  sealed: false,
} as const
/** The cover of a creator's page, and the card in the feeds. */
const pagePicture = { ...ownPicture, maxBytes: 20 * MEGABYTE } as const
/** Identity documents wait unsealed for an hour at most. */
const sealedPhoto = { ...ownPicture, expiresInMinutes: 60, sealed: true } as const

export const UPLOAD_PLANS: Readonly<Record<UploadPurpose, Plan>> = {
  avatar: ownPicture,
  cover: pagePicture,
  card: pagePicture,
  post_photo: { kind: 'photo', expiresInMinutes: DAY_MINUTES, sealed: false },
  post_video: { kind: 'video', expiresInMinutes: DAY_MINUTES, sealed: false },
  post_voice: { kind: 'voice', expiresInMinutes: DAY_MINUTES, sealed: false },
  verification_selfie: sealedPhoto,
  identity_document: sealedPhoto,
  // Bills and bank statements come as PDFs.
  proof_of_address: { ...sealedPhoto, orPdf: true },
}

/** The largest file that is accepted for a purpose. */
export function largestUpload(purpose: UploadPurpose, limits: FileLimits): number {
  const { kind, maxBytes } = UPLOAD_PLANS[purpose]
  if (maxBytes !== undefined) return maxBytes
  return { photo: limits.photoBytes, video: limits.videoBytes, voice: limits.voiceBytes }[kind]
}

/** How much one person may upload. Who posts sends sets of 20 photos and long videos; everybody else a picture of themself. */
export type PersonLimits = { count: number; countMinutes: number; bytesPerDay: number }
export const UPLOAD_LIMITS: Readonly<Record<'everybody' | 'posting', PersonLimits>> = {
  everybody: { count: 30, countMinutes: 30, bytesPerDay: 2_000 * MEGABYTE },
  posting: { count: 120, countMinutes: 30, bytesPerDay: 12_000 * MEGABYTE },
}

/** How much of all uploads may wait in the spool, and how much of the free disk they may fill. */
export const SPOOL_LIMITS = { maxBytes: 40_000 * MEGABYTE, maxShareOfFreeDisk: 0.5 } as const

export function isUploadPurpose(text: string): text is UploadPurpose {
  return (UPLOAD_PURPOSES as readonly string[]).includes(text)
}
