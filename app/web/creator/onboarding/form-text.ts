import { cutGraphemes } from '#app/platform/graphemes.ts'

/** The text of a field, cut to a maximum length; empty if it is missing or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? cutGraphemes(value, 2_000) : ''
}
