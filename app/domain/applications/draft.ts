import type { WizardStep } from './steps.ts'

/** What is typed in a step, by the names of its fields. Several choices of one field stand in one text, parted by spaces. */
export type Typed = Readonly<Record<string, string>>

/** The fields of each step that are kept while they are typed, with how much of each. Whatever else a form sends is left out. */
export const DRAFT_FIELDS: Readonly<Record<WizardStep, Readonly<Record<string, number>>>> = {
  profile: {
    whatsapp_number: 60,
    display_name: 120,
    username: 60,
    city: 120,
    bio: 600,
    'birthday-day': 4,
    'birthday-month': 4,
    'birthday-year': 6,
    tags: 60,
  },
  first_post: { kind: 10, locked: 5, price: 12, other: 20 },
  prices: { subscription: 12, goal: 12, pay_to_unlock: 5 },
  verification: { 'dated-day': 4, 'dated-month': 4, 'dated-year': 6 },
}

/** A draft that can be stored whatever was sent: known fields alone, cut, and without what the database can't hold. */
export function cutDraft(step: WizardStep, typed: Typed): Typed {
  const cut = (text: string, most: number) =>
    Array.from(text.replaceAll('\u0000', '').replace(/[\ud800-\udfff]/gu, ''))
      .slice(0, most)
      .join('')
  return Object.fromEntries(
    Object.entries(DRAFT_FIELDS[step]).flatMap(([name, most]) => {
      const text = Object.hasOwn(typed, name) ? cut(typed[name] ?? '', most) : ''
      return text === '' ? [] : [[name, text] as const]
    }),
  )
}

/** A stored draft as texts, whatever the row holds. */
export function readDraft(step: WizardStep, stored: unknown): Typed {
  if (typeof stored !== 'object' || stored === null) return {}
  const texts = Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return cutDraft(step, Object.fromEntries(texts))
}
