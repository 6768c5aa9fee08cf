import { formatMoney } from '#app/domain/money/money.ts'
import { ugxOf } from '#app/domain/payouts/payout.ts'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import { findPayableCreator } from '#app/domain/payouts/staff-queries.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { refusedWith } from '#app/web/admin/review-queue/answer-decision.server.ts'
import { DecisionDialog } from '#app/web/admin/review-queue/decision-dialog.tsx'
import { queueAddress, readQueue } from '#app/web/admin/review-queue/queue.ts'
import { personContext } from '#app/web/context.server.ts'
import { refuseForm } from '#app/web/forms.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PAYOUT_REFUSALS, payoutCreated, PAYOUTS } from './texts.ts'
import type { Route } from './+types/creator-payout'

export const handle = staffForm('Pay a creator', 'payouts.run')

export async function loader({ url, params }: Route.LoaderArgs) {
  const { withholdingPercentage } = await settings()
  const creator = orNotFound(await findPayableCreator(params.creatorId))
  return {
    name: creator.creatorName,
    available: formatMoney(ugxOf(creator.availableMinor)),
    less: withholdingPercentage > 0 ? 'the payout fee and the tax withheld' : 'the payout fee',
    action: url.pathname + url.search,
    closeHref: queueAddress(PAYOUTS, readQueue(PAYOUTS, url)),
  }
}

/** Pays one creator outside of the weekly run. */
export async function action({ params, context }: Route.ActionArgs) {
  const made = await processPayout(context.get(personContext), { creatorId: params.creatorId })
  if (!made.ok) return refuseForm(refusedWith(made.refusal, PAYOUT_REFUSALS))
  const created = payoutCreated(made.value.payoutIds)
  return redirectWithToast(created.at, created)
}

export default function CreatorPayout({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <DecisionDialog
      title={`Pay ${page.name} now?`}
      text={`${page.available} is available. We send it now, minus ${page.less}. A large amount needs approvals first.`}
      action={page.action}
      closeHref={page.closeHref}
      button="Pay now"
      answer={actionData}
    />
  )
}
