/** The row's id is hashed with a code, and the hash never equals that of a sign-in code. */
export function deletionCodeSecret(id: string, code: string): string {
  return `deletion ${id}:${code}`
}
