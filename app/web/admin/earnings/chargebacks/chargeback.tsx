import { z } from 'zod'
import { answerChargeback, type ChargebackRefusal, clearFlag } from '#app/domain/refunds/answer-chargeback.server.ts'
import { findChargeback } from '#app/domain/refunds/chargeback-queries.server.ts'
import { NOTE_LENGTH } from '#app/domain/refunds/rules.ts'
import { unreachable } from '#app/platform/result.ts'
import { decisionOf, methodNotAllowed } from '#app/web/admin/review-queue/queue.ts'
import { type FormRefused, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { ChargebackView } from './chargeback-view.tsx'
import { chargebackPageOf } from './chargeback-page.ts'
import { CHARGEBACK_DECISIONS, CHARGEBACKS } from './texts.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/chargeback'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:refunds.decide', POST: 'staff:refunds.decide' },
  title: 'Chargeback',
} satisfies RouteHandle

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const found = await findChargeback(actor, params.chargebackId)
  if (!found) throw new Response('Not found', { status: 404 })
  return { page: chargebackPageOf(found, url) }
}

const Form = z.object({ note: z.string().max(5_000).default('') })

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const decision = decisionOf(url, CHARGEBACK_DECISIONS)
  if (!decision) throw methodNotAllowed()
  const form = await parseForm(request, Form)
  if (!form.ok) return refuseForm({ status: 400, description: 'This form could not be read.' }, form.values)
  const here = `${CHARGEBACKS.path}/${params.chargebackId}`
  if (decision === 'flag-removal') {
    const cleared = await clearFlag(actor, params.chargebackId)
    return cleared.ok
      ? redirectWithToast(here, {
          title: 'Flag cleared',
          description: 'Automatic refunds and payouts work again for this account.',
        })
      : refuseForm(refusalOf(cleared.refusal), form.value)
  }
  const { note } = form.value
  const answered = await answerChargeback(actor, params.chargebackId, {
    action: decision === 'contest' ? 'decline' : 'accept',
    note,
  })
  return answered.ok
    ? redirectWithToast(here, ANSWERED[answered.value])
    : refuseForm(refusalOf(answered.refusal), { note })
}

const ANSWERED = {
  notified: { title: 'Answer sent', description: 'The gateway has your answer.' },
  later: { title: 'Saved', description: 'We could not reach the gateway. We send your answer again automatically.' },
  too_late: { title: 'Too late', description: 'The gateway no longer accepts an answer.', tone: 'error' },
} as const

function refusalOf(refusal: ChargebackRefusal): FormRefused {
  switch (refusal.kind) {
    case 'not_found':
      throw new Response('Not found', { status: 404 })
    case 'not_permitted':
      return { status: 403, description: 'Your role does not include this.' }
    case 'own_account':
      return { status: 403, description: 'This is about your own account. Another person must answer.' }
    case 'not_open':
      return { status: 409, description: 'Status has changed: this chargeback is already answered or closed.' }
    case 'note_missing':
      return {
        status: 400,
        field: 'note',
        description: `Write a reason of at least ${NOTE_LENGTH.min} characters. The bank sees it`,
      }
    default:
      return unreachable(refusal)
  }
}

export default function Chargeback({ loaderData, actionData }: Route.ComponentProps) {
  return <ChargebackView page={loaderData.page} answer={actionData} />
}
