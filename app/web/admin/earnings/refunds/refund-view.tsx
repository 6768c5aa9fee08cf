import type { ReactNode } from 'react'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { AreaField, SelectField, TextField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { Tracker } from '#app/ui/tracker.tsx'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import type { RefundPage } from './refund-page.ts'

type Answer = { error: string; field: string | null; values: Readonly<Record<string, string | undefined>> }
type Props = { page: RefundPage; answer: Answer | null }

/** One refund beside the list: how it adds up, who bears it, who agreed, and what can be done. */
export function RefundView({ page, answer }: Props) {
  return (
    <WorkPanel
      label={`${page.about}, ${page.title}`}
      title={<span className="money">{page.title}</span>}
      note={page.about}
      closeHref={page.closeHref}
    >
      <p className="row row-wrap">
        <Chip tone={page.state.tone} icon={page.state.icon}>
          {page.state.text}
        </Chip>
        <Chip>{page.reason}</Chip>
      </p>
      {answer && <ErrorSummary errors={[{ fieldId: answer.field ?? undefined, message: answer.error }]} />}
      {page.warnings.map((warning) => (
        <Banner key={warning} tone="warning" icon="triangle-exclamation-point">
          {warning}
        </Banner>
      ))}
      {page.note && (
        <Part title={page.askedBy ? `${page.askedBy} writes` : 'Reason'}>
          <p className="text-body break-lines">{page.note}</p>
        </Part>
      )}
      <Part title="How it adds up">
        <Receipt rows={page.sums.slice(0, -1)} total={page.sums.at(-1)} />
      </Part>
      {page.bornBy.length > 0 && (
        <Part title="Who bears it">
          <Receipt rows={page.bornBy} />
        </Part>
      )}
      <Part title="The purchase">
        <Receipt rows={page.facts} />
      </Part>
      <section className="stack stack-8" aria-labelledby="approvals">
        <h3 className="text-h3" id="approvals">
          Approvals
        </h3>
        <Tracker steps={[...page.approvals, ...page.sending]} />
      </section>
      {page.why && <Banner tone="neutral">{page.why}</Banner>}
      <Acts page={page} answer={answer} />
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

function errorAt(answer: Answer | null, field: string): string | null {
  return answer?.field === field ? answer.error : null
}

function AmountField({ label, hint, answer }: { label: string; hint: string; answer: Answer | null }) {
  return (
    <TextField
      label={label}
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      defaultValue={answer?.values.amount}
      error={errorAt(answer, 'amount')}
      hint={hint}
    />
  )
}

function Acts({ page, answer }: Props) {
  const { may } = page
  return (
    <>
      {may.decide && (
        <form method="post" action={page.action} className="stack stack-16" noValidate>
          <AmountField
            label="Type the amount to return"
            hint={page.unmatched ? `All of it, ${page.rest}` : `At most ${page.rest}`}
            answer={answer}
          />
          {!page.unmatched && (
            <SelectField label="What was bought" name="access" defaultValue={answer?.values.access ?? 'ends'}>
              <option value="ends">Ends with it</option>
              <option value="stays">Stays with the buyer</option>
            </SelectField>
          )}
          {page.mayGoToWallet && (
            <SelectField
              label="Where to"
              name="to"
              defaultValue={answer?.values.to ?? 'source'}
              error={errorAt(answer, 'to')}
            >
              <option value="source">The way it came</option>
              <option value="wallet">The buyer’s wallet</option>
            </SelectField>
          )}
          <AreaField
            label="Why?"
            name="note"
            maxLength={500}
            defaultValue={answer?.values.note}
            error={errorAt(answer, 'note')}
            hint="The buyer reads it; it stays in the record."
          />
          <div className="refund-acts">
            <Button variant="primary" icon="check" name="intent" value="grant">
              {page.unmatched ? 'Return it' : 'Grant'}
            </Button>
            {!page.unmatched && (
              <Button name="intent" value="decline">
                Decline
              </Button>
            )}
          </div>
        </form>
      )}
      {may.second && (
        <form method="post" action={page.action} className="stack stack-16" noValidate>
          <AmountField
            label="Type the amount to confirm"
            hint="Money that has left can’t be called back."
            answer={answer}
          />
          <div className="refund-acts">
            <Button variant="primary" icon="check" name="intent" value="agree">
              Agree and send
            </Button>
            <Button name="intent" value="send_back">
              Send back
            </Button>
          </div>
        </form>
      )}
      {(may.retry || may.wallet) && (
        <form method="post" action={page.action} className="refund-acts">
          {may.retry && (
            <Button variant="primary" icon="refresh-cw" name="intent" value="retry">
              Try again
            </Button>
          )}
          {may.wallet && (
            <Button icon="wallet" name="intent" value="wallet">
              To the wallet
            </Button>
          )}
        </form>
      )}
    </>
  )
}
