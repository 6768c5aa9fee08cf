import { readPhotoForm } from '#app/web/avatar-form.server.ts'

export { PHOTO_TOO_HEAVY, acceptAvatar } from '#app/web/avatar-form.server.ts'

type SetupValues = {
  displayName: string
  username: string
  whatsappNumber: string
  bio: string
  day: string
  month: string
  year: string
}

/**
 * Reads the posted form, with the picture if one was chosen. Null for a picture that is too large. Throws 413 or 400 for a form that no
 * browser page of ours sends.
 */
export async function readSetupForm(request: Request): Promise<{ values: SetupValues; avatar: File | null } | null> {
  const form = await readPhotoForm(request, 'avatar')
  if (!form) return null
  const { text, photo } = form
  return {
    values: {
      displayName: text('display_name'),
      username: text('username'),
      whatsappNumber: text('whatsapp_number'),
      bio: text('bio'),
      day: text('birthday-day'),
      month: text('birthday-month'),
      year: text('birthday-year'),
    },
    avatar: photo,
  }
}
