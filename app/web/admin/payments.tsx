import { cutGraphemes } from '#app/platform/graphemes.ts'
import { asTyped } from '#app/platform/plain-text.ts'
import { Form } from 'react-router'
import { z } from 'zod'
import { formatMoney } from '#app/domain/money/money.ts'
import { failureText } from '#app/domain/payments/failure-text.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { lookUpPayments, recheckForStaff, type StaffPayment } from '#app/domain/purchases/staff-queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { now } from '#app/platform/clock.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { StatusChip, type Tone } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { parseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import type { Route } from './+types/payments'

export const handle = staffForm('Payments', 'accounts.view_masked')

const MAX_SEARCH_LENGTH = 320

/** Support finds a payment and reads what to tell the payer. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const typed = cutGraphemes(asTyped(url.searchParams.get('find') ?? ''), MAX_SEARCH_LENGTH)
  if (typed.trim() === '') return { typed: '', payments: null }
  const found = await lookUpPayments(actor, typed)
  if (!found.ok) throw new Response('Your role does not include this.', { status: 403 })
  return { typed, payments: found.value.map(shownPayment) }
}

const RecheckForm = z.object({ reference: z.string().max(200) })

/** Checks one payment with the payment service and applies the answer before the page shows again. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await parseForm(request, RecheckForm)
  if (!form.ok) throw new Response('This form could not be read.', { status: 400 })
  const { reference } = form.value
  const asked = await recheckForStaff(actor, reference)
  if (!asked.ok) throw new Response('Your role does not include this.', { status: 403 })
  return redirectWithToast(
    `${toAdmin.payments}?find=${encodeURIComponent(reference)}`,
    asked.value.answered
      ? { title: 'Checked', description: 'You see the latest answer from the payment service.' }
      : {
          title: 'No answer',
          description: 'We can\u2019t reach the payment service. We check again automatically.',
          tone: 'error',
        },
  )
}

function shownPayment(payment: StaffPayment) {
  return {
    id: payment.id,
    reference: payment.reference,
    short: shortReference(payment.reference),
    status: statusOf(payment),
    rows: [
      { label: 'For', value: payment.productName },
      { label: 'Amount', value: formatMoney(payment.price) },
      { label: 'Paid by', value: payment.method === 'card' ? 'Card' : 'Mobile money' },
      { label: 'Payer', value: payment.maskedEmail },
      { label: 'Started', value: showDateTime(payment.startedAt) },
      ...(payment.lastAskedAt ? [{ label: 'Last checked', value: showDateTime(payment.lastAskedAt) }] : []),
    ],
  }
}

type Status = { text: string; tone: Tone; explanation: string }

/** The status of a payment, and what support tells its payer. */
function statusOf(payment: StaffPayment): Status {
  switch (payment.state) {
    case 'succeeded':
      return payment.fulfilled
        ? { text: 'Paid', tone: 'success', explanation: 'The payment arrived and the purchase is complete.' }
        : {
            text: 'Being refunded',
            tone: 'info',
            explanation: 'The money arrived and is being refunded. See Refunds for the date.',
          }
    case 'review':
      if (payment.moneyArrived)
        return {
          text: 'Does not match',
          tone: 'warning',
          explanation:
            'The money that arrived does not match the order. The earnings team decides. Ask the payer not to pay again.',
        }
      return { text: 'No answer', tone: 'warning', explanation: waitingExplanation(payment) }
    case 'processing':
      return { text: 'Processing', tone: 'info', explanation: waitingExplanation(payment) }
    case 'created':
    case 'initiating':
    case 'awaiting_customer':
      return {
        text: 'Not paid yet',
        tone: 'neutral',
        explanation: 'The payment page is open. Nothing has been charged yet.',
      }
    case 'failed':
    case 'cancelled':
    case 'expired':
      return {
        text: 'Not paid',
        tone: 'neutral',
        explanation: payment.failureCode
          ? failureText(payment.failureCode)
          : 'Nothing was charged. The payer can pay again.',
      }
    default:
      return payment.state satisfies never
  }
}

function waitingExplanation({ abandonableFrom }: StaffPayment): string {
  const waiting =
    'No money has arrived and the payment service has not answered. If the payer was charged, the payment completes automatically.'
  if (!abandonableFrom) return waiting
  return abandonableFrom <= now()
    ? `${waiting} The payer can stop waiting on the payment page now and pay again.`
    : `${waiting} From ${showDateTime(abandonableFrom)} the payer can stop waiting on the payment page and pay again.`
}

export default function Payments({ loaderData }: Route.ComponentProps) {
  const { typed, payments } = loaderData
  return (
    <div className="payment-search">
      <div className="admin-heading">
        <div>
          <h1 className="text-h1-small">Payments</h1>
          <p className="text-secondary">Find a payment by its reference or by the account&rsquo;s email.</p>
        </div>
      </div>
      <div className="stack stack-16">
        <Form method="get" className="stack stack-12">
          <TextField
            label="Reference or email"
            name="find"
            defaultValue={typed}
            hint="For example PCH-7F2A-0931"
            autoComplete="off"
          />
          <div className="row">
            <Button icon="search">Find payment</Button>
          </div>
        </Form>
        {payments?.length === 0 && (
          <EmptyState compact icon="search" title="No payment found">
            Check the reference with the payer. You can find a payment without an account only by its reference.
          </EmptyState>
        )}
        {payments?.map((payment) => (
          <PaymentCard key={payment.id} payment={payment} />
        ))}
      </div>
    </div>
  )
}

type Shown = ReturnType<typeof shownPayment>

function PaymentCard({ payment }: { payment: Shown }) {
  return (
    <Card padded as="section" aria-labelledby={payment.id}>
      <div className="stack stack-12">
        <div className="row row-between row-wrap">
          <h2 className="text-h2" id={payment.id}>
            {payment.short}
          </h2>
          <StatusChip status={payment.status} />
        </div>
        <p className="text-secondary">{payment.status.explanation}</p>
        <Receipt rows={payment.rows} />
        <Form method="post">
          <input type="hidden" name="reference" value={payment.reference} />
          <Button size="small" icon="refresh-cw">
            Check with payment service
          </Button>
        </Form>
      </div>
    </Card>
  )
}
