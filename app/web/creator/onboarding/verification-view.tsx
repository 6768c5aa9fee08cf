import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { LEGAL_NAME_LENGTH, readAddressDate, readLegalName } from '#app/domain/applications/application.ts'
import type { Typed } from '#app/domain/applications/draft.ts'
import type { DocumentStatus } from '#app/domain/applications/queries.server.ts'
import type { DocumentKind } from '#app/domain/documents/document.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CheckList } from '#app/ui/check-list.tsx'
import { DateFields } from '#app/ui/date-fields.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ProgressBar } from '#app/ui/progress.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { useAutosave } from '#app/web/components/use-autosave.ts'
import { DocumentField } from './document-field.tsx'
import { SelfieSample } from './selfie-sample.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { textOf } from './form-text.ts'
import type { Route } from './+types/verification'
import { StepForm } from './step-form.tsx'
import { DATED_PROBLEMS, DOCUMENT_TEXTS, NAME_PROBLEMS } from './texts.ts'
import { type AcceptedFile, useAcceptedFile } from './use-accepted-file.ts'

type VerificationPage = Route.ComponentProps['loaderData']

const REQUIREMENTS = [
  'Clear selfie showing face',
  'Holding a paper with Peach written on it',
  'Good lighting',
  'No filters',
] as const

/** The last page: a selfie and two documents; then the application is sent. */
export function VerificationView({ page, answer }: { page: VerificationPage; answer: FormAnswer | undefined }) {
  const { error } = readAnswer(answer)
  const values = answer?.values ?? page.values
  const autosave = useAutosave()
  const files: Record<DocumentKind, AcceptedFile> = {
    selfie: useAcceptedFile({ document: 'selfie' }),
    identity_document: useAcceptedFile({ document: 'identity_document' }),
    proof_of_address: useAcceptedFile({ document: 'proof_of_address' }),
  }
  const [typed, setTyped] = useState(values)
  const status = (kind: DocumentKind) => page.documents.find((one) => one.kind === kind)!
  const wantsAddress = status('proof_of_address').state !== 'accepted'
  const wantsName = status('identity_document').state !== 'accepted'
  const reason = reasonOf(page, files, { dated: wantsAddress ? typed : null, name: wantsName ? typed : null })
  const parts = partsOf(page, files, { dated: wantsAddress ? typed : null, name: wantsName ? typed : null })
  const sending = useSending(autosave.formRef, files)
  return (
    <StepForm
      step={4}
      title="Verification selfie"
      lead={<p className="text-lead">Only our reviewers see it. It never appears on your page.</p>}
      page={page}
      answer={answer}
      files
      autosave={autosave}
      check={() => setTyped(typedIn(autosave.formRef.current))}
      onSubmit={sending.press}
    >
      <Done parts={parts} />
      <DocumentField status={status('selfie')} file={files.selfie} error={error('selfie')}>
        {status('selfie').state === 'missing' && files.selfie.state.kind === 'empty' && <SelfieSample />}
      </DocumentField>
      <CheckList items={REQUIREMENTS} icon="camera" label="What the selfie has to show" />
      <DocumentSection
        kind="identity_document"
        status={status}
        file={files.identity_document}
        error={error('identity_document')}
      />
      {wantsName && (
        <TextField
          label="Legal name"
          name="legal_name"
          hint="As on your ID. Fans never see it. Your payout account must be in this name."
          limit={LEGAL_NAME_LENGTH.max}
          autoComplete="name"
          defaultValue={values.legal_name}
          error={error('legal_name')}
        />
      )}
      <DocumentSection
        kind="proof_of_address"
        status={status}
        file={files.proof_of_address}
        error={error('proof_of_address')}
      />
      {wantsAddress && (
        <DateFields
          label="Date on the proof of address"
          name="dated"
          hint="Under 3 months old. For example 27 9 2026."
          defaultValue={{
            day: values['dated-day'],
            month: values['dated-month'],
            year: values['dated-year'],
          }}
          error={error('dated-day')}
        />
      )}
      <p className="sealed-note">
        <Icon name="lock" />
        <span>Encrypted, seen only by reviewers, and deleted 30 days after the decision.</span>
      </p>
      <noscript>
        <Button name="intent" value="keep" wide>
          Keep the chosen files
        </Button>
      </noscript>
      <StickyFoot note="Approval usually within 1 hour, at most 48 hours">
        <div className="wizard-two">
          <LinkButton href={page.backHref}>Back</LinkButton>
          <Button
            variant="primary"
            name="intent"
            value="submit"
            pending={sending.busy}
            pendingLabel="Submitting..."
            disabledReason={reason}
          >
            Submit &amp; Go Live
          </Button>
        </div>
      </StickyFoot>
    </StepForm>
  )
}

