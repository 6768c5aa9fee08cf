import { readPhotoForm } from '#app/web/avatar-form.server.ts'

export type ProfileTyped = { name: string; role: string }

/** Reads the posted profile and its picture, if any. Null if the picture is too large. Throws 413 or 400 for malformed requests. */
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
