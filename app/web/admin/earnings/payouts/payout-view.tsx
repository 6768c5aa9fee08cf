import { Avatar } from '#app/ui/avatar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PrefixField, TextField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { Tracker } from '#app/ui/tracker.tsx'
import { DecisionDialog } from '#app/web/admin/review-queue/decision-dialog.tsx'
import { StatusChip } from '#app/web/admin/review-queue/rows.tsx'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { PayoutPage } from './payout-page.ts'
import type { PayoutDecision } from './texts.ts'

type Props = { page: PayoutPage; answer: FormAnswer | undefined }

/** One payout beside the list: its amounts, approvals, status and actions. */
export function PayoutView({ page, answer }: Props) {
  return (
    <WorkPanel
      label={page.title}
      leading={<Avatar name={page.name} src={page.avatar} size={48} />}
      title={<span className="money">{page.net}</span>}
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
      <section className="stack stack-8" aria-labelledby="steps">
        <h3 className="text-h3" id="steps">
          Approvals
        </h3>
        <Tracker steps={page.steps} />
      </section>
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
      <PrefixField
        label="Type the amount to confirm"
        {...field('amount')}
        prefix="UGX"
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
      />
      {page.asksCode && (
        <TextField
          label="Authenticator code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={30}
          error={error('code')}
        />
      )}
    </DecisionDialog>
  )
}
