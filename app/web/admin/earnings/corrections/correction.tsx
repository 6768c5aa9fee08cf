import { z } from 'zod'
import { declineCorrection, postCorrection } from '#app/domain/reconciliation/decide-correction.server.ts'
import { findCorrection } from '#app/domain/reconciliation/queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { answerDecision, answerOf } from '#app/web/admin/review-queue/answer-decision.server.ts'
import { itemPage } from '#app/web/admin/review-queue/queue.ts'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { CORRECTION_DECISIONS, correctionLine, CORRECTIONS, STATES } from './texts.ts'
import type { Route } from './+types/correction'

export const handle = staffForm('Manual entry', 'reconciliation.view')

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const one = orNotFound(await findCorrection(context.get(personContext), params.correctionId))
  const { closeHref, action } = itemPage(CORRECTIONS, url, one.id)
  return {
    ...correctionLine(one),
    reason: one.reason,
    status: STATES[one.state],
    facts: [
      { label: 'Proposed by', value: `${one.proposedBy}, ${showDateTime(one.proposedAt)}` },
      ...(one.decidedAt ? [{ label: 'Decided by', value: `${one.decidedBy}, ${showDateTime(one.decidedAt)}` }] : []),
    ],
    entryHref: one.entryId && toAdmin.ledgerEntry(one.entryId),
    differenceHref: one.differenceId && toAdmin.difference(one.differenceId),
    may: one.may,
    needsOther: one.needsOther,
    action,
    closeHref,
  }
}

export async function action(args: Route.ActionArgs) {
  const actor = args.context.get(personContext)
  const { correctionId } = args.params
  return answerDecision(args, CORRECTION_DECISIONS, z.object({}), async (decision) => {
    return decision === 'approval'
      ? answerOf(await postCorrection(actor, correctionId), POSTED, REFUSALS)
      : answerOf(await declineCorrection(actor, correctionId), DECLINED, REFUSALS)
  })
}

const POSTED = { title: 'Entry posted', description: 'The books are corrected.' }
const DECLINED = { title: 'Proposal declined', description: 'Nothing was booked.' }

const DECIDED = 'Status has changed: somebody has already decided this.'
const REFUSALS = {
  not_yours: 'Your role does not include this.',
  second_only: 'Your role does not include this.',
  approved_before: 'A second person must post it.',
  own_account: 'You can’t decide about your own account.',
  not_waiting: DECIDED,
  decided_before: DECIDED,
  balance_too_small: 'The wallet balance is less than this amount.',
} as const

/** One manual entry beside the list: who proposed it and why, and what a second person decides. */
export default function Correction({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <WorkPanel
      label={`${page.title}, ${page.amount}`}
      title={
        <span className="money" translate="no">
          {page.amount}
        </span>
      }
      note={page.title}
      closeHref={page.closeHref}
    >
      <p>
        <StatusChip status={page.status} small />
      </p>
      <FormErrorSummary answer={actionData} />
      <p className="text-body break-lines">{page.reason}</p>
      <Receipt wrap rows={page.facts} />
      {page.needsOther && <p className="text-secondary">A second person must post it.</p>}
      <form method="post" className="decision-buttons">
        {page.may.post && (
          <Button variant="primary" icon="check" formAction={page.action.approval}>
            Post {page.amount}
          </Button>
        )}
        {page.may.decline && <Button formAction={page.action.rejection}>Decline</Button>}
        {page.entryHref && <LinkButton href={page.entryHref}>Open entry</LinkButton>}
        {page.differenceHref && <LinkButton href={page.differenceHref}>Open difference</LinkButton>}
      </form>
    </WorkPanel>
  )
}
