import { cutGraphemes } from '#app/platform/graphemes.ts'
import { oneLine } from '#app/platform/plain-text.ts'

export const VAULT_LIMITS = { folders: 100, folderName: 60, fileName: 120 } as const

export type VaultKind = 'photo' | 'video' | 'voice'

export function isVaultKind(text: string | null): text is VaultKind {
  return text === 'photo' || text === 'video' || text === 'voice'
}

/** A name that can be stored: without path, control characters and spaces around it. */
export function cleanName(text: string, max: number): string {
  const name = text.replaceAll('\\', '/').split('/').at(-1) ?? ''
  return cutGraphemes(oneLine(name), max).trim()
}
