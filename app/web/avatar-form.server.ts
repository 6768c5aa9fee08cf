import type { Person } from '#app/domain/identity/actor.ts'
import { setAvatar } from '#app/domain/identity/set-avatar.server.ts'
import { photoRefusalText } from '#app/domain/media/media.ts'
import { mayTakePicture } from '#app/domain/media/may-take-picture.server.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'
import { log } from '#app/platform/log.server.ts'

const MOST_BYTES = 10 * 1_048_576 + 100_000
const LONGEST_TEXT = 2_000
const NO_PHOTO = "The photo can't be taken right now. Go on without it, or try again."

/** A posted form with a picture, where one was chosen; `text` reads a field, cut to what a person types. */
export type PhotoForm = { text: (name: string) => string; avatar: File | null }

/** Reads it. Throws 413 and 400 for what no person sends. */
export async function readPhotoForm(request: Request): Promise<PhotoForm> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES)
    throw new Response('This photo is too heavy. Choose one of at most 10 MB.', { status: 413 })
  let form: FormData
  try {
    form = await request.formData()
  } catch {
    throw new Response('This form could not be read.', { status: 400 })
  }
  const file = form.get('avatar')
  return {
    text: (name) => {
      const value = form.get(name)
      return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : ''
    },
    // An untouched file field is sent as a nameless empty file.
    avatar: file instanceof File && (file.size > 0 || file.name !== '') ? file : null,
  }
}

/** Takes the picture in at once, so that nobody chooses it twice because of another field. Returns what to say where it is refused. */
export async function takeAvatar(person: Person, file: File): Promise<string | null> {
  try {
    if (!(await mayTakePicture(person.id)))
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
    log.error({ err: error }, 'a photo could not be taken in')
    return NO_PHOTO
  }
}
