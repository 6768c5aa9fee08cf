import { cutGraphemes } from '#app/platform/graphemes.ts'
import { asTyped } from '#app/platform/plain-text.ts'
import type { WizardStep } from './steps.ts'

/** What is typed in a step, by field name. Several choices of one field are stored in one text, separated by spaces. */
export type Typed = Readonly<Record<string, string>>

/** The fields of each step that are stored while they are typed, with their maximum length. Other submitted fields are ignored. */
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
  first_post: { kind: 10, locked: 5, price: 12, other: 20, shown: 12, people: 1_000 },
  prices: { subscription: 12, goal: 12, pay_to_unlock: 5 },
  verification: { legal_name: 120, 'dated-day': 4, 'dated-month': 4, 'dated-year': 6 },
}

/** A draft that can be stored, whatever was sent: only known fields, cut to length, and without characters that the database refuses. */
export function cutDraft(step: WizardStep, typed: Typed): Typed {
  return Object.fromEntries(
    Object.entries(DRAFT_FIELDS[step]).flatMap(([name, max]) => {
      const text = Object.hasOwn(typed, name) ? cutGraphemes(asTyped(typed[name] ?? ''), max) : ''
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
