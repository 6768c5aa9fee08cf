import { z } from 'zod'
import { answerChargeback, type ChargebackRefusal, clearFlag } from '#app/domain/refunds/answer-chargeback.server.ts'
import { findChargeback } from '#app/domain/refunds/chargeback-queries.server.ts'
import { NOTE_LENGTH } from '#app/domain/refunds/rules.ts'
import { answerDecision, orNotFound, refusedWith } from '#app/web/admin/review-queue/answer-decision.server.ts'
import type { FormRefused } from '#app/web/forms.server.ts'
import { ChargebackView } from './chargeback-view.tsx'
import { chargebackPageOf } from './chargeback-page.ts'
import { CHARGEBACK_DECISIONS } from './texts.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/chargeback'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:refunds.decide', POST: 'staff:refunds.decide' },
  title: 'Chargeback',
} satisfies RouteHandle

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const found = orNotFound(await findChargeback(context.get(personContext), params.chargebackId))
  return { page: chargebackPageOf(found, url) }
}

const Form = z.object({ note: z.string().max(5_000).default('') })

export async function action(args: Route.ActionArgs) {
  const actor = args.context.get(personContext)
  const { chargebackId } = args.params
  return answerDecision(args, CHARGEBACK_DECISIONS, Form, async (decision, { note }) => {
    if (decision === 'flag-removal') {
      const cleared = await clearFlag(actor, chargebackId)
      return cleared.ok
        ? { title: 'Flag cleared', description: 'Automatic refunds and payouts work again for this account.' }
        : refusalOf(cleared.refusal)
    }
    const action = decision === 'contest' ? 'decline' : 'accept'
    const answered = await answerChargeback(actor, chargebackId, { action, note })
    return answered.ok ? ANSWERED[answered.value] : refusalOf(answered.refusal)
  })
}

const ANSWERED = {
  notified: { title: 'Answer sent', description: 'The gateway has your answer.' },
  later: { title: 'Saved', description: 'We could not reach the gateway. We send your answer again automatically.' },
  too_late: { title: 'Too late', description: 'The gateway no longer accepts an answer.', tone: 'error' },
} as const

function refusalOf(refusal: ChargebackRefusal): FormRefused {
  if (refusal.kind !== 'note_missing') return refusedWith(refusal, REFUSALS)
  const description = `Write a reason of at least ${NOTE_LENGTH.min} characters. The bank sees it`
  return { status: 400, field: 'note', description }
}

const REFUSALS = {
  not_permitted: 'Your role does not include this.',
  own_account: 'This is about your own account. Another person must answer.',
  not_open: 'Status has changed: this chargeback is already answered or closed.',
} as const

export default function Chargeback({ loaderData, actionData }: Route.ComponentProps) {
  return <ChargebackView page={loaderData.page} answer={actionData} />
}