function DocumentSection({
  kind,
  status,
  file,
  error,
}: {
  kind: DocumentKind
  status: (kind: DocumentKind) => DocumentStatus
  file: AcceptedFile
  error: string | undefined
}) {
  return (
    <section className="stack stack-8" aria-labelledby={`${kind}-heading`}>
      <h2 className="text-h2" id={`${kind}-heading`}>
        {DOCUMENT_TEXTS[kind].title}
      </h2>
      <DocumentField status={status(kind)} file={file} hint={DOCUMENT_TEXTS[kind].hint} error={error} />
    </section>
  )
}

/** What the page asks for, and whether it is there. Whether it is good is for the reviewer to say. */
function partsOf(
  page: VerificationPage,
  files: Record<DocumentKind, AcceptedFile>,
  { dated, name }: { dated: Typed | null; name: Typed | null },
): boolean[] {
  const added = page.documents.map(
    ({ kind, state }) => (state !== 'missing' || files[kind].state.kind === 'finished') && !files[kind].problem,
  )
  return [
    ...added,
    ...(name ? [readLegalName(name.legal_name ?? '').problem === null] : []),
    ...(dated ? [readAddressDate(datedOf(dated), new Date(page.now)).problem === null] : []),
  ]
}

function Done({ parts }: { parts: readonly boolean[] }) {
  const done = parts.filter(Boolean).length
  const text = `${done} of ${parts.length} done`
  return (
    <div className="stack stack-8">
      <p className="text-secondary" role="status">
        {text}
      </p>
      <ProgressBar
        label={text}
        value={(done / parts.length) * 100}
        tone={done === parts.length ? 'success' : 'primary'}
      />
    </div>
  )
}

function datedOf(typed: Typed) {
  return { day: typed['dated-day'] ?? '', month: typed['dated-month'] ?? '', year: typed['dated-year'] ?? '' }
}

const TYPED = ['legal_name', 'dated-day', 'dated-month', 'dated-year'] as const

function typedIn(form: HTMLFormElement | null): Typed {
  const typed = form ? new FormData(form) : new FormData()
  return Object.fromEntries(TYPED.map((name) => [name, textOf(typed, name)]))
}

/** Why it can't be sent yet. A running upload is no reason: submitting waits for it. Without script the server validates. */
function reasonOf(
  page: VerificationPage,
  files: Record<DocumentKind, AcceptedFile>,
  { dated, name }: { dated: Typed | null; name: Typed | null },
): string | null {
  if (!files.selfie.live) return null
  for (const { kind, state } of page.documents) {
    const file = files[kind].state.kind
    if (state === 'missing' && file !== 'sending' && file !== 'finished')
      return kind === 'selfie' ? 'Add a photo first' : `${DOCUMENT_TEXTS[kind].missing} first`
  }
  const nameProblem = name && readLegalName(name.legal_name ?? '').problem
  if (nameProblem) return NAME_PROBLEMS[nameProblem]
  if (!dated) return null
  const { problem } = readAddressDate(datedOf(dated), new Date(page.now))
  return problem && DATED_PROBLEMS[problem]
}

/** If pressed during an upload, the form waits for it and then submits itself. */
function useSending(form: React.RefObject<HTMLFormElement | null>, files: Record<DocumentKind, AcceptedFile>) {
  const submit = useSubmit()
  const navigation = useNavigation()
  const [waiting, setWaiting] = useState(false)
  const all = Object.values(files)
  const onTheWay = all.some((file) => file.state.kind === 'sending' || file.checking)
  const failed = all.some((file) => file.state.kind === 'failed' || file.problem)
  const goNow = useEffectEvent(() => {
    setWaiting(false)
    if (failed || !form.current) return
    const typed = new FormData(form.current)
    typed.set('intent', 'submit')
    void submit(typed, { method: 'post', encType: 'multipart/form-data' })
  })
  useEffect(() => {
    if (!waiting || onTheWay) return undefined
    // The id of the last file is in the form from the next frame on.
    const frame = requestAnimationFrame(() => goNow())
    return () => cancelAnimationFrame(frame)
  }, [waiting, onTheWay])
  return {
    busy: waiting || (navigation.state !== 'idle' && navigation.formMethod === 'POST'),
    press: (event: React.FormEvent<HTMLFormElement>) => {
      if (!onTheWay) return
      event.preventDefault()
      setWaiting(true)
    },
  }
}
