import { z } from 'zod'
import type { Result } from '#app/platform/result.ts'
import type { FieldErrors } from '#app/web/form-answer.ts'
import { type FormRefused, invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { decisionOf, pageOf } from './queue.ts'

/** What a decision did, shown on the item's page or `at` another one. */
export type Decided = { title: string; description: string; tone?: 'error'; at?: string }

/** What is wrong with the fields of a decision. */
export type Mistakes = { errors: FieldErrors }

/** The fields of any decision, where each decision has a schema of its own. */
export const AnyForm = z.record(z.string(), z.string())

/** The messages of a schema at the fields that show one, the others in the summary. */
export function mistakesOf(error: z.ZodError, fields: readonly string[]): Mistakes {
  const mistakes = error.issues.map(({ path, message }) => {
    const name = String(path[0] ?? '')
    return [fields.includes(name) ? name : `form-${name}`, message]
  })
  return { errors: Object.fromEntries(mistakes) }
}

/**
 * Answers a form posted to the address of a decision. What is refused is shown again with what was typed, except for one-time codes. The item
 * itself takes no form: 405.
 */
export async function answerDecision<Decision extends string, Schema extends z.ZodType<Record<string, string>>>(
  { request, url }: { request: Request; url: URL },
  decisions: readonly Decision[],
  schema: Schema,
  decide: (decision: Decision, typed: z.infer<Schema>) => Promise<Decided | FormRefused | Mistakes | Response>,
) {
  const decision = decisionOf(url, decisions)
  if (!decision) throw new Response('Method not allowed', { status: 405, headers: { allow: 'GET, HEAD' } })
  const form = await parseForm(request, schema)
  // One-time codes are typed again.
  const { code: _code, current: _current, ...typed }: Record<string, string> = form.ok ? form.value : form.values
  if (!form.ok) return invalidForm(form.errors, typed)
  const done = await decide(decision, form.value)
  if (done instanceof Response) return done
  if ('errors' in done) return invalidForm(done.errors, typed)
  if ('status' in done) return refuseForm(done, typed)
  return redirectWithToast(done.at ?? pageOf(url, decisions), done)
}

/** What a command says "no" with, other than that the thing is not there: the kinds of its refusal, and the reasons of `not_permitted`. */
type Because<Refusal> = Refusal extends { kind: 'not_permitted'; reason: infer Reason extends string }
  ? Reason
  : Refusal extends { kind: infer Kind extends string }
    ? Exclude<Kind, 'not_there' | 'not_found'>
    : never

/** Reasons that say no about the thing as it is now, not about the person. */
const CHANGED = ['not_open', 'not_waiting', 'not_in_review', 'not_shillings', 'stands_so_already', 'closed']

/** The refusal of a command as the answer to its form, with a text for each; throws 404 for what is not there. */
export function refusedWith<Refusal extends { kind: string }>(
  refusal: Refusal,
  texts: Readonly<Record<Because<Refusal>, string>>,
): FormRefused {
  const { kind, reason = kind } = refusal as { kind: string; reason?: string }
  if (kind === 'not_there' || kind === 'not_found') return notFound()
  const denied = (kind === 'not_permitted' && !CHANGED.includes(reason)) || kind === 'own_account'
  return { status: denied ? 403 : 409, description: texts[reason as Because<Refusal>] }
}

/** What a command did, or its refusal as the answer to its form. */
export function answerOf<Refusal extends { kind: string }>(
  result: Result<unknown, Refusal>,
  done: Decided,
  texts: Readonly<Record<Because<Refusal>, string>>,
): Decided | FormRefused {
  return result.ok ? done : refusedWith(result.refusal, texts)
}
