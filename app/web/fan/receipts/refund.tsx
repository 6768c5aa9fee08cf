import { redirect } from 'react-router'
import { z } from 'zod'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { type AskRefusal, askRefund } from '#app/domain/refunds/ask-refund.server.ts'
import { refundIntoWallet } from '#app/domain/refunds/move-refund.server.ts'
import { findOwnRefunds } from '#app/domain/refunds/queries.server.ts'
import { NOTE_LENGTH } from '#app/domain/refunds/rules.ts'
import { unreachable } from '#app/platform/result.ts'
import { findReceipt } from '#app/domain/purchases/receipts.server.ts'
import { to } from '#app/links.ts'
import { Button, NotNow } from '#app/ui/button.tsx'
import { OptionField } from '#app/ui/choice.tsx'
import { AreaField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { readAnswer } from '#app/web/form-answer.ts'
import { parseForm, refuseForm, writtenText } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { fullRefundText } from '#app/web/fan/receipts/refund-part.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { notFound, orNotFound } from '#app/web/not-found.server.ts'
import { memberForm } from '#app/web/page-handle.ts'
import type { Route } from './+types/refund'

export const handle = memberForm('Ask for a refund', { shell: 'focused' })

/** Only for the buyer; if no refund can be requested, redirects to the receipt, which shows the status. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const own = orNotFound(await findOwnRefunds(person, params.purchaseId))
  if (own.rule.kind === 'none') throw redirect(to.receipt(params.purchaseId), 303)
  const receipt = await findReceipt(person.id, params.purchaseId)
  return {
    product: own.productName,
    amount: formatMoney(own.rest),
    byRule: own.rule.kind === 'whole' ? fullRefundText(own) : null,
    toWallet: own.toWallet,
    paidWith: receipt?.method === 'card' ? 'card' : 'mobile money',
    backHref: to.receipt(params.purchaseId),
  }
}

const Form = z.object({
  intent: z.enum(['ask', 'wallet']),
  note: writtenText(NOTE_LENGTH.max),
  destination: z.enum(['source', 'wallet']).default('source'),
  refund: z.string().max(50).default(''),
})

export async function action({ request, params, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const form = await parseForm(request, Form)
  if (!form.ok) {
    const description = 'This form could not be read. Please try again.'
    return refuseForm({ status: 400, description }, { note: form.values.note ?? '' })
  }
  return form.value.intent === 'wallet'
    ? intoWallet(person, params.purchaseId, form.value.refund)
    : ask(person, params.purchaseId, form.value)
}

async function ask(person: Person, purchaseId: string, form: z.infer<typeof Form>) {
  const asked = await askRefund(person, { purchaseId, note: form.note, destination: form.destination })
  if (!asked.ok) return refusalAnswer(asked.refusal, purchaseId, form.note)
  const byRule = asked.value.by === 'rule'
  return redirectWithToast(to.receipt(purchaseId), {
    title: byRule ? 'Refund approved' : 'We have your request',
    description: byRule
      ? form.destination === 'wallet'
        ? 'It is in your wallet.'
        : 'We send it in 24-48 hours; it takes 3-10 business days to arrive.'
      : 'Our team checks it within 48 hours. We email you the result.',
  })
}

async function intoWallet(person: Person, purchaseId: string, refundId: string) {
  const own = await findOwnRefunds(person, purchaseId)
  if (!own?.refunds.some((refund) => refund.id === refundId)) notFound()
  const moved = await refundIntoWallet(person, refundId)
  return redirectWithToast(
    to.receipt(purchaseId),
    moved.ok
      ? { title: 'In your wallet', description: 'You can spend it at once.' }
      : {
          title: 'No longer possible',
          description: 'The status of the refund has changed. See below.',
          tone: 'error',
        },
  )
}

function refusalAnswer(refusal: AskRefusal, purchaseId: string, note: string) {
  switch (refusal.kind) {
    case 'not_found':
      return notFound()
    case 'note_missing':
      return refuseForm(
        {
          status: 400,
          field: 'note',
          description: `Tell us in a sentence what happened (at least ${NOTE_LENGTH.min} letters)`,
        },
        { note },
      )
    case 'already_spent':
      return refuseForm(
        { status: 400, description: 'You have already spent this top-up, so we can\u2019t refund it.' },
        { note },
      )
    case 'nothing_to_ask':
      return redirectWithToast(to.receipt(purchaseId), {
        title: 'Nothing to refund',
        description: NOTHING[refusal.because],
        tone: 'error',
      })
    default:
      return unreachable(refusal)
  }
}

const NOTHING = {
  not_paid: 'Nothing was paid here.',
  asked_already: 'You have already asked. Our team is checking it.',
  disputed: 'Your bank is already reversing this payment. We can\u2019t refund it twice.',
  nothing_left: 'All of it was already refunded.',
  week_has_begun: 'A week that has begun is not refunded.',
} as const

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  const { product, amount, byRule, toWallet, paidWith, backHref } = loaderData
  const { field } = readAnswer(actionData)
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Ask for a refund</h1>
        <p className="text-muted">
          {product} ·{' '}
          <span className="money" translate="no">
            {amount}
          </span>
        </p>
      </div>
      <FormErrorSummary answer={actionData} />
      <p className="text-secondary">
        {byRule ?? 'Our team checks it within 48 hours. Until then you keep what you bought.'}
      </p>
      <form method="post" className="stack stack-16" noValidate>
        <input type="hidden" name="intent" value="ask" />
        <AreaField
          label="What happened?"
          {...field('note')}
          optional={byRule !== null}
          limit={NOTE_LENGTH.max}
          hint="Never write a PIN or a card number."
        />
        {toWallet && (
          <OptionField
            label="Where should it go?"
            name="destination"
            options={[
              {
                value: 'source',
                icon: 'smartphone',
                title: `Back to my ${paidWith}`,
                description: 'Sent in 24-48 hours, arrives in 3-10 business days',
              },
              {
                value: 'wallet',
                icon: 'wallet',
                title: 'To my wallet',
                description: 'Instant once approved, can’t be withdrawn',
              },
            ]}
            chosen="source"
          />
        )}
        <Button variant="primary" wide>
          {byRule ? `Get ${amount} back` : 'Request refund'}
        </Button>
      </form>
      <p className="text-caption">
        After a refund you lose access to it.{' '}
        <a className="link" href={to.refundRules}>
          Refund rules
        </a>
      </p>
      <NotNow href={backHref} />
    </div>
  )
}
