import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { AreaField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import type { ChargebackPage } from './chargeback-page.ts'

type Answer = { error: string; field: string | null; note: string }

/** One chargeback: the bank's claim, who pays, the evidence for the payment, and our answer. Printed, the page is the bank's evidence. */
export function ChargebackView({ page, answer }: { page: ChargebackPage; answer: Answer | null }) {
  return (
    <div className="chargeback">
      <a className="link link-target no-print" href="/admin/earnings/chargebacks">
        All chargebacks
      </a>
      <div className="row row-between row-wrap">
        <h1 className="text-h1-small">
          Chargeback <span className="money">{page.title}</span>
        </h1>
        <Chip tone={page.status.tone} icon={page.status.icon}>
          {page.status.text}
        </Chip>
      </div>
      {answer && <ErrorSummary errors={[{ fieldId: answer.field ?? undefined, message: answer.error }]} />}
      {page.due && (
        <Banner tone="warning" title={`Answer by ${page.due}`}>
          If we don’t answer, the chargeback is accepted.
        </Banner>
      )}
      {page.puzzling && <Banner tone="danger" title="Check this carefully">{`${page.puzzling}.`}</Banner>}
      {page.flagged && <Flag may={page.may.clearFlag} />}
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
      {page.may.answer && <AnswerForm answer={answer} />}
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
  )
}

function Flag({ may }: { may: boolean }) {
  return (
    <Banner
      tone="warning"
      icon="flag"
      title="The account is flagged"
      action={
        may ? (
          <form method="post">
            <Button size="small" name="intent" value="clear_flag">
              Clear flag
            </Button>
          </form>
        ) : undefined
      }
    >
      This account gets no automatic refunds or payouts until you clear the flag.
    </Banner>
  )
}

function AnswerForm({ answer }: { answer: Answer | null }) {
  return (
    <form method="post" className="stack stack-16 no-print" noValidate>
      <AreaField
        label="Reason"
        name="note"
        maxLength={500}
        defaultValue={answer?.note}
        error={answer?.field === 'note' ? answer.error : null}
        hint="The bank sees this. You can’t change the answer later."
      />
      <div className="refund-acts">
        <Button variant="primary" icon="shield-check" name="intent" value="decline">
          Contest
        </Button>
        <Button name="intent" value="accept">
          Accept chargeback
        </Button>
      </div>
    </form>
  )
}
