/** The purpose of a file. It decides the maximum size, the accepted content and how long it waits. */
export const UPLOAD_PURPOSES = [
  'avatar',
  'post_photo',
  'post_video',
  'post_voice',
  'verification_selfie',
  'identity_document',
  'proof_of_address',
] as const
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

export const MEGABYTE = 1_000_000

type Plan = { kind: 'photo' | 'video' | 'voice'; maxBytes: number; expiresInMinutes: number; sealed: boolean }
const photo = { kind: 'photo', maxBytes: 10 * MEGABYTE, expiresInMinutes: 24 * 60, sealed: false } as const
/** Identity documents wait unsealed for an hour at most. */
const sealedPhoto = { ...photo, expiresInMinutes: 60, sealed: true } as const

export const UPLOAD_PLANS: Readonly<Record<UploadPurpose, Plan>> = {
  avatar: photo,
  post_photo: photo,
  post_video: { kind: 'video', maxBytes: 200 * MEGABYTE, expiresInMinutes: 24 * 60, sealed: false },
  post_voice: { kind: 'voice', maxBytes: 10 * MEGABYTE, expiresInMinutes: 24 * 60, sealed: false },
  verification_selfie: sealedPhoto,
  identity_document: sealedPhoto,
  proof_of_address: sealedPhoto,
}

/** How much one person may upload. */
export const UPLOAD_LIMITS = { count: 30, countMinutes: 30, bytesPerDay: 2_000 * MEGABYTE } as const

/** How much of all uploads may wait in the spool, and how much of the free disk they may fill. */
export const SPOOL_LIMITS = { maxBytes: 20_000 * MEGABYTE, maxShareOfFreeDisk: 0.5 } as const

export function isUploadPurpose(text: string): text is UploadPurpose {
  return (UPLOAD_PURPOSES as readonly string[]).includes(text)
}
