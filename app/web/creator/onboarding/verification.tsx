import type { Typed } from '#app/domain/applications/draft.ts'
import { findStepDraft, listDocumentStatuses } from '#app/domain/applications/queries.server.ts'
import {
  submitApplication,
  type SubmitProblems,
  type SubmitRefusal,
} from '#app/domain/applications/submit-application.server.ts'
import { acceptApplicationDocument } from '#app/domain/applications/accept-application-document.server.ts'
import { DOCUMENT_KINDS, DOCUMENT_UPLOADS, type DocumentKind } from '#app/domain/documents/document.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { setCookie } from '#app/web/cookies.server.ts'
import { deviceOf } from '#app/web/device.server.ts'
import type { FieldErrors } from '#app/web/form-answer.ts'
import { invalidForm, showForm } from '#app/web/forms.server.ts'
import { readFileField, readFormWithFiles } from '#app/web/file-field.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { refuseOutage } from '#app/web/refuse-outage.server.ts'
import { afterAllButAutosave } from '#app/web/components/use-autosave.ts'
import { useVisit } from '#app/web/components/use-visit.ts'
import { photoText } from './file-texts.ts'
import { textOf } from './form-text.ts'
import {
  answerAutosave,
  acceptResponse,
  draftShown,
  keepDraft,
  blockedAnswer,
  typedOf,
} from '#app/web/creator/onboarding/step-answers.server.ts'
import { DATED_PROBLEMS, DOCUMENT_TEXTS, NAME_PROBLEMS, WIZARD_TEXTS } from './texts.ts'
import { VerificationView } from './verification-view.tsx'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import { personContext } from '#app/web/context.server.ts'
import { creatorStep, creatorStepContext, nextPathOf } from '#app/web/creator/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/verification'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = {
  audience: 'members',
  policy: creatorStep('verification'),
  title: 'Verification selfie',
  screen: { shell: 'bare' },
} satisfies RouteHandle

export async function loader({ context }: Route.LoaderArgs) {
  const { application, backHref } = context.get(creatorStepContext)
  const [draft, documents] = await Promise.all([
    findStepDraft(application!.id, 'verification'),
    listDocumentStatuses(application!),
  ])
  return {
    ...draftShown(draft, { legal_name: application!.legalName ?? '' }),
    backHref,
    documents,
    now: now().toISOString(),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const form = await readFormWithFiles(request)
  const intent = form.get('intent')
  if (intent === 'save') return answerAutosave(person, 'verification', form)
  if (intent === 'take') return acceptResponse(await takeOne(person, textOf(form, 'document'), textOf(form, 'upload')))
  const values = typedOf(form, 'verification')
  // Files in the form are stored first, so that nobody has to choose them again because of another error.
  const errors = await takeSent(person, form)
  const version = await keepDraft(person, 'verification', form)
  if (Object.keys(errors).length > 0) return invalidForm(errors, { ...values, version })
  if (intent === 'keep') return showForm({ ...values, version })

  const { replacesSessionId: _, ...device } = deviceOf(context)
  const result = await refuseOutage(
    submitApplication(person, { dated: datedOf(values), legalName: values.legal_name ?? '' }, device),
    'an application could not be sent',
  )
  if (!result.ok) return refusalAnswer({ ...values, version }, result.refusal)
  const { sessionToken } = result.value
  return redirectWithToast(
    await nextPathOf(person),
    WIZARD_TEXTS.sent,
    sessionToken ? [setCookie('session', sessionToken)] : [],
  )
}

function datedOf(values: Typed) {
  return { day: values['dated-day'] ?? '', month: values['dated-month'] ?? '', year: values['dated-year'] ?? '' }
}

/** Stores the files that came with the form or were uploaded before it. */
async function takeSent(person: Person, form: FormData): Promise<FieldErrors> {
  const errors: Record<string, string> = {}
  for (const kind of DOCUMENT_KINDS) {
    const read = await readFileField(form, kind, DOCUMENT_UPLOADS[kind], person)
    if (read.kind === 'refused') errors[kind] = read.message
    if (read.kind !== 'upload') continue
    const problem = await takeOne(person, kind, read.uploadId)
    if (problem) errors[kind] = problem
  }
  return errors
}

async function takeOne(person: Person, kind: string, uploadId: string): Promise<string | null> {
  if (!(DOCUMENT_KINDS as readonly string[]).includes(kind)) return WIZARD_TEXTS.uploadMissing
  const taken = await acceptApplicationDocument(person, kind as DocumentKind, uploadId)
  return taken.ok ? null : photoText(taken.refusal)
}

function refusalAnswer(values: Typed, refusal: SubmitRefusal | { kind: 'outage' }) {
  return refusal.kind === 'invalid' ? invalidForm(errorsOf(refusal.problems), values) : blockedAnswer(refusal, values)
}

function errorsOf(problems: SubmitProblems): FieldErrors {
  const errors: Record<string, string> = {}
  for (const kind of problems.documents ?? []) errors[kind] = DOCUMENT_TEXTS[kind].missing
  if (problems.name) errors.legal_name = NAME_PROBLEMS[problems.name]
  if (problems.dated) errors['dated-day'] = DATED_PROBLEMS[problems.dated]
  if (problems.post) errors['form-post'] = 'The video of your first post could not be prepared. Choose another one'
  if (problems.profile) errors['form-profile'] = 'Your profile is not complete. Check it again'
  return errors
}

export const shouldRevalidate = afterAllButAutosave

export default function VerificationStep({ loaderData, actionData }: Route.ComponentProps) {
  const page = useVisit(loaderData)
  return <VerificationView page={page} answer={actionData} />
}
