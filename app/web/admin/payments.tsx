import { data, Form } from 'react-router'
import { z } from 'zod'
import { formatMoney } from '#app/domain/money/money.ts'
import { failureText } from '#app/domain/payments/failure-text.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { showDateTime } from '#app/domain/payments/show-time.ts'
import { lookUpPayments, recheckForStaff, type StaffPayment } from '#app/domain/purchases/staff-queries.server.ts'
import { now } from '#app/platform/clock.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip, type Tone } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { parseForm } from '#app/web/forms.server.ts'
import { requireStaff } from '#app/web/middleware/actor.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/payments'

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Payments', matches)

const LONGEST = 320

/** Support finds a fan's payment and reads what to tell them. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const actor = requireStaff(context, 'accounts.view_masked')
  const typed = (url.searchParams.get('find') ?? '').slice(0, LONGEST)
  if (typed.trim() === '') return data({ typed: '', payments: null }, { headers: PRIVATE })
  const found = await lookUpPayments(actor, typed)
  if (!found.ok) throw new Response('Your role does not include this.', { status: 403 })
  return data({ typed, payments: found.value.map(shownPayment) }, { headers: PRIVATE })
}

const PRIVATE = { 'cache-control': 'private, no-store' }

const RecheckForm = z.object({ reference: z.string().max(200) })

/** "Ask the payment service": what it answers is acted on before the page shows again. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireStaff(context, 'accounts.view_masked')
  const form = await parseForm(request, RecheckForm)
  if (!form.ok) throw new Response('This form could not be read.', { status: 400 })
  const { reference } = form.value
  const asked = await recheckForStaff(actor, reference)
  if (!asked.ok) throw new Response('Your role does not include this.', { status: 403 })
  return redirectWithToast(
    `/admin/payments?find=${encodeURIComponent(reference)}`,
    asked.value.answered
      ? { title: 'Asked', description: 'This is what the payment service answers now.' }
      : {
          title: 'No answer',
          description: 'The payment service can\u2019t be reached. It is asked again by itself.',
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
      ...(payment.lastAskedAt ? [{ label: 'Last asked', value: showDateTime(payment.lastAskedAt) }] : []),
    ],
  }
}

type Status = { text: string; tone: Tone; say: string }

/** How a payment stands, and what support tells its payer. */
function statusOf(payment: StaffPayment): Status {
  switch (payment.state) {
    case 'succeeded':
      return payment.fulfilled
        ? { text: 'Paid', tone: 'success', say: 'It arrived, and what it was for is open.' }
        : { text: 'Goes back', tone: 'info', say: 'The money arrived and is sent back. See Refunds for when.' }
    case 'review':
      if (payment.moneyArrived)
        return {
          text: 'Does not match',
          tone: 'warning',
          say: 'Money arrived that is not what was asked for. Earnings decides; please don\u2019t pay again.',
        }
      return { text: 'No answer', tone: 'warning', say: saidOfWaiting(payment) }
    case 'processing':
      return { text: 'On its way', tone: 'info', say: saidOfWaiting(payment) }
    case 'created':
    case 'initiating':
    case 'awaiting_customer':
      return { text: 'Not paid yet', tone: 'neutral', say: 'The payment page is open and nothing was charged so far.' }
    case 'failed':
    case 'cancelled':
    case 'expired':
      return {
        text: 'Not paid',
        tone: 'neutral',
        say: payment.failureCode ? failureText(payment.failureCode) : 'Nothing was charged. They can pay again.',
      }
    default:
      return payment.state satisfies never
  }
}

function saidOfWaiting({ abandonableFrom }: StaffPayment): string {
  const waits =
    'No money has arrived and the payment service has not answered. If they were charged, it counts by itself.'
  if (!abandonableFrom) return waits
  return abandonableFrom <= now()
    ? `${waits} On the payment\u2019s page they can stop waiting and pay again.`
    : `${waits} From ${showDateTime(abandonableFrom)} on they can stop waiting and pay again.`
}

export default function Payments({ loaderData }: Route.ComponentProps) {
  const { typed, payments } = loaderData
  return (
    <div className="payment-search">
      <div className="admin-heading">
        <div>
          <h1 className="text-h1-small">Payments</h1>
          <p className="text-secondary">Find a payment by its reference or by the account&rsquo;s e-mail address.</p>
        </div>
      </div>
      <div className="stack stack-16">
        <Form method="get" className="stack stack-12">
          <TextField
            label="Reference or e-mail address"
            name="find"
            defaultValue={typed}
            maxLength={LONGEST}
            hint="For example PCH-7F2A-0931"
            autoComplete="off"
          />
          <div className="row">
            <Button icon="search">Find</Button>
          </div>
        </Form>
        {payments?.length === 0 && (
          <EmptyState compact icon="search" heading="h2" title="No payment found">
            Check the reference with the payer. Payments of visitors are found by their reference alone.
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
          <Chip tone={payment.status.tone}>{payment.status.text}</Chip>
        </div>
        <p className="text-secondary">{payment.status.say}</p>
        <Receipt rows={payment.rows} />
        <Form method="post">
          <input type="hidden" name="reference" value={payment.reference} />
          <Button size="small" icon="refresh-cw">
            Ask the payment service
          </Button>
        </Form>
      </div>
    </Card>
  )
}
