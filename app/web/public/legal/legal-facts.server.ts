import { config } from '#app/platform/config.server.ts'
import type { LegalFacts } from './content/document.tsx'

/** What the documents can't know by themselves: the name in force and where to write to. */
export function legalFacts(): LegalFacts {
  const { brandName, adminEmailDomain } = config()
  return { brandName, contactEmail: `hello@${adminEmailDomain}` }
}
