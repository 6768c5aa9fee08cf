/** A path of this site from a form or header value, with its query; null for anything that could lead elsewhere. */
export function ownPath(text: string | null | undefined): string | null {
  if (!text || !text.startsWith('/') || /[\\\s\u0000-\u001f]/.test(text)) return null
  try {
    const base = new URL('http://own.invalid')
    const url = new URL(text, base)
    if (url.origin !== base.origin || url.pathname.startsWith('//')) return null
    return url.pathname + url.search
  } catch {
    return null
  }
}

/** The path of the page that a form was sent from, by its Referer. */
export function pathOfReferer(request: Request): string | null {
  const referer = request.headers.get('referer')
  if (!referer || !URL.canParse(referer)) return null
  const url = new URL(referer)
  return ownPath(url.pathname + url.search)
}
