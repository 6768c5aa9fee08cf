export type ProfileTyped = { name: string; role: string }

const MOST_BYTES = 10_000_000 + 100_000

/** Reads the posted profile, with the picture where one was chosen. Throws 413 and 400 for what no person sends. */
export async function readProfileForm(request: Request): Promise<ProfileTyped & { picture: Uint8Array | null }> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES)
    throw new Response('This photo is too heavy. Choose one of at most 10 MB.', { status: 413 })
  let form: FormData
  try {
    form = await request.formData()
  } catch {
    throw new Response('This form could not be read.', { status: 400 })
  }
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, 2_000) : ''
  }
  const file = form.get('picture')
  // An untouched file field is sent as a nameless empty file.
  const chosen = file instanceof File && (file.size > 0 || file.name !== '')
  return {
    name: text('name'),
    role: text('role'),
    picture: chosen ? new Uint8Array(await file.arrayBuffer()) : null,
  }
}
