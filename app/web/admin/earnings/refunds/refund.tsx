import { writtenText } from '#app/web/forms.server.ts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { type DecisionRefusal, decideRefund, secondRefund } from '#app/domain/refunds/decide-refund.server.ts'
import { refundIntoWallet, retryRefund } from '#app/domain/refunds/move-refund.server.ts'
import { findRefund, type RefundDetail } from '#app/domain/refunds/queries.server.ts'
import { NOTE_LENGTH } from '#app/domain/refunds/rules.ts'
import { readAmount } from '#app/domain/subscriptions/plan-edit.ts'
import { type Result, unreachable } from '#app/platform/result.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip, StatusChip } from '#app/ui/chip.tsx'
import { AreaField, SelectField, TextField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { Section } from '#app/ui/section.tsx'
import { Tracker } from '#app/ui/tracker.tsx'
import {
  answerDecision,
  answerOf,
  type Decided,
  refusedWith,
} from '#app/web/admin/review-queue/answer-decision.server.ts'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { previewRefund } from '#app/domain/refunds/preview-refund.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { FormRefused } from '#app/web/forms.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { refundPageOf, WHY_NOT, type RefundPage } from './refund-page.ts'
import { REFUND_DECISIONS, type RefundDecision } from './texts.ts'
import type { Route } from './+types/refund'

export const handle = staffForm('Refund', 'refunds.view', 'here')

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const staff = context.get(personContext)
  const refund = orNotFound(await findRefund(staff, params.refundId))
  const preview = refund.may.decide || refund.may.second ? await previewRefund(staff, refund.id) : []
  return { page: refundPageOf(refund, url, preview) }
}

const Form = z.object({
  amount: z.string().max(40).default(''),
  access: z.enum(['ends', 'stays']).default('ends'),
  to: z.enum(['source', 'wallet']).default('source'),
  note: writtenText(NOTE_LENGTH.max),
})
type Typed = z.infer<typeof Form>

export async function action(args: Route.ActionArgs) {
  const actor = args.context.get(personContext)
  return answerDecision(args, REFUND_DECISIONS, Form, async (decision, typed) => {
    const refund = orNotFound(await findRefund(actor, args.params.refundId))
    return decide(actor, refund, decision, typed)
  })
}

async function decide(
  actor: Person,
  refund: RefundDetail,
  decision: RefundDecision,
  typed: Typed,
): Promise<Decided | FormRefused> {
  switch (decision) {
    case 'approval':
      return grant(actor, refund, typed)
    case 'second-approval':
      return approveSecond(actor, refund, typed)
    case 'rejection':
      return decided(await decideRefund(actor, refund.id, { kind: 'decline', note: typed.note }))
    case 'return':
      return decided(await secondRefund(actor, refund.id, false), {
        title: 'Returned',
        description: 'The refund needs a new decision.',
      })
    case 'retry':
      return answerOf(await retryRefund(actor, refund.id), SENDING_AGAIN, MOVE_REFUSALS)
    case 'wallet':
      return answerOf(await refundIntoWallet(actor, refund.id), IN_WALLET, MOVE_REFUSALS)
    default:
      return unreachable(decision)
  }
}

// Both approvers type the amount, so that nobody approves an amount that they have not read.
async function grant(actor: Person, refund: RefundDetail, typed: Typed) {
  const amountMinor = readAmount(typed.amount, refund.amount.currency)
  if (amountMinor === null) return { status: 400, field: 'amount', description: 'Type the amount to refund' }
  const { note, to: destination } = typed
  const ends = typed.access === 'ends'
  return decided(await decideRefund(actor, refund.id, { kind: 'grant', amountMinor, ends, note, destination }))
}

async function approveSecond(actor: Person, refund: RefundDetail, typed: Typed) {
  if (readAmount(typed.amount, refund.amount.currency) !== refund.amount.amountMinor) {
    const description = `Type the amount to confirm: ${formatMoney(refund.amount)}`
    return { status: 400, field: 'amount', description }
  }
  return decided(await secondRefund(actor, refund.id, true))
}

const SENDING_AGAIN = {
  title: 'Sending again',
  description: 'First we check whether the gateway already has this refund.',
}
const IN_WALLET = { title: 'Refunded to wallet', description: 'The money is in the wallet now.' }
const OUTCOMES = {
  requested: { title: 'Approved', description: 'We send the refund now.' },
  agreed: { title: 'Second approval needed', description: 'Another staff member must approve.' },
  declined: { title: 'Declined', description: 'We emailed your reason to the buyer.' },
}

function decided(result: Result<keyof typeof OUTCOMES, DecisionRefusal>, done?: Decided): Decided | FormRefused {
  return result.ok ? (done ?? OUTCOMES[result.value]) : decisionRefusal(result.refusal)
}

function decisionRefusal(refusal: DecisionRefusal): FormRefused {
  switch (refusal.kind) {
    case 'wrong_amount':
      return { description: PROBLEMS[refusal.problem], field: 'amount', status: 400 }
    case 'note_missing': {
      const description = `Write a reason of at least ${NOTE_LENGTH.min} characters. The buyer sees it`
      return { description, field: 'note', status: 400 }
    }
    case 'no_wallet':
      return { description: 'This refund can’t go to a wallet. Choose mobile money or card.', field: 'to', status: 409 }
    case 'not_found':
    case 'not_permitted':
    case 'disputed':
    case 'not_ours':
    case 'already_spent':
      return refusedWith(refusal, REFUSALS)
    default:
      return unreachable(refusal)
  }
}

