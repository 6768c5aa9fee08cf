import { redirect } from 'react-router'
import { z } from 'zod'
import type { Person } from '#app/domain/identity/actor.ts'
import { factorFacts } from '#app/domain/identity/verify-second-factor.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { type ApprovalRefusal, approvePayout } from '#app/domain/payouts/approve-payout.server.ts'
import { cancelPayout } from '#app/domain/payouts/cancel-payout.server.ts'
import { ugxOf } from '#app/domain/payouts/payout.ts'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import { releasePayout } from '#app/domain/payouts/release-payout.server.ts'
import { findPayoutForStaff, type StaffPayout } from '#app/domain/payouts/staff-queries.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { Section } from '#app/ui/section.tsx'
import { Tracker } from '#app/ui/tracker.tsx'
import {
  answerDecision,
  answerOf,
  type Decided,
  refusedWith,
} from '#app/web/admin/review-queue/answer-decision.server.ts'
import { DecisionDialog } from '#app/web/admin/review-queue/decision-dialog.tsx'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { FormRefused } from '#app/web/forms.server.ts'
import { proofPathTo } from '#app/web/fresh-proof.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { payoutPage, type PayoutPage } from './payout-page.ts'
import { typedSum } from './payout-texts.ts'
import { PAYOUT_DECISIONS, PAYOUT_REFUSALS, type PayoutDecision, payoutCreated } from './texts.ts'
import type { Route } from './+types/payout'

export const handle = staffForm('Payout', 'payouts.run')

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const { totp } = await factorFacts(actor.id)
  return payoutPage(actor, orNotFound(await findPayoutForStaff(actor, params.payoutId)), url, totp)
}

const Form = z.object({ amount: z.string().max(40).default(''), code: z.string().max(40).default('') })

export async function action(args: Route.ActionArgs) {
  const actor = args.context.get(personContext)
  return answerDecision(args, PAYOUT_DECISIONS, Form, async (decision, typed) => {
    const payout = orNotFound(await findPayoutForStaff(actor, args.params.payoutId))
    if (decision === 'approval') return approve(actor, payout, typed, args.url)
    return decide(actor, payout, decision)
  })
}

async function approve(actor: Person, payout: StaffPayout, typed: z.infer<typeof Form>, url: URL) {
  const typedMinor = typedSum(typed.amount)
  const approved = await approvePayout(actor, { payoutId: payout.id, typedMinor, code: typed.code })
  if (!approved.ok) return approvalRefused(approved.refusal, payout, url)
  return approved.value.complete
    ? { title: 'Approved', description: 'We send the payout now.' }
    : { title: 'First approval given', description: 'Another person must give the second.' }
}

function approvalRefused(refusal: ApprovalRefusal, payout: StaffPayout, url: URL): FormRefused | Response {
  if (refusal.kind === 'proof_needed') return redirect(proofPathTo(url.pathname + url.search), 303)
  if (refusal.kind === 'wrong_code')
    return { status: 400, field: 'code', description: 'Wrong code. Wait for the next one and try again.' }
  if (refusal.kind !== 'wrong_amount') return refusedWith(refusal, PAYOUT_REFUSALS)
  return { status: 400, field: 'amount', description: `Type the exact amount: ${formatMoney(ugxOf(payout.netMinor))}` }
}

const BACK = 'The full amount is back in the creator’s available earnings.'

async function decide(
  actor: Person,
  { id, creatorId }: StaffPayout,
  decision: Exclude<PayoutDecision, 'approval'>,
): Promise<Decided | FormRefused> {
  switch (decision) {
    case 'cancellation':
      return answerOf(await cancelPayout(actor, id), { title: 'Payout cancelled', description: BACK }, PAYOUT_REFUSALS)
    case 'retry': {
      const made = await processPayout(actor, { creatorId, retryOf: id })
      return made.ok ? payoutCreated(made.value.payoutIds) : refusedWith(made.refusal, PAYOUT_REFUSALS)
    }
    case 'release':
      return answerOf(await releasePayout(actor, id), { title: 'Payout released', description: BACK }, PAYOUT_REFUSALS)
    default:
      return unreachable(decision)
  }
}

