import { data } from 'react-router'
import type { z } from 'zod'
import { type FieldErrors, fieldErrors, type FormAnswer, type FormValues } from './form-answer.ts'
import { readForm } from './form-body.server.ts'

export type ParsedForm<Value> =
  | { ok: true; value: Value }
  | { ok: false; errors: FieldErrors; values: Record<string, string> }

/**
 * Reads a posted form through its schema. On errors it returns the first message of each field with the typed values. Not for files or
 * repeated fields. Throws 413 for a form that is too large.
 */
export async function parseForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<ParsedForm<z.infer<Schema>>> {
  return parseFields(await readForm(request), schema)
}

/** Reads the fields of a form that was read already, as `parseForm` does. */
export function parseFields<Schema extends z.ZodType>(form: FormData, schema: Schema): ParsedForm<z.infer<Schema>> {
  const values: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') values[name] = value
  const parsed = schema.safeParse(values)
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors: Record<string, string> = {}
  for (const issue of parsed.error.issues) errors[String(issue.path[0] ?? 'form')] ??= issue.message
  return { ok: false, errors, values }
}

/** The names of the fields that a form sent; for checkboxes, the ticked ones. Throws like `parseForm`. */
export async function readFieldNames(request: Request): Promise<ReadonlySet<string>> {
  return new Set((await readForm(request)).keys())
}

/** Why a form was refused: as a whole, or because of the control `field`. */
export type FormRefused = {
  status: number
  /** The title of the summary. */
  title?: string
  description: string
  /** A second line in the summary. */
  note?: string
  field?: string
  /** Only one of the two places; at the field alone, the field takes the focus. */
  only?: 'field' | 'summary'
}

/** The page again with a refusal. Secrets are never among `values`: they would stand in the page. */
export function refuseForm({ status, title, description, note, field, only }: FormRefused, values: FormValues = {}) {
  const summary = [{ fieldId: field, message: description }, ...(note ? [{ message: note }] : [])]
  const errors = {
    title,
    summary: only === 'field' ? [] : summary,
    fields: field && only !== 'summary' ? { [field]: description } : {},
  }
  return data<FormAnswer>({ ok: false, errors, values, ...(only === 'field' && { focus: field }) }, status)
}

/** The page again with errors at its controls. */
export function invalidForm(fields: FieldErrors, values: FormValues = {}, status = 400) {
  return data<FormAnswer>({ ok: false, errors: fieldErrors(fields), values }, status)
}

/** The page again with what was typed and no error. */
export function showForm(values: FormValues) {
  return data<FormAnswer>({ ok: true, values })
}