const REFUSALS = {
  ...WHY_NOT,
  not_open: 'Status has changed: somebody has already decided.',
  not_shillings: 'This was paid in dollars. A wallet holds only shillings.',
  disputed: 'This payment has a chargeback. It can’t be refunded too.',
  not_ours: 'This payment did not match the price. You can only refund it.',
  already_spent: 'The top-up is already spent: the wallet balance is too low.',
} as const
const MOVE_REFUSALS = { ...REFUSALS, not_open: 'Status has changed. Reload the page to see it.' }

const PROBLEMS = {
  nothing: 'Enter an amount above zero',
  no_whole_step: 'Enter whole shillings',
  more_than_rest: 'This is more than the amount not yet refunded',
  not_all: 'This payment is refunded in full: type the full amount',
} as const

type Props = { page: RefundPage; answer: FormAnswer | undefined }

/** One refund beside the list: its amounts, who pays, the approvals and the actions. */
export default function Refund({ loaderData: { page }, actionData: answer }: Route.ComponentProps) {
  return (
    <WorkPanel
      label={`${page.about}, ${page.title}`}
      title={
        <span className="money" translate="no">
          {page.title}
        </span>
      }
      note={page.about}
      closeHref={page.closeHref}
    >
      <p className="row row-wrap">
        <StatusChip status={page.state} />
        <Chip>{page.reason}</Chip>
      </p>
      <FormErrorSummary answer={answer} />
      {page.warnings.map((warning) => (
        <Banner key={warning} tone="warning" icon="triangle-exclamation-point">
          {warning}
        </Banner>
      ))}
      {page.note && (
        <Part title={page.askedBy ? `${page.askedBy} wrote` : 'Reason'}>
          <p className="text-body break-lines">{page.note}</p>
        </Part>
      )}
      <Part title="Amounts">
        <Receipt rows={page.sums.slice(0, -1)} total={page.sums.at(-1)} />
      </Part>
      {page.bornBy.length > 0 && (
        <Part title={page.isPreview ? 'Who would pay, as of now' : 'Who pays'}>
          <Receipt rows={page.bornBy} />
        </Part>
      )}
      <Part title="Purchase">
        <Receipt rows={page.facts} />
      </Part>
      <Section gap="stack-8" id="approvals" title="Approvals" heading="h3">
        <Tracker steps={[...page.approvals, ...page.sending]} />
      </Section>
      {page.why && <Banner tone="neutral">{page.why}</Banner>}
      <Actions page={page} answer={answer} />
    </WorkPanel>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card padded tile className="stack stack-8">
      <h3 className="text-h3">{title}</h3>
      {children}
    </Card>
  )
}

function AmountField({ label, hint, answer }: { label: string; hint: string; answer: FormAnswer | undefined }) {
  const { field } = readAnswer(answer)
  return <TextField label={label} {...field('amount')} inputMode="decimal" autoComplete="off" hint={hint} />
}

function Actions({ page, answer }: Props) {
  const { may, action } = page
  const { value, field } = readAnswer(answer)
  return (
    <>
      {may.decide && (
        <form method="post" action={action.approval} className="stack stack-16" noValidate>
          <AmountField
            label="Type the amount to refund"
            hint={page.unmatched ? `The full amount, ${page.rest}` : `At most ${page.rest}`}
            answer={answer}
          />
          {!page.unmatched && (
            <SelectField label="Access" name="access" defaultValue={value('access', 'ends')}>
              <option value="ends">Access ends</option>
              <option value="stays">Access stays</option>
            </SelectField>
          )}
          {page.mayGoToWallet && (
            <SelectField label="Refund to" {...field('to', 'source')}>
              <option value="source">Mobile money or card</option>
              <option value="wallet">The buyer’s wallet</option>
            </SelectField>
          )}
          <AreaField
            label="Reason"
            {...field('note')}
            limit={500}
            hint="The buyer sees this. It stays in the record."
          />
          <div className="decision-buttons">
            <Button variant="primary" icon="check">
              {page.unmatched ? 'Refund payment' : 'Approve'}
            </Button>
            {!page.unmatched && <Button formAction={action.rejection}>Decline</Button>}
          </div>
        </form>
      )}
      {may.second && (
        <form method="post" action={action['second-approval']} className="stack stack-16" noValidate>
          <AmountField
            label="Type the amount to confirm"
            hint="A refund that was sent can’t be reversed."
            answer={answer}
          />
          <div className="decision-buttons">
            <Button variant="primary" icon="check">
              Approve and send
            </Button>
            <Button formAction={action.return}>Return for new decision</Button>
          </div>
        </form>
      )}
      {(may.retry || may.wallet) && (
        <form method="post" className="decision-buttons">
          {may.retry && (
            <Button variant="primary" icon="refresh-cw" formAction={action.retry}>
              Send again
            </Button>
          )}
          {may.wallet && (
            <Button icon="wallet" formAction={action.wallet}>
              Refund to wallet
            </Button>
          )}
        </form>
      )}
    </>
  )
}
