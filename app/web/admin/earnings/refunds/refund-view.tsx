import type { ReactNode } from 'react'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { AreaField, SelectField, TextField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { Tracker } from '#app/ui/tracker.tsx'
import { StatusChip } from '#app/web/admin/review-queue/rows.tsx'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { RefundPage } from './refund-page.ts'

type Props = { page: RefundPage; answer: FormAnswer | undefined }

/** One refund beside the list: its amounts, who pays, the approvals and the actions. */
export function RefundView({ page, answer }: Props) {
  return (
    <WorkPanel
      label={`${page.about}, ${page.title}`}
      title={<span className="money">{page.title}</span>}
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
        <Part title="Who pays">
          <Receipt rows={page.bornBy} />
        </Part>
      )}
      <Part title="Purchase">
        <Receipt rows={page.facts} />
      </Part>
      <section className="stack stack-8" aria-labelledby="approvals">
        <h3 className="text-h3" id="approvals">
          Approvals
        </h3>
        <Tracker steps={[...page.approvals, ...page.sending]} />
      </section>
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
  return (
    <TextField label={label} {...field('amount')} inputMode="decimal" autoComplete="off" maxLength={20} hint={hint} />
  )
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
            maxLength={500}
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
