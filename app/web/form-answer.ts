import type { ErrorLine } from '#app/ui/error-summary.tsx'

/** Messages by the id of the control that they belong to, in the order of the form; `form` and `form-…` belong to no control. */
export type FieldErrors = Readonly<Record<string, string>>
export type FormValues = Readonly<Record<string, string>>

/** What is wrong with a form: the summary above it, and the message at each control. */
export type FormErrors = { title?: string; summary: readonly ErrorLine[]; fields: FieldErrors }

/** What every action returns when its page is shown again: with errors, or without (`ok`). `values` are what was typed. */
export type FormAnswer =
  | { ok: true; values: FormValues }
  /** `focus` is the id of the control to go to when there is no summary. */
  | { ok: false; errors: FormErrors; values: FormValues; focus?: string }

/** Errors at controls, each also in the summary; one line for controls that share a message. */
export function fieldErrors(fields: FieldErrors, title?: string): FormErrors {
  const summary: ErrorLine[] = []
  for (const [fieldId, message] of Object.entries(fields))
    if (!summary.some((line) => line.message === message))
      summary.push(/^form\b/.test(fieldId) ? { message } : { fieldId, message })
  return { title, summary, fields }
}

/** Reads an answer for a view: the error of a control, its value as typed, or both. */
export function readAnswer(answer: FormAnswer | undefined) {
  const fields: FieldErrors = answer?.ok === false ? answer.errors.fields : {}
  const error = (fieldId: string): string | undefined => fields[fieldId]
  const value = (name: string, fallback = ''): string => answer?.values[name] ?? fallback
  return {
    error,
    value,
    /** A control with its name, its error and what was typed. */
    field: (name: string, fallback?: string) => ({ name, defaultValue: value(name, fallback), error: error(name) }),
  }
}
