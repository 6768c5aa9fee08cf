import { z } from 'zod'
import { type AskForBuyerRefusal, askForBuyer } from '#app/domain/refunds/ask-for-buyer.server.ts'
import { findPurchaseByReference } from '#app/domain/refunds/queries.server.ts'
import { NOTE_LENGTH } from '#app/domain/refunds/rules.ts'
import { unreachable } from '#app/platform/result.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { AreaField, TextField } from '#app/ui/field.tsx'
import { queueAddress, readQueue } from '#app/web/admin/review-queue/queue.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { readAnswer } from '#app/web/form-answer.ts'
import { type FormRefused, parseForm, refuseForm, writtenText } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { REFUNDS } from './texts.ts'
import { personContext } from '#app/web/context.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import type { Route } from './+types/request'

export const handle = staffForm('Request refund', 'refunds.view')

export function loader({ url }: Route.LoaderArgs) {
  return { closeHref: queueAddress(REFUNDS, readQueue(REFUNDS, url)) }
}

const Ask = z.object({ reference: z.string().max(200).default(''), note: writtenText(NOTE_LENGTH.max) })

/** Support requests a refund for a buyer. The person who requests can't decide. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await parseForm(request, Ask)
  if (!form.ok) return refuseForm({ status: 400, description: 'This text is too long' }, form.values)
  const reference = form.value.reference.trim()
  const purchase = reference === '' ? null : await findPurchaseByReference(reference)
  const asked = purchase && (await askForBuyer(actor, { purchaseId: purchase.id, note: form.value.note }))
  if (!asked?.ok) return refuseForm(asked ? refusalOf(asked.refusal) : NOT_FOUND, form.value)
  return redirectWithToast(`${REFUNDS.path}/${asked.value.refundId}`, {
    title: 'Request saved',
    description: 'Another person decides about it.',
  })
}

const NOT_FOUND: FormRefused = {
  status: 400,
  field: 'reference',
  description: 'No paid purchase has this reference',
}

function refusalOf(refusal: AskForBuyerRefusal): FormRefused {
  switch (refusal.kind) {
    case 'not_found':
      return NOT_FOUND
    case 'not_permitted':
      return { status: 403, description: 'Your role does not include this.' }
    case 'own_account':
      return { status: 403, description: 'This is your own purchase. Another person must request the refund.' }
    case 'note_missing':
      return {
        status: 400,
        field: 'note',
        description: `Write what happened in at least ${NOTE_LENGTH.min} characters`,
      }
    case 'nothing_to_ask':
      return { status: 409, field: 'reference', description: NOTHING[refusal.because] }
    default:
      return unreachable(refusal)
  }
}

const NOTHING = {
  not_paid: 'Nothing was paid for this purchase',
  asked_already: 'This purchase already has an open refund request',
  disputed: 'This payment has a chargeback. It can\u2019t be refunded too',
  nothing_left: 'This payment is already fully refunded',
  week_has_begun: 'The paid week has already started',
} as const

export default function RequestRefund({ loaderData, actionData }: Route.ComponentProps) {
  const { field } = readAnswer(actionData)
  return (
    <Dialog
      title="Request refund"
      description="Another person decides about your request."
      closeHref={loaderData.closeHref}
    >
      <form method="post" className="stack stack-16" noValidate>
        <FormErrorSummary answer={actionData} />
        <TextField
          label="Payment reference"
          {...field('reference')}
          hint="As on the receipt, for example PCH-7F2A-0931."
        />
        <AreaField label="What happened?" {...field('note')} limit={500} />
        <Button variant="primary" wide>
          Send request
        </Button>
      </form>
    </Dialog>
  )
}
