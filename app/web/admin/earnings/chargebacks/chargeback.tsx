import { writtenText } from '#app/web/forms.server.ts'
import { z } from 'zod'
import { answerChargeback, type ChargebackRefusal, clearFlag } from '#app/domain/refunds/answer-chargeback.server.ts'
import { findChargeback } from '#app/domain/refunds/chargeback-queries.server.ts'
import { NOTE_LENGTH } from '#app/domain/refunds/rules.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { AreaField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { Section } from '#app/ui/section.tsx'
import { answerDecision, refusedWith } from '#app/web/admin/review-queue/answer-decision.server.ts'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { FormRefused } from '#app/web/forms.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { chargebackPageOf, type ChargebackPage } from './chargeback-page.ts'
import { CHARGEBACK_DECISIONS } from './texts.ts'
import type { Route } from './+types/chargeback'

export const handle = staffForm('Chargeback', 'refunds.decide')

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const found = orNotFound(await findChargeback(context.get(personContext), params.chargebackId))
  return { page: chargebackPageOf(found, url) }
}

const Form = z.object({ note: writtenText(NOTE_LENGTH.max) })

export async function action(args: Route.ActionArgs) {
  const actor = args.context.get(personContext)
  const { chargebackId } = args.params
  return answerDecision(args, CHARGEBACK_DECISIONS, Form, async (decision, { note }) => {
    if (decision === 'flag-removal') {
      const cleared = await clearFlag(actor, chargebackId)
      return cleared.ok
        ? { title: 'Flag cleared', description: 'Automatic refunds and payouts work again for this account.' }
        : refusalOf(cleared.refusal)
    }
    const action = decision === 'contest' ? 'decline' : 'accept'
    const answered = await answerChargeback(actor, chargebackId, { action, note })
    return answered.ok ? ANSWERED[answered.value] : refusalOf(answered.refusal)
  })
}

const ANSWERED = {
  notified: { title: 'Answer sent', description: 'The gateway has your answer.' },
  later: { title: 'Saved', description: 'We could not reach the gateway. We send your answer again automatically.' },
  too_late: { title: 'Too late', description: 'The gateway no longer accepts an answer.', tone: 'error' },
} as const

function refusalOf(refusal: ChargebackRefusal): FormRefused {
  if (refusal.kind !== 'note_missing') return refusedWith(refusal, REFUSALS)
  const description = `Write a reason of at least ${NOTE_LENGTH.min} characters. The bank sees it`
  return { status: 400, field: 'note', description }
}

const REFUSALS = {
  not_permitted: 'Your role does not include this.',
  own_account: 'This is about your own account. Another person must answer.',
  not_open: 'Status has changed: this chargeback is already answered or closed.',
} as const

/** One chargeback: the bank's claim, who pays, the evidence for the payment, and our answer. Printed, the page is the bank's evidence. */
export default function Chargeback({ loaderData: { page }, actionData: answer }: Route.ComponentProps) {
  return (
    <WorkPanel
      label={`Chargeback ${page.title}`}
      title={
        <>
          Chargeback{' '}
          <span className="money" translate="no">
            {page.title}
          </span>
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
        {page.spent.length > 0 && (
          <Card padded tile className="stack stack-8 no-print">
            <h2 className="text-h3">Spent on messages and requests</h2>
            <Receipt wrap rows={page.spent} />
          </Card>
        )}
        {page.may.answer && <AnswerForm page={page} answer={answer} />}
        <Section gap="stack-16" id="evidence" title="Evidence">
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
        </Section>
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
        limit={500}
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
