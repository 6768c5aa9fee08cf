/** A JSON object of the gateway whose numbers are still the text that was sent: ids exceed doubles, and amounts must stay exact. */
export type Wire = { readonly [field: string]: unknown }

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown

const keepNumbersAsText: Reviver = (_key, value, context) =>
  typeof value === 'number' ? (context.source ?? String(value)) : value

/** Parses JSON with numbers as text; null when it is no JSON object. */
export function parseWire(text: string): Wire | null {
  try {
    const value: unknown = JSON.parse(text, keepNumbersAsText as Parameters<typeof JSON.parse>[1])
    return isWire(value) ? value : null
  } catch {
    return null
  }
}

export function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first of the named fields that contains a text or a number. */
export function textOf(wire: Wire, ...fields: string[]): string | null {
  for (const field of fields) {
    const value = Object.hasOwn(wire, field) ? wire[field] : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

const REFERENCE = /^[A-Za-z0-9_-]{1,100}$/
const PROVIDER_ID = /^[A-Za-z0-9_-]{1,64}$/

export function referenceOf(text: string | null): string | null {
  return text !== null && REFERENCE.test(text) ? text : null
}

export function providerIdOf(text: string | null): string | null {
  return text !== null && PROVIDER_ID.test(text) ? text : null
}
