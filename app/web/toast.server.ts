import { redirect } from 'react-router'
import { z } from 'zod'
import { clearCookie, readCookie, setCookie } from './cookies.server.ts'

/** A message shown after one redirect: title and description, as the specification quotes them. */
const Toast = z.object({
  title: z.string().max(120),
  description: z.string().max(300),
  tone: z.enum(['plain', 'error']).default('plain'),
})
export type Toast = z.infer<typeof Toast>

/** 303 to a path of this site, with a message shown once on that page. */
export function redirectWithToast(
  path: string,
  toast: { title: string; description: string; tone?: 'plain' | 'error' },
  headers: string[] = [],
): Response {
  const response = redirect(path, { status: 303 })
  for (const cookie of [...headers, setCookie('flash', JSON.stringify(toast))])
    response.headers.append('set-cookie', cookie)
  return response
}

/** Reads the pending message; the page that shows it clears the cookie. */
export function readToast(request: Request): { toast: Toast | null; headers: string[] } {
  const text = readCookie(request, 'flash')
  if (text === null) return { toast: null, headers: [] }
  let parsed: Toast | null = null
  try {
    parsed = Toast.parse(JSON.parse(text))
  } catch {
    // A malformed cookie shows nothing.
  }
  return { toast: parsed, headers: [clearCookie('flash')] }
}
