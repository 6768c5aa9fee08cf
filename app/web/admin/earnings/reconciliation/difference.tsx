import { writtenText } from '#app/web/forms.server.ts'
import { z } from 'zod'
import { differenceText } from '#app/domain/reconciliation/difference.ts'
import { findDifference, type ListedDifference } from '#app/domain/reconciliation/queries.server.ts'
import { LEAST_NOTE, settleDifference } from '#app/domain/reconciliation/settle-difference.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { withQuery } from '#app/links.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { AreaField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { answerDecision, refusedWith } from '#app/web/admin/review-queue/answer-decision.server.ts'
import { itemPage } from '#app/web/admin/review-queue/queue.ts'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { amountOf, causeAddress } from '../money-texts.ts'
import { DIFFERENCE_DECISIONS, DIFFERENCES, STATES } from './texts.ts'
import type { Route } from './+types/difference'

export const handle = staffForm('Difference', 'reconciliation.view')

export async function loader({ url, params }: Route.LoaderArgs) {
  const one = orNotFound(await findDifference(params.differenceId))
  const { closeHref, action } = itemPage(DIFFERENCES, url, one.id)
  const { title, advice } = differenceText(one.kind)
  // Errors in our own books are never explained by a note, and a payment that is unclear has no entry.
  const settleable = one.state === 'open' && one.kind !== 'breach'
  const hasEntry = one.kind !== 'payment_unclear'
  return {
    title,
    description: one.description,
    advice: one.state === 'open' ? advice : null,
    status: STATES[one.state],
    facts: [
      { label: 'Amount', value: amountOf(one) },
      { label: 'First seen', value: showDateTime(one.firstSeenAt) },
      {
        label: one.state === 'settled' ? 'Settled' : 'Explained',
        value: one.endedAt && [one.settledBy, showDateTime(one.endedAt)].filter(Boolean).join(', '),
      },
    ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value }])),
    note: one.note,
    href: hasEntry ? objectAddress(one) : null,
    settleAction: settleable ? action.settlement : null,
    correctHref: settleable && hasEntry ? withQuery(toAdmin.correctionProposal, { difference: one.id }) : null,
    closeHref,
  }
}

function objectAddress({ objectKind, objectId }: ListedDifference): string | null {
  if (!objectKind || !objectId) return null
  return causeAddress(objectKind, objectId) ?? `${toAdmin.ledger}?cause=${objectId}`
}

const Form = z.object({ note: writtenText(1_000) })

export async function action(args: Route.ActionArgs) {
  const actor = args.context.get(personContext)
  return answerDecision(args, DIFFERENCE_DECISIONS, Form, async (_, { note }) => {
    const { id } = orNotFound(await findDifference(args.params.differenceId))
    const settled = await settleDifference(actor, id, note)
    if (settled.ok) return { title: 'Difference settled', description: 'Your note is saved with it.' }
    const { refusal } = settled
    if (refusal.kind !== 'note_too_short') return refusedWith(refusal, REFUSALS)
    return { status: 400, field: 'note', description: `Explain the difference in at least ${LEAST_NOTE} characters` }
  })
}

const REFUSALS = {
  not_permitted: 'Your role does not include this.',
  not_open: 'Status has changed: this difference is already explained or settled.',
  breach: 'A note can’t settle an error in our own books. It closes when the next audit no longer finds it.',
} as const

/** One difference beside the list: what it is, what to do about it, and the note that settles it. */
export default function Difference({ loaderData: page, actionData }: Route.ComponentProps) {
  const { field } = readAnswer(actionData)
  return (
    <WorkPanel title={page.title} note={page.description} closeHref={page.closeHref}>
      <p>
        <StatusChip status={page.status} small />
      </p>
      <FormErrorSummary answer={actionData} />
      {page.advice && <p className="text-secondary">{page.advice}</p>}
      <Receipt wrap rows={page.facts} />
      {page.note && <p className="text-body break-lines">{page.note}</p>}
      {(page.href || page.correctHref) && (
        <div className="decision-buttons">
          {page.href && <LinkButton href={page.href}>View details</LinkButton>}
          {page.correctHref && <LinkButton href={page.correctHref}>Correct...</LinkButton>}
        </div>
      )}
      {page.settleAction && (
        <form method="post" action={page.settleAction} className="stack stack-16" noValidate>
          <AreaField
            label="What caused the difference?"
            {...field('note')}
            limit={1_000}
            hint="This moves no money. It records that you found the cause."
          />
          <Button variant="primary">Settle difference</Button>
        </form>
      )}
    </WorkPanel>
  )
}
