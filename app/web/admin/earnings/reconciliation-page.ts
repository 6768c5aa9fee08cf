import type { FieldErrors } from '#app/web/form-answer.ts'

export type DifferenceRow = {
  id: string
  title: string
  advice: string
  description: string
  amount: string | null
  state: 'open' | 'explained' | 'settled'
  seen: string
  end: string | null
  note: string
  href: string | null
  settleHref: string | null
  correctHref: string | null
  settling: boolean
}

export type CorrectionRow = {
  id: string
  account: string
  side: string
  amount: string
  reason: string
  state: 'proposed' | 'posted' | 'declined'
  proposed: string
  decided: string | null
  entryHref: string | null
  mayPost: boolean
  waitsFor: string | null
  mayDecline: boolean
}

export type CorrectionForm = { chosen: string; difference: string; accounts: { id: string; label: string }[] }

export type ReconciliationPage = {
  filter: string
  filters: { name: string; count: number; active: boolean; href: string }[]
  unexplained: string[]
  runs: {
    what: string
    when: string | null
    at: string | null
    failure: string | null
    counts: { name: string; count: string }[]
  }[]
  rows: DifferenceRow[]
  further: string | null
  corrections: CorrectionRow[]
  form: CorrectionForm | null
  settling: boolean
}

/** The errors of a refused form, with what was typed. */
export type ReconciliationAnswer = {
  form: 'settle' | 'propose' | 'other'
  errors: FieldErrors
  values: Record<string, string>
}
