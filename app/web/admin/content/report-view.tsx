import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip, StatusChip } from '#app/ui/chip.tsx'
import { AreaField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { Section } from '#app/ui/section.tsx'
import { ClosesAt, useClosing, ViewedMedium, Watermark } from '#app/web/admin/opened-media.tsx'
import { DecisionDialog } from '#app/web/admin/review-queue/decision-dialog.tsx'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { ReportPage } from './report-page.ts'
import { REPORT_DIALOGS, type ReportDialogDecision } from './report-texts.ts'

type Props = { page: ReportPage; answer: FormAnswer | undefined }

/** One report beside the list: what people said, what was reported once it is opened, and the decisions. */
export function ReportView({ page, answer }: Props) {
  useClosing(page.view?.secondsLeft ?? null, page.here)
  return (
    <WorkPanel title={page.title} note={page.note} closeHref={page.closeHref}>
      <p className="row row-wrap">
        <StatusChip status={page.status} small />
        {page.overdue && (
          <Chip tone="danger" icon="clock" small>
            Overdue
          </Chip>
        )}
      </p>
      {page.asked === null && <FormErrorSummary answer={answer} />}
      <Evidence page={page} />
      <Section gap="stack-8" id="reports" title={`Reports (${page.reports.length})`} heading="h3">
        <Card tile>
          <ul className="card-rows">
            {page.reports.map(({ id, text, from }) => (
              <li key={id} className="report-line">
                <p className="break-lines">{text}</p>
                <p className="text-caption">{from}</p>
              </li>
            ))}
          </ul>
        </Card>
      </Section>
      <Receipt rows={page.facts} wrap />
      {page.profileHref && <LinkButton href={page.profileHref}>Open profile</LinkButton>}
      <Decisions page={page} />
      {page.asked && <AskedDialog page={page} asked={page.asked} answer={answer} />}
    </WorkPanel>
  )
}

/** The stored texts and the files of the message, only while a view is open. */
function Evidence({ page }: { page: ReportPage }) {
  const { view, evidence, files } = page
  if (view && (evidence.length > 0 || files.length > 0))
    return (
      <section className="stack stack-8" aria-label="What was reported">
        <p>
          <ClosesAt time={view.until} />
        </p>
        {evidence.map((text) => (
          <Banner
            key={text.position}
            tone={text.reported ? 'danger' : 'neutral'}
            icon={text.reported ? 'flag' : 'message-circle'}
            title={`${text.author}, ${text.at}`}
          >
            <span className="break-lines" dir="auto">
              {text.body || 'Removed'}
            </span>
          </Banner>
        ))}
        {page.hiddenFiles > 0 && (
          <p className="text-muted">
            {`${page.hiddenFiles === 1 ? 'A file of this message is' : `${page.hiddenFiles} files of this message are`} shown to content moderators alone.`}
          </p>
        )}
        {files.map((file) => (
          <div className="opened-medium" key={file.id}>
            {file.ready ? (
              <ViewedMedium medium={file} alt={file.name} />
            ) : (
              <p className="text-muted">Still processing. Try again in a minute.</p>
            )}
            <Watermark text={view.watermark} />
          </div>
        ))}
      </section>
    )
  if (!page.mayView) return null
  return (
    <form method="post" action={page.action.view} className="stack stack-8">
      <Button icon="eye">View Content</Button>
      <p className="text-caption">Each view is saved in the audit log and closes after two minutes.</p>
    </form>
  )
}

function Decisions({ page }: { page: ReportPage }) {
  if (!page.mayDismiss) return null
  return (
    <div className="stack stack-8">
      <LinkButton wide href={page.action.dismissal}>
        Dismiss
      </LinkButton>
      <h3 className="text-h3">Take Action</h3>
      <div className="decision-buttons content-decisions">
        {page.actions.map((name) => (
          <LinkButton key={name} href={page.action[name]}>
            {REPORT_DIALOGS[name].open}
          </LinkButton>
        ))}
      </div>
    </div>
  )
}

function AskedDialog({ page, asked, answer }: Props & { asked: ReportDialogDecision }) {
  const { hint, open: _open, ...shown } = REPORT_DIALOGS[asked]
  const { field } = readAnswer(answer)
  return (
    <DecisionDialog {...shown} action={page.action[asked]} closeHref={page.here} answer={answer}>
      <AreaField label="Reason" {...field('message')} rows={4} limit={1_000} hint={hint} />
    </DecisionDialog>
  )
}
