import { redirect } from 'react-router'
import { DRAFT_FIELDS, type Typed } from '#app/domain/applications/draft.ts'
import type { ProfileStepRefusal } from '#app/domain/applications/finish-profile-step.server.ts'
import type { StepDraft } from '#app/domain/applications/queries.server.ts'
import { saveApplicationDraft } from '#app/domain/applications/save-application-draft.server.ts'
import type { WizardStep } from '#app/domain/applications/steps.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import type { DraftWriter } from '#app/domain/identity/fan-onboarding.ts'
import { to } from '#app/links.ts'
import { showClock } from '#app/platform/dates.ts'
import { type Result, unreachable } from '#app/platform/result.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import type { FieldErrors } from '#app/web/form-answer.ts'
import { invalidForm, refuseForm, showForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { UploadPurpose } from '#app/domain/uploads/limits.ts'
import { readFileField, readFormWithFiles } from '#app/web/file-field.server.ts'
import { refuseOutage } from '#app/web/refuse-outage.server.ts'
import { textOf } from './form-text.ts'
import { WIZARD_TEXTS } from './texts.ts'

/** The initial state of a wizard page: the draft, else the stored values; and the version that the draft is saved against. */
export function draftShown(draft: StepDraft, status: Typed) {
  const started = Object.keys(draft.typed).length > 0
  return {
    values: started ? draft.typed : status,
    version: draft.version,
    tab: randomToken(),
    savedAt: started && draft.savedAt ? showClock(draft.savedAt) : null,
  }
}

/** The version and tab of the page that sent the form. */
export function writerOf(form: FormData): DraftWriter {
  const version = textOf(form, 'version')
  return { tab: textOf(form, 'tab').slice(0, 64), version: /^\d{1,9}$/.test(version) ? Number(version) : 0 }
}

/** The fields of a step as typed. */
export function typedOf(form: FormData, step: WizardStep): Typed {
  return Object.fromEntries(
    Object.keys(DRAFT_FIELDS[step]).map((name) => [
      name,
      form
        .getAll(name)
        .filter((value) => typeof value === 'string')
        .slice(0, 20)
        .join(' '),
    ]),
  )
}

/** The response to an autosave. */
export async function answerAutosave(actor: Actor, step: WizardStep, form: FormData) {
  const saved = await saveApplicationDraft(actor, step, typedOf(form, step), writerOf(form))
  if (saved.ok) return showForm({ savedAt: showClock(saved.value.savedAt) })
  return saved.refusal.kind === 'changed_elsewhere'
    ? refuseForm({ status: 409, description: WIZARD_TEXTS.changedElsewhere })
    : refuseForm({ status: 403, description: WIZARD_TEXTS.notSaved })
}

/** The response when a finished upload is checked; `problem` is why it was refused. */
export function acceptResponse(problem: string | null) {
  return problem ? refuseForm({ status: 400, description: problem }) : showForm({})
}

/** Saves a form that can't be accepted yet as a draft. Returns the new version for the page. */
export async function keepDraft(actor: Actor, step: WizardStep, form: FormData): Promise<string> {
  const writer = writerOf(form)
  const saved = await saveApplicationDraft(actor, step, typedOf(form, step), writer)
  return String(saved.ok ? saved.value.version : writer.version)
}

/** A posted wizard page. */
type SentStep = { person: Person; step: WizardStep; form: FormData }

/** The page again with errors at its fields; what was typed is saved as a draft. */
async function wrongAnswer({ person, step, form }: SentStep, errors: FieldErrors) {
  const version = await keepDraft(person, step, form)
  return invalidForm(errors, { ...typedOf(form, step), version })
}

type StepAction<Problems> = {
  step: WizardStep
  /** The file that the form may carry, and what stores it; it returns why a file is refused. */
  file?: (values: Typed) => {
    field: string
    purpose: UploadPurpose
    accept: (uploadId: string) => Promise<string | null>
  }
  finish: (
    values: Typed,
    writer: DraftWriter,
  ) => Promise<Result<unknown, Exclude<StepRefusal<Problems>, { kind: 'outage' }>>>
  /** The messages of what is wrong, by control. */
  errorsOf: (problems: Problems, values: Typed) => FieldErrors
  next: string
}

/** The action of a wizard page: an autosave, a finished upload, or the whole page. */
export async function answerStep<Problems>(person: Person, request: Request, action: StepAction<Problems>) {
  const { step } = action
  const form = await readFormWithFiles(request)
  const intent = form.get('intent')
  if (intent === 'save') return answerAutosave(person, step, form)
  const values = typedOf(form, step)
  const sent = { person, step, form }
  const file = action.file?.(values)
  if (file) {
    if (intent === 'take') return acceptResponse(await file.accept(textOf(form, 'upload')))
    const read = await readFileField(form, file.field, file.purpose, person)
    const refused =
      read.kind === 'refused' ? read.message : read.kind === 'upload' ? await file.accept(read.uploadId) : null
    if (refused) return wrongAnswer(sent, { [file.field]: refused })
  }
  const result = await refuseOutage(action.finish(values, writerOf(form)), `the step ${step} could not be stored`)
  return result.ok ? redirect(action.next, 303) : refusalAnswer(sent, result.refusal, action.errorsOf)
}

type StepRefusal<Problems> =
  | Exclude<ProfileStepRefusal, { kind: 'invalid' }>
  | { kind: 'invalid'; problems: Problems }
  | { kind: 'outage' }

/** The response to a page that was not accepted: the page with the reason, or a redirect to the person's current step. */
async function refusalAnswer<Problems>(
  sent: SentStep,
  refusal: StepRefusal<Problems>,
  errorsOf: StepAction<Problems>['errorsOf'],
) {
  const values = typedOf(sent.form, sent.step)
  switch (refusal.kind) {
    case 'changed_elsewhere':
      // What was typed here stays; sending again overwrites.
      return refuseForm(
        { status: 409, description: WIZARD_TEXTS.changedElsewhere },
        { ...values, version: String(refusal.version) },
      )
    case 'invalid':
      return wrongAnswer(sent, errorsOf(refusal.problems, values))
    case 'outage':
    case 'not_permitted':
    case 'not_yet':
      return blockedAnswer(refusal, values)
    default:
      return unreachable(refusal)
  }
}

/** The response to a page that could not be stored whatever it says: the page with what was typed, or a redirect to the current step. */
export function blockedAnswer(
  refusal: { kind: 'outage' } | Extract<ProfileStepRefusal, { kind: 'not_permitted' | 'not_yet' }>,
  values: Typed,
) {
  return refusal.kind === 'outage'
    ? refuseForm({ status: 503, description: WIZARD_TEXTS.failure.description }, values)
    : notPermitted(refusal)
}

/** The response when the page can't be changed at all: a redirect to the person's current step. */
function notPermitted(refusal: Extract<ProfileStepRefusal, { kind: 'not_permitted' | 'not_yet' }>): Response {
  if (refusal.kind === 'not_yet') return redirect(to.creatorOnboarding.intro, 303)
  if (refusal.reason === 'no_user_logged_in') return redirect(to.creatorOnboarding.intro, 303)
  if (refusal.reason === 'account_closed')
    return redirectWithToast(to.feed, { ...WIZARD_TEXTS.accountClosed, tone: 'error' })
  return redirect(to.dashboard, 303)
}
