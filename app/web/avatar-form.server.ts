import type { Person } from '#app/domain/identity/actor.ts'
import { setAvatar } from '#app/domain/identity/set-avatar.server.ts'
import { photoRefusalText, MAX_AVATAR_BYTES } from '#app/domain/media/media.ts'
import { mayAddPicture } from '#app/domain/media/may-add-picture.server.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'
import { log } from '#app/platform/log.server.ts'
import { readFormBody } from '#app/web/form-body.server.ts'

const MEBIBYTE = 1_048_576
const LONGEST_TEXT = 2_000
const NO_PHOTO = 'We can’t accept photos right now. Continue without one, or try again.'

/** Shown at the field of a photo that is too large. */
export const PHOTO_TOO_HEAVY = photoRefusalText({
  kind: 'too_heavy',
  maxBytes: MAX_AVATAR_BYTES,
})

/** A posted form with one picture, if one was chosen; `text` reads a field, cut to a maximum length. */
export type PhotoForm = { text: (name: string) => string; photo: File | null }

/**
 * Reads a form with one picture in the field `photoField`. Null for a picture that is too large: nothing behind it was read. Throws 413 or
 * 400 for a form that no page of ours sends.
 */
export async function readPhotoForm(request: Request, photoField: string): Promise<PhotoForm | null> {
  const read = await readFormBody(request, { bytes: 10 * MEBIBYTE + 100_000, files: 1, fileBytes: 10 * MEBIBYTE })
  if (!read.ok) {
    if (read.refusal.kind === 'file_too_large') return null
    if (read.refusal.kind === 'too_large') throw new Response('This form is too large.', { status: 413 })
    throw new Response('This form could not be read.', { status: 400 })
  }
  const form = read.value
  const file = form.get(photoField)
  return {
    text: (name) => {
      const value = form.get(name)
      return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : ''
    },
    // Browsers send an empty file field as an empty file without a name.
    photo: file instanceof File && (file.size > 0 || file.name !== '') ? file : null,
  }
}

/** Stores the picture at once, so that nobody has to choose it again because of another field. Returns the message if it is refused. */
export async function acceptAvatar(person: Person, file: File): Promise<string | null> {
  try {
    if (!(await mayAddPicture(person.id)))
      return 'You have sent many photos just now. Please wait half an hour and try again.'
    const stored = await storePhoto({
      ownerId: person.id,
      purpose: 'avatar',
      bytes: new Uint8Array(await file.arrayBuffer()),
    })
    if (!stored.ok) return photoRefusalText(stored.refusal)
    const set = await setAvatar(person, stored.value.mediaId)
    return set.ok ? null : NO_PHOTO
  } catch (error) {
    log.error({ err: error }, 'a photo could not be stored')
    return NO_PHOTO
  }
}
