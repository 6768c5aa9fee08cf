import { expect } from 'vitest'
import type { FormValues } from '#app/web/form-answer.ts'

/** Matches an answer whose control `field` has this error, with these values as typed. */
export function errorAt(field: string, message: string, values: FormValues = {}) {
  return { ok: false, errors: { fields: { [field]: message } }, values }
}

/** Matches an answer whose summary has these lines, and this title if one is given. */
export function summaryOf(messages: readonly string[], title?: string) {
  const summary = messages.map((message) => expect.objectContaining({ message }))
  return { ok: false, errors: { ...(title !== undefined && { title }), summary } }
}