type Props = { page: PayoutPage; answer: FormAnswer | undefined }

/** One payout beside the list: its amounts, approvals, status and actions. */
export default function Payout({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  return (
    <WorkPanel
      label={page.title}
      leading={<Avatar name={page.name} src={page.avatar} size={48} />}
      title={
        <span className="money" translate="no">
          {page.net}
        </span>
      }
      note={page.title}
      closeHref={page.closeHref}
    >
      <p>
        <StatusChip status={page.chip} small />
      </p>
      {!page.asked && <FormErrorSummary answer={answer} />}
      {page.notice && (
        <Banner tone={page.notice.tone} title={page.notice.title}>
          {page.notice.text}
        </Banner>
      )}
      <Card as="section" padded aria-labelledby="adds-up">
        <div className="row row-between">
          <h3 className="text-h3" id="adds-up">
            Amounts
          </h3>
          <a className="link" href={page.ledgerHref}>
            Ledger
          </a>
        </div>
        <Receipt rows={page.sums} total={{ label: 'To send', value: page.net }} />
      </Card>
      <Receipt rows={page.facts} />
      <Section gap="stack-8" id="steps" title="Approvals" heading="h3">
        <Tracker steps={page.steps} />
      </Section>
      <Actions page={page} />
      {page.asked && <Decide page={page} decision={page.asked} answer={answer} />}
    </WorkPanel>
  )
}

function Actions({ page }: { page: PayoutPage }) {
  const { may, action } = page
  if (!Object.values(may).some(Boolean)) return null
  return (
    <div className="work-panel-foot">
      {may.approval && (
        <LinkButton variant="primary" icon="check" href={action.approval}>
          {page.isFirstOfTwo ? 'Give first approval' : 'Approve and send'}
        </LinkButton>
      )}
      {may.retry && (
        <LinkButton variant="primary" icon="refresh-cw" href={action.retry}>
          Pay again
        </LinkButton>
      )}
      {may.release && <LinkButton href={action.release}>Release...</LinkButton>}
      {may.cancellation && <LinkButton href={action.cancellation}>Cancel payout...</LinkButton>}
    </div>
  )
}

const TEXTS: Record<
  Exclude<PayoutDecision, 'approval'>,
  { title: string; text: string; button: string; danger: boolean }
> = {
  cancellation: {
    title: 'Cancel this payout?',
    text: 'The full amount goes back to the creator’s available earnings.',
    button: 'Cancel payout',
    danger: true,
  },
  retry: {
    title: 'Pay again?',
    text: 'We send the amount that is available now to the creator’s current account. The failed payout does not change.',
    button: 'Create new payout',
    danger: false,
  },
  release: {
    title: 'Release this payout?',
    text: 'We check with the gateway once more. If it never got this payout, the full amount goes back to the creator.',
    button: 'Check and release',
    danger: true,
  },
}

function Decide({ page, decision, answer }: Props & { decision: PayoutDecision }) {
  const shared = { action: page.action[decision], closeHref: page.here, answer }
  if (decision !== 'approval') return <DecisionDialog {...TEXTS[decision]} {...shared} />
  const { error, field } = readAnswer(answer)
  return (
    <DecisionDialog
      {...shared}
      title={page.isFirstOfTwo ? `Approve ${page.net} to ${page.name}?` : `Send ${page.net} to ${page.name}?`}
      text="Payouts to a wrong number can't be reversed."
      button={page.isFirstOfTwo ? 'Give first approval' : `Send ${page.net}`}
    >
      <Card padded>
        <Receipt
          rows={[
            { label: 'To', value: page.account },
            ...(page.first ? [{ label: 'First approval', value: page.first }] : []),
            { label: 'You', value: page.first ? 'Second approval' : 'First approval' },
          ]}
        />
      </Card>
      <TextField
        label="Type the amount to confirm"
        {...field('amount')}
        prefix="UGX"
        inputMode="numeric"
        autoComplete="off"
      />
      {page.asksCode && (
        <TextField
          label="Authenticator code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={error('code')}
        />
      )}
    </DecisionDialog>
  )
}
