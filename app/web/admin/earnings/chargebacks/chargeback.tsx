import { data } from 'react-router'
import { z } from 'zod'
import { answerChargeback, type ChargebackRefusal, clearFlag } from '#app/domain/refunds/answer-chargeback.server.ts'
import { findChargeback } from '#app/domain/refunds/chargeback-queries.server.ts'
import { NOTE_LENGTH } from '#app/domain/refunds/rules.ts'
import { unreachable } from '#app/platform/result.ts'
import { parseForm } from '#app/web/forms.server.ts'
import refundsStylesUrl from '#app/web/admin/earnings/refunds/refunds.css?url'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { ChargebackView } from './chargeback-view.tsx'
import { chargebackPageOf } from './chargeback-page.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/chargeback'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:refunds.decide', POST: 'staff:refunds.decide' },
  title: 'Chargeback',
} satisfies RouteHandle

const HOME = '/admin/earnings/chargebacks'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: refundsStylesUrl }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const found = await findChargeback(actor, params.chargebackId)
  if (!found) throw new Response('Not found', { status: 404 })
  return data({ page: chargebackPageOf(found) }, { headers: { 'cache-control': 'private, no-store' } })
}

const Form = z.object({
  intent: z.enum(['accept', 'decline', 'clear_flag']),
  note: z.string().max(5_000).default(''),
})

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await parseForm(request, Form)
  if (!form.ok) return data({ error: 'This form could not be read.', field: null, note: form.values.note ?? '' }, 400)
  const { intent, note } = form.value
  const here = `${HOME}/${params.chargebackId}`
  if (intent === 'clear_flag') {
    const cleared = await clearFlag(actor, params.chargebackId)
    if (!cleared.ok && cleared.refusal.kind !== 'not_found') return refusalAnswer(cleared.refusal, note)
    if (!cleared.ok) throw new Response('Not found', { status: 404 })
    return redirectWithToast(here, {
      title: 'Flag cleared',
      description: 'Automatic refunds and payouts work again for this account.',
    })
  }
  const answered = await answerChargeback(actor, params.chargebackId, { action: intent, note })
  if (!answered.ok) return refusalAnswer(answered.refusal, note)
  return redirectWithToast(
    here,
    {
      notified: { title: 'Answer sent', description: 'The gateway has your answer.' },
      later: {
        title: 'Saved',
        description: 'We could not reach the gateway. We send your answer again automatically.',
      },
      too_late: {
        title: 'Too late',
        description: 'The gateway no longer accepts an answer.',
        tone: 'error' as const,
      },
    }[answered.value],
  )
}

function refusalAnswer(refusal: ChargebackRefusal, note: string) {
  switch (refusal.kind) {
    case 'not_found':
      throw new Response('Not found', { status: 404 })
    case 'not_permitted':
      return data({ error: 'Your role does not include this.', field: null, note }, 403)
    case 'own_account':
      return data({ error: 'This is about your own account. Another person must answer.', field: null, note }, 403)
    case 'not_open':
      return data(
        { error: 'Status has changed: this chargeback is already answered or closed.', field: null, note },
        409,
      )
    case 'note_missing':
      return data(
        { error: `Write a reason of at least ${NOTE_LENGTH.least} characters. The bank sees it`, field: 'note', note },
        400,
      )
    default:
      return unreachable(refusal)
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function Chargeback({ loaderData, actionData }: Route.ComponentProps) {
  return <ChargebackView page={loaderData.page} answer={actionData ?? null} />
}
