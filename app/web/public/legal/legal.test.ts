import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { formatMoney, ugx } from '#app/domain/money/money.ts'
import {
  CREATOR_FEE_MINOR,
  MINIMUM_AGE_YEARS,
  PLATFORM_FEE_BASIS_POINTS,
  SIGN_IN,
  STATEMENT_NAME,
} from '#app/domain/settings/constants.ts'
import { standardSettings } from '#app/domain/settings/catalogue.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import Document, { handle, loader, meta } from './document.tsx'

const PATHS = ['/terms', '/privacy', '/refunds', '/acceptable-use', '/creator-verification'] as const
type Path = (typeof PATHS)[number] | '/how-passes-are-shared'

// Settings have their defaults here; settings.db.test.ts changes them.
vi.mock('#app/domain/settings/settings.server.ts', () => ({ settings: () => Promise.resolve(standardSettings(false)) }))

function load(path: Path) {
  return loader({ pattern: path })
}

/** The page as its route renders it: the loader's data in its component. */
async function html(path: Path, environment: Record<string, string> = {}): Promise<string> {
  useConfig(readConfig(environment))
  return renderToStaticMarkup(createElement(Document, { loaderData: await load(path) }))
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

async function text(path: Path, environment?: Record<string, string>): Promise<string> {
  return (await html(path, environment))
    .replaceAll(/<\/(p|li|h1|h2|ol|ul)>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]!)
    .replaceAll(/[ \n]+/g, ' ')
}

const fee = formatMoney({ amountMinor: CREATOR_FEE_MINOR, currency: 'UGX' })
const minPayout = formatMoney(ugx(20_000))
const age = `${MINIMUM_AGE_YEARS}+ only`
const appeals = 'appeals within 5 business days'

/** Every policy with the documents that must state it and the text that contains its figure. */
const POLICIES: [policy: string, documents: Path[], message: string[]][] = [
  ['nobody under 18', ['/terms', '/acceptable-use', '/creator-verification'], [age]],
  ['nobody under 18, in the privacy page', ['/privacy'], ['for adults only (18+)']],
  ['creators are reviewed by a person', ['/terms', '/acceptable-use', '/creator-verification'], ['manually reviewed']],
  ['screenshots are prohibited', ['/terms', '/acceptable-use'], ['Screenshots prohibited']],
  ['content is watermarked', ['/terms', '/acceptable-use'], ['Content is watermarked']],
  ['payouts are weekly after 7 days', ['/terms'], ['weekly, after 7-day processing', 'pending for 7 days']],
  ['payouts are weekly after 7 days, told to newcomers', ['/creator-verification'], ['weekly, after 7-day processing']],
  ['the payout run is on Friday at 09:00', ['/terms'], ['Every Friday at 09:00, Kampala time']],
  ['a payout has a minimum', ['/terms'], [`The minimum payout is ${minPayout}`]],
  ['the withdrawal levy is the network’s', ['/terms'], ['0.5% levy on mobile money withdrawals']],
  ['refunds arrive in 3-10 business days', ['/terms', '/refunds'], ['3-10 business days']],
  ['refunds are sent in 24-48 hours', ['/terms', '/refunds'], ['24-48 hours']],
  ['a pass unused within 24 hours is returned whole', ['/refunds'], ['within 24 hours', 'return the whole amount']],
  ['a used pass is refunded by dispute alone', ['/refunds'], ['never refunded, except by a dispute']],
  ['what was not delivered is refunded', ['/terms', '/refunds'], ['not delivered']],
  ['a chargeback ends access', ['/refunds'], ['what it paid for ends at once, and the account is flagged']],
  ['verification takes 24-48 hours', ['/creator-verification'], ['verification review takes 24-48 hours']],
  ['appeals take 5 business days', ['/terms', '/refunds', '/acceptable-use', '/creator-verification'], [appeals]],
  ['the proof of address is fresh', ['/creator-verification'], ['proof of address under 3 months old']],
  [
    'verification is repeated each year',
    ['/creator-verification'],
    ['Annual re-verification', 'Verification holds for one year'],
  ],
  ['creators reply in 48 hours', ['/terms', '/creator-verification'], ['reply to messages from Peach within 48 hours']],
  ['the platform keeps 20 %', ['/terms'], [`platform fee is ${PLATFORM_FEE_BASIS_POINTS / 100}%`]],
  ['the creator fee is told wherever it is owed', ['/terms', '/refunds', '/creator-verification'], [`${fee} per week`]],
  [
    'everybody shown has agreed',
    ['/acceptable-use', '/creator-verification'],
    ['agreed', 'consent of everybody shown'],
  ],
  ['people without an account can complain', ['/acceptable-use'], ['You do not need an account to complain']],
  ['explicit content is off', ['/acceptable-use'], ['Explicit content is off']],
  ['meet-ups are safe', ['/acceptable-use'], ['Public venue only', 'Both verified', 'No sexual services', 'Check in']],
  ['the wallet is a prepayment', ['/terms'], ['non-withdrawable prepayment']],
  ['the law on data is named', ['/privacy'], ['Data Protection and Privacy Act, 2019', 'special personal data']],
  [
    'the data office takes complaints and hears of leaks',
    ['/privacy'],
    ['(PDPO)', 'Personal Data Protection Office immediately'],
  ],
  ['verification images are deleted', ['/privacy', '/creator-verification'], ['at most 30 days after the decision']],
  [
    'the sign-in code and the name on the statement are right',
    ['/terms'],
    [`${SIGN_IN.codeMinutes} minutes`, STATEMENT_NAME],
  ],
]

