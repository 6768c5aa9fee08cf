import type { z } from 'zod'

export type RenderedMail = { subject: string; text: string; html: string; code: string | null; link: string | null }

export type Template<Data> = { schema: z.ZodType<Data>; render: (data: Data, brandName: string) => RenderedMail }

export function template<Data>(schema: z.ZodType<Data>, render: Template<Data>['render']): Template<Data> {
  return { schema, render }
}

/** The rows of a mail's table; null rows are left out. */
export function factsOf(facts: Record<string, string | null>): [string, string][] {
  return Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== null)
}
