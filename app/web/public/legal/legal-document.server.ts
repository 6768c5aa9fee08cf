import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lexer, type Token, walkTokens } from 'marked'
import { currentVersion, LEGAL_DOCUMENTS, showLegalDate } from '#app/domain/consents/documents.ts'
import { STAFF_TERMS_VERSION } from '#app/domain/staff/staff-terms.ts'
import { legalFacts } from '#app/web/public/legal/legal-facts.server.ts'

/** The documents that nobody accepts on their own page, and when each was last changed. */
const OTHERS: Record<string, { lastUpdated: string; version: string | null }> = {
  'admin-terms': { lastUpdated: '21 November 2026', version: STAFF_TERMS_VERSION },
  'how-passes-are-shared': { lastUpdated: '22 Nov 2026', version: null },
}

const DESCRIPTIONS: Record<string, string> = {
  terms: 'What you agree to when you use the service: 18+ only, passes, wallet, creators, fees and weekly payouts.',
  privacy: 'Which data we hold about you, why, who sees it, how long we keep it and what you can ask for.',
  refunds: 'When your money comes back, how to ask for it and how long it takes.',
  'acceptable-use': 'What is allowed, what never is, and how anybody can report content, with or without an account.',
  'creator-verification':
    'How a person checks every creator: what you send, how long it takes, how we protect it and how to appeal.',
  'admin-terms': 'What everybody who works on the platform with an account of the team agrees to.',
  'how-passes-are-shared': 'The rule by which what fans pay for a pass goes to the creators they use, week by week.',
}

export type LegalSection = { id: string; heading: string; body: Token[] }

/**
 * A document in force, with the facts in place of its `{placeholders}`: `name` is its address without the slash. In the Markdown the title
 * is the `#` heading, and each section is a `## Heading {#id}`. Throws for an unknown name or placeholder.
 */
export async function legalDocument(name: string) {
  const facts: Record<string, string | number> = await legalFacts()
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, fact: string) => {
      if (!Object.hasOwn(facts, fact)) throw new Error(`${name} names an unknown fact: ${fact}`)
      return String(facts[fact])
    })
  const tokens = lexer(await readFile(join(import.meta.dirname, 'documents', `${name}.md`), 'utf8'))
  void walkTokens(tokens, (token) => {
    token.raw = ''
    if ('text' in token) token.text = fill(token.text as string)
    if (token.type === 'link') token.href = fill(token.href as string)
  })
  const sections: LegalSection[] = []
  let title = ''
  const summary: Token[] = []
  for (const token of tokens) {
    const named = token.type === 'heading' ? /^(.*?)(?: \{#(.*)\})?$/.exec(token.text as string)! : null
    if (named?.[2]) sections.push({ id: named[2], heading: named[1]!, body: [] })
    else if (named) title = named[1]!
    else (sections.at(-1)?.body ?? summary).push(token)
  }
  return {
    brandName: String(facts['brandName']),
    title,
    description: DESCRIPTIONS[name]!,
    ...inForce(name),
    summary,
    sections,
  }
}

function inForce(name: string): { lastUpdated: string; version: string | null } {
  const accepted = LEGAL_DOCUMENTS.find((known) => known === name)
  if (!accepted) return OTHERS[name]!
  const { version, inForceFrom } = currentVersion(accepted)
  return { version, lastUpdated: showLegalDate(inForceFrom) }
}
