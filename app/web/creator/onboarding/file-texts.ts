import { type PhotoRefusal, photoRefusalText } from '#app/domain/media/media.ts'
import { type VideoRefusal, videoRefusalText } from '#app/domain/media/video.ts'
import { DOCUMENTS_ARE_OFF } from '#app/domain/uploads/upload.ts'
import { WIZARD_TEXTS } from './texts.ts'

type NotAccepted =
  | { kind: 'documents_are_off' }
  | { kind: 'upload_missing' }
  | { kind: 'not_yet' }
  | { kind: 'not_permitted'; reason: string }

/** The message for a refused photo. */
export function photoText(refusal: PhotoRefusal | NotAccepted): string {
  return notAcceptedText(refusal) ?? photoRefusalText(refusal as PhotoRefusal)
}

/** The message for a refused post file. */
export function postFileText(kind: 'photo' | 'video', refusal: PhotoRefusal | VideoRefusal | NotAccepted): string {
  const message = notAcceptedText(refusal)
  if (message) return message
  return kind === 'photo' ? photoRefusalText(refusal as PhotoRefusal) : videoRefusalText(refusal as VideoRefusal)
}

function notAcceptedText(refusal: { kind: string }): string | null {
  if (refusal.kind === 'upload_missing') return WIZARD_TEXTS.uploadMissing
  if (refusal.kind === 'documents_are_off') return DOCUMENTS_ARE_OFF
  if (refusal.kind === 'not_yet' || refusal.kind === 'not_permitted') return WIZARD_TEXTS.notSaved
  return null
}
