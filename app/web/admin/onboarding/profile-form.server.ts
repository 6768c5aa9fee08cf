import { readPhotoForm } from '#app/web/avatar-form.server.ts'

export type ProfileTyped = { name: string; role: string }

/**
 * Reads the posted profile, with the picture where one was chosen. Null for a picture that is too heavy to be read. Throws 413 and 400 for
 * what no person sends.
 */
export async function readProfileForm(
  request: Request,
): Promise<{ typed: ProfileTyped; picture: Uint8Array | null } | null> {
  const form = await readPhotoForm(request, 'picture')
  if (!form) return null
  return {
    typed: { name: form.text('name'), role: form.text('role') },
    picture: form.photo && new Uint8Array(await form.photo.arrayBuffer()),
  }
}
