/** What is hashed for a code stands with its row's id, and never equals what a sign-in code hashes. */
export function deletionCodeSecret(id: string, code: string): string {
  return `deletion ${id}:${code}`
}
