/** The text of a field, cut to a maximum length; empty if it is missing or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.slice(0, 2_000) : ''
}
