import type { z } from 'zod'
import { readForm } from './form-body.server.ts'

export type FieldErrors = Record<string, string>
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
  const form = await readForm(request)
  const values: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') values[name] = value
  const parsed = schema.safeParse(values)
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors: FieldErrors = {}
  for (const issue of parsed.error.issues) errors[String(issue.path[0] ?? 'form')] ??= issue.message
  return { ok: false, errors, values }
}

/** The names of the fields that a form sent; for checkboxes, the ticked ones. Throws like `parseForm`. */
export async function readFieldNames(request: Request): Promise<ReadonlySet<string>> {
  return new Set((await readForm(request)).keys())
}
