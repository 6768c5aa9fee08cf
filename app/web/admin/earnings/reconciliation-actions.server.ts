import { z } from 'zod'
import type { Person } from '#app/domain/identity/actor.ts'
import {
  type DecisionRefusal,
  declineCorrection,
  postCorrection,
} from '#app/domain/reconciliation/decide-correction.server.ts'
import { type ProposalRefusal, proposeCorrection } from '#app/domain/reconciliation/propose-correction.server.ts'
import {
  LEAST_NOTE,
  settleDifference,
  type SettleRefusal,
} from '#app/domain/reconciliation/settle-difference.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { ReconciliationAnswer } from './reconciliation-page.ts'

const text = z.string().max(2_000).default('')
const Forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('settle'), difference: text, note: text }),
  z.object({
    intent: z.literal('propose'),
    account: text,
    side: z.enum(['debit', 'credit'], { error: 'Choose debit or credit' }),
    amount: text,
    reason: text,
    difference: text,
  }),
  z.object({ intent: z.literal('post'), correction: text }),
  z.object({ intent: z.literal('decline'), correction: text }),
])
type Form = z.infer<typeof Forms>

type Answer = Response | { status: number; page: ReconciliationAnswer }

/** Answers the forms of the page. Refusals come back with what was typed. */
export async function answerReconciliation(actor: Person, request: Request): Promise<Answer> {
  const form = await parseForm(request, Forms)
  if (!form.ok) {
    const intent = form.values.intent === 'propose' || form.values.intent === 'settle' ? form.values.intent : 'other'
    return refused(
      intent,
      form.errors.side ? { side: form.errors.side } : { form: 'This form could not be read.' },
      form.values,
    )
  }
  switch (form.value.intent) {
    case 'settle':
      return settle(actor, form.value)
    case 'propose':
      return propose(actor, form.value)
    case 'post': {
      const posted = await postCorrection(actor, form.value.correction)
      return posted.ok ? done('Entry posted', 'The books are corrected.') : notDecided(posted.refusal)
    }
    case 'decline': {
      const declined = await declineCorrection(actor, form.value.correction)
      return declined.ok ? done('Proposal declined', 'Nothing was booked.') : notDecided(declined.refusal)
    }
    default:
      return unreachable(form.value)
  }
}

async function settle(actor: Person, form: Extract<Form, { intent: 'settle' }>): Promise<Answer> {
  const settled = await settleDifference(actor, form.difference, form.note)
  if (settled.ok) return done('Difference settled', 'Your note is saved with it.')
  const { refusal } = settled
  if (refusal.kind === 'note_too_short') return refused('settle', { note: NOTE_TOO_SHORT }, form)
  return failed(SETTLE_TEXTS[refusal.kind])
}

const NOTE_TOO_SHORT = `Explain the difference in at least ${LEAST_NOTE} characters`
const SETTLE_TEXTS: Record<Exclude<SettleRefusal['kind'], 'note_too_short'>, string> = {
  not_permitted: 'Your role does not include this.',
  not_found: 'This difference does not exist.',
  not_open: 'Status has changed: this difference is already explained or settled.',
  breach: 'A note can\u2019t settle an error in our own books. It closes when the next audit no longer finds it.',
}

async function propose(actor: Person, form: Extract<Form, { intent: 'propose' }>): Promise<Answer> {
  const amountMinor = readAmount(form.amount)
  if (amountMinor === null) return refused('propose', { amount: 'Enter an amount in numbers, such as 5000' }, form)
  const proposed = await proposeCorrection(actor, {
    accountId: form.account,
    side: form.side,
    amountMinor,
    reason: form.reason,
    differenceId: form.difference === '' ? null : form.difference,
  })
  if (proposed.ok) return done('Entry proposed', 'A second person must post it before anything is booked.')
  return refused('propose', proposalErrors(proposed.refusal), form)
}

function proposalErrors(refusal: ProposalRefusal): Record<string, string> {
  switch (refusal.kind) {
    case 'not_permitted':
      return { form: 'Your role does not include this.' }
    case 'account_not_correctable':
      return { account: 'Choose an account from the list' }
    case 'amount_out_of_bounds':
      return { amount: 'Enter an amount above zero, in whole shillings, or in dollars with cents' }
    case 'reason_too_short':
      return { reason: 'Write the reason in a sentence. It stays with the entry' }
    case 'difference_not_open':
      return { form: 'Status has changed: the difference is already explained or settled.' }
    default:
      return unreachable(refusal)
  }
}

/** "5,000" or "4.99" in minor units; null if it is not an amount. */
function readAmount(typed: string): bigint | null {
  const parts = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(typed.replaceAll(/[,\s\u00a0]/g, ''))
  return parts ? BigInt(parts[1]!) * 100n + BigInt((parts[2] ?? '').padEnd(2, '0')) : null
}

function notDecided(refusal: DecisionRefusal): Response {
  switch (refusal.kind) {
    case 'not_permitted':
      return failed(
        {
          not_yours: 'Your role does not include this.',
          approved_before: 'A second person must post it.',
          second_only: 'Your role does not include this.',
          not_waiting: 'Status has changed: somebody has already decided this.',
          own_account: 'You can\u2019t decide about your own account.',
        }[refusal.reason],
      )
    case 'not_found':
      return failed('This proposal does not exist.')
    case 'decided_before':
      return failed('Status has changed: somebody has already decided this.')
    case 'pot_too_small':
      return failed('The wallet balance is less than this amount.')
    default:
      return unreachable(refusal)
  }
}

function refused(
  form: ReconciliationAnswer['form'],
  errors: Record<string, string>,
  values: Record<string, string>,
): Answer {
  return { status: 400, page: { form, errors, values } }
}

function done(title: string, description: string): Response {
  return redirectWithToast(to.admin.reconciliation, { title, description })
}

function failed(description: string): Response {
  return redirectWithToast(to.admin.reconciliation, { title: 'Error', description, tone: 'error' })
}
