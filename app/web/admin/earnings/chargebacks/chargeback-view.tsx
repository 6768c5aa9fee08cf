import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { AreaField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { StatusChip } from '#app/web/admin/review-queue/rows.tsx'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { ChargebackPage } from './chargeback-page.ts'

/** One chargeback: the bank's claim, who pays, the evidence for the payment, and our answer. Printed, the page is the bank's evidence. */
export function ChargebackView({ page, answer }: { page: ChargebackPage; answer: FormAnswer | undefined }) {
  return (
    <WorkPanel
      label={`Chargeback ${page.title}`}
      title={
        <>
          Chargeback <span className="money">{page.title}</span>
        </>
      }
      note={page.opened}
      closeHref={page.closeHref}
    >
      <div className="chargeback">
        <p>
          <StatusChip status={page.status} />
        </p>
        <FormErrorSummary answer={answer} />
        {page.due && (
          <Banner tone="warning" title={`Answer by ${page.due}`}>
            If we don’t answer, the chargeback is accepted.
          </Banner>
        )}
        {page.puzzling && <Banner tone="danger" title="Check this carefully">{`${page.puzzling}.`}</Banner>}
        {page.flagged && <Flag action={page.may.clearFlag ? page.action['flag-removal'] : null} />}
        <Card padded tile>
          <Receipt wrap rows={page.facts} />
        </Card>
        {page.bornBy.length > 0 && (
          <Card padded tile className="stack stack-8">
            <h2 className="text-h3">Who pays</h2>
            <Receipt wrap rows={page.bornBy} />
          </Card>
        )}
        {page.ties.length > 0 && (
          <Card padded tile className="stack stack-8 no-print">
            <h2 className="text-h3">Reversed from creators linked to the payer</h2>
            <Receipt wrap rows={page.ties} />
          </Card>
        )}
        {page.may.answer && <AnswerForm page={page} answer={answer} />}
        <section className="stack stack-16" aria-labelledby="evidence">
          <h2 className="text-h2" id="evidence">
            Evidence
          </h2>
          {page.evidence.length === 0 && <p className="text-secondary">We can’t find a payment for this chargeback.</p>}
          {page.evidence.map(({ title, lines }) => (
            <section key={title} className="stack stack-4">
              <h3 className="text-h3">{title}</h3>
              <ul className="evidence-list">
                {lines.map((line, index) => (
                  <li key={index}>{line}</li>
                ))}
              </ul>
            </section>
          ))}
          <p className="text-caption no-print">Print this page or save it as a file to send it to the bank.</p>
        </section>
      </div>
    </WorkPanel>
  )
}

function Flag({ action }: { action: string | null }) {
  return (
    <Banner
      tone="warning"
      icon="flag"
      title="The account is flagged"
      action={
        action ? (
          <form method="post" action={action}>
            <Button size="small">Clear flag</Button>
          </form>
        ) : undefined
      }
    >
      This account gets no automatic refunds or payouts until you clear the flag.
    </Banner>
  )
}

function AnswerForm({ page, answer }: { page: ChargebackPage; answer: FormAnswer | undefined }) {
  const { field } = readAnswer(answer)
  return (
    <form method="post" action={page.action.contest} className="stack stack-16 no-print" noValidate>
      <AreaField
        label="Reason"
        {...field('note')}
        maxLength={500}
        hint="The bank sees this. You can’t change the answer later."
      />
      <div className="decision-buttons">
        <Button variant="primary" icon="shield-check">
          Contest
        </Button>
        <Button formAction={page.action.acceptance}>Accept chargeback</Button>
      </div>
    </form>
  )
}
