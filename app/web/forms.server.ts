import { data } from 'react-router'
import { z } from 'zod'
import { countGraphemes } from '#app/platform/graphemes.ts'
import { severalLines } from '#app/platform/plain-text.ts'
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
  const parsed = checkFields(schema, values)
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) {
    const name = String(path[0] ?? 'form')
    // What a page should have sent by itself belongs to no control.
    errors[message === INCOMPLETE ? `form-${name}` : name] ??= message
  }
  return { ok: false, errors, values }
}

const INCOMPLETE = 'Something is missing in this form. Open the page again and send it once more.'

/** Checks typed fields by a schema. What the schema has no words for is said in ours: people never read the library's. */
export function checkFields<Schema extends z.ZodType>(schema: Schema, typed: unknown) {
  return schema.safeParse(typed, { error: ({ code }) => (code === 'too_big' ? 'This is too long' : INCOMPLETE) })
}

/** A field for a text that a person writes, of at most `most` characters as they are stored; it may be missing. */
export function writtenText(most: number) {
  const fits = (text: string) => countGraphemes(severalLines(text)) <= most
  return z
    .string()
    .refine(fits, `Write at most ${most.toLocaleString('en')} characters`)
    .default('')
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
