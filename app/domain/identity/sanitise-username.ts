/** What is kept of a typed username: lowercase letters, digits and underscores. */
export function sanitiseUsername(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '')
}
