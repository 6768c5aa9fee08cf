import { data } from 'react-router'
import { traceCopy } from '#app/domain/watermarks/trace-copy.server.ts'
import { traceRefusalText, traceReport, type TraceReport } from '#app/domain/watermarks/trace-texts.ts'
import { toAdmin } from '#app/admin-links.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FileButton } from '#app/ui/file-button.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { readFormWithFiles } from '#app/web/file-field.server.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { refuseForm } from '#app/web/forms.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import type { Route } from './+types/trace'

export const handle = staffForm('Trace a copy', 'content.review')

/** Without a loader, a navigation in the browser would not reach the policy. */
export function loader() {
  return null
}

type Answer = FormAnswer & { report?: TraceReport }

/** Reads a leaked copy and names the account that opened it. The file is not kept. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormWithFiles(request)
  const typed = form.get('creator')
  const creator = typeof typed === 'string' ? typed.trim().slice(0, 60) : ''
  const file = form.get('copy')
  if (!(file instanceof File) || file.size === 0)
    return refuseForm({ status: 400, field: 'copy', description: 'Choose the copy that was found' }, { creator })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const person = context.get(personContext)
  const traced = await traceCopy({ kind: 'staff', person }, { bytes, creator: creator || null })
  if (traced.ok) return data<Answer>({ ok: true, values: { creator }, report: traceReport(traced.value) })
  const { kind } = traced.refusal
  const field = kind === 'unknown_creator' ? 'creator' : kind === 'not_permitted' ? undefined : 'copy'
  const status = kind === 'not_permitted' ? 403 : 400
  return refuseForm({ status, field, description: traceRefusalText(traced.refusal) }, { creator })
}

export default function TraceCopy({ actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData
  const { field, error } = readAnswer(answer)
  return (
    <div className="payment-search">
      <div className="admin-heading">
        <div>
          <h1 className="text-h1-small">Trace a copy</h1>
          <p className="text-secondary">
            Find the account that opened a leaked photo or video. What people pay for carries an invisible mark.
          </p>
        </div>
      </div>
      <div className="stack stack-16">
        {answer?.report && <Report report={answer.report} />}
        <form method="post" encType="multipart/form-data" className="stack stack-16" noValidate>
          <FormErrorSummary answer={answer} />
          <FileButton
            name="copy"
            label="Choose the copy"
            accept="image/*,video/*"
            hint="JPEG, PNG, WebP or AVIF; MP4, MOV or WebM up to 26 MB. Crop a screenshot to the photo first."
            error={error('copy')}
          />
          <TextField
            label="Creator, if known"
            {...field('creator')}
            autoComplete="off"
            hint="The username. Needed where much of a photo is cut off."
          />
          <div className="row row-wrap">
            <Button variant="primary" icon="fingerprint-pattern">
              Trace this copy
            </Button>
            <LinkButton href={toAdmin.content}>Back to Content</LinkButton>
          </div>
          <p className="text-caption">
            A video takes a minute or two. The file is read in an isolated process and not kept. The activity record
            keeps who traced and what was found.
          </p>
        </form>
      </div>
    </div>
  )
}

function Report({ report }: { report: TraceReport }) {
  return (
    <Card padded as="section" aria-labelledby="trace-result">
      <div className="stack stack-12" role="status">
        <div className="row row-between row-wrap">
          <h2 className="text-h2" id="trace-result">
            {report.title}
          </h2>
          <Chip tone={report.found ? 'success' : 'neutral'}>{report.found ? 'Traced' : 'Not traced'}</Chip>
        </div>
        <p className="text-secondary">{report.text}</p>
        {report.facts.length > 0 && <Receipt rows={report.facts} wrap />}
      </div>
    </Card>
  )
}