describe('the content of the legal documents', () => {
  test.each(POLICIES.flatMap(([policy, documents, message]) => documents.map((path) => ({ policy, path, message }))))(
    'LEGAL-01 $path states: $policy',
    async ({ path, message }) => {
      const page = await text(path)
      for (const phrase of message) expect(page.toLowerCase()).toContain(phrase.toLowerCase())
    },
  )
})

describe.each(PATHS)('%s', (path) => {
  test('LEGAL-01 is a complete document with its version and date', async () => {
    const page = await text(path)
    const changed = path === '/terms' || path === '/privacy' ? '22 November 2026' : '21 November 2026'
    expect(page).toContain(`Last updated ${changed}`)
    expect(page).toMatch(/Version \d+\.\d+/)
    expect(page.split(' ').length).toBeGreaterThan(600)
    expect(page).not.toMatch(/lorem|undefined|\[object|\bTBD\b|\$\{/i)
  })

  test('LEGAL-01 is served without script, in the full frame, with a title and a description', async () => {
    expect(handle.screen).toEqual({ shell: 'full', hydrate: false, backHref: '/', firstView: 'legal' })
    useConfig(readConfig({ BRAND_NAME: 'Mango' }))
    const tags = meta({ loaderData: await load(path) })
    expect(tags).toContainEqual({ title: expect.stringMatching(/^[A-Z][a-z ]+ · Mango$/) })
    expect(tags).toContainEqual({ name: 'description', content: expect.stringMatching(/^.{50,160}$/) })
    expect(await html(path)).not.toMatch(/<script|\sstyle=|\son[a-z]+=/)
  })

  test('LEGAL-01 uses the configured brand name and contact address', async () => {
    const page = await html(path, { BRAND_NAME: 'Mango', ADMIN_EMAIL_DOMAIN: 'mango.example' })
    expect(page).toContain('Mango')
    expect(page).toContain('mailto:hello@mango.example')
    expect(page).not.toMatch(/\bPeach\b|peach\.example/)
  })

  test('LEGAL-01 lists its sections, and every link inside the documents has a target', async () => {
    const page = await html(path)
    const ids = idsIn(page)
    expect(new Set(ids).size).toBe(ids.length)
    const contents = [...page.matchAll(/<a href="#([^"]+)">/g)].map((match) => match[1]!)
    expect(contents.length).toBeGreaterThan(8)
    for (const id of contents) expect(ids).toContain(id)
    for (const [, target, anchor] of page.matchAll(/<a href="(\/[^"#]*)(?:#([^"]+))?"/g)) {
      expect([...PATHS, '/profile/export', '/profile/deletion']).toContain(target)
      if (anchor) expect(idsIn(await html(target as Path)), `${target}#${anchor}`).toContain(anchor)
    }
  })
})

function idsIn(page: string): string[] {
  return [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]!)
}

test('EARN-02 the public rule of sharing passes states that a fan’s money follows that fan’s use, what is kept and what is breakage', async () => {
  const message = await text('/how-passes-are-shared')
  expect(message).toContain('to nobody by anybody else’s use')
  expect(message).toContain('Access that was given without a payment earns nothing, and using it counts for nothing')
  expect(message).toContain('kept, fee and all, for the next weeks of the same pass')
  expect(message).toContain('“breakage”')
  expect(message).not.toMatch(/common pool|undefined|NaN/)
  // The example as calculated by the rule: seven of thirty days, five days and one day of use, two weeks kept together.
  for (const amount of ['42,000', '8,400', '33,600', '28,000', '5,600', '67,200'])
    expect(message).toContain(`UGX\u00a0${amount}`)
})
