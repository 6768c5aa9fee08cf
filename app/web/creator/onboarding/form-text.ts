/** The text of a field, cut to what a person may type; empty where there is none, or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.slice(0, 2_000) : ''
}
