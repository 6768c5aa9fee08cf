import { canResumePayouts } from '#app/domain/payouts/policy.ts'
import { resumePayouts } from '#app/domain/payouts/resume-payouts.server.ts'
import { refusedWith } from '#app/web/admin/review-queue/answer-decision.server.ts'
import { DecisionDialog } from '#app/web/admin/review-queue/decision-dialog.tsx'
import { queueAddress, readQueue } from '#app/web/admin/review-queue/queue.ts'
import { personContext } from '#app/web/context.server.ts'
import { refuseForm } from '#app/web/forms.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PAYOUTS } from './texts.ts'
import type { Route } from './+types/resumption'

export const handle = staffForm('Resume payouts', 'payouts.run')

export function loader({ url, context }: Route.LoaderArgs) {
  if (!canResumePayouts(context.get(personContext)).allowed)
    throw new Response(NOT_RESUMED.not_permitted, { status: 403 })
  return { action: url.pathname + url.search, closeHref: queueAddress(PAYOUTS, readQueue(PAYOUTS, url)) }
}

/** Resumes payouts after they stopped automatically. */
export async function action({ context }: Route.ActionArgs) {
  const resumed = await resumePayouts(context.get(personContext))
  if (!resumed.ok) return refuseForm(refusedWith(resumed.refusal, NOT_RESUMED))
  return redirectWithToast(PAYOUTS.path, { title: 'Payouts resumed', description: 'The limits are reset.' })
}

const NOT_RESUMED = {
  not_permitted: 'Your role does not include this.',
  not_halted: 'Payouts are already running.',
} as const

export default function Resumption({ loaderData: { action, closeHref }, actionData }: Route.ComponentProps) {
  return (
    <DecisionDialog
      title="Resume payouts?"
      text="First check the payouts that were sent, and the gateway. The limits reset when you resume."
      action={action}
      closeHref={closeHref}
      button="Resume payouts"
      answer={actionData}
    />
  )
}
