import { redirect } from 'react-router'
import type { PostFileKind } from '#app/domain/applications/application.ts'
import { STANDARD_PRICES } from '#app/domain/applications/application.ts'
import type { Typed } from '#app/domain/applications/draft.ts'
import { finishFirstPostStep, type FirstPostProblems } from '#app/domain/applications/finish-first-post-step.server.ts'
import {
  type Application,
  findPostFile,
  findStepDraft,
  type PostFile,
} from '#app/domain/applications/queries.server.ts'
import { acceptFirstPostFile } from '#app/domain/applications/accept-first-post-file.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { videoIsOn } from '#app/domain/media/video-tools.server.ts'
import { POST_PRICE_OPTIONS_MINOR } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { sizeText } from '#app/domain/uploads/upload.ts'
import { to } from '#app/links.ts'
import type { FieldErrors } from '#app/web/form-answer.ts'
import { readFileField, readFormWithFiles } from '#app/web/file-field.server.ts'
import { refuseOutage } from '#app/web/refuse-outage.server.ts'
import { afterAllButAutosave } from '#app/web/components/use-autosave.ts'
import { useVisit } from '#app/web/components/use-visit.ts'
import { postFileText } from './file-texts.ts'
import { textOf } from './form-text.ts'
import { FirstPostView } from './first-post-view.tsx'
import {
  answerAutosave,
  acceptResponse,
  draftShown,
  refusalAnswer,
  typedOf,
  writerOf,
  wrongAnswer,
} from '#app/web/creator/onboarding/step-answers.server.ts'
import { PRICE_PROBLEMS } from './texts.ts'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import { personContext } from '#app/web/context.server.ts'
import { creatorStep, creatorStepContext } from '#app/web/creator/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/first-post'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = {
  audience: 'members',
  policy: {
    GET: { who: 'signed_in', gate: creatorStep('first_post') },
    POST: { who: 'signed_in', gate: creatorStep('first_post') },
  },
  title: 'First post upload',
  screen: { shell: 'bare' },
} satisfies RouteHandle

export async function loader({ url, context }: Route.LoaderArgs) {
  const { application, backHref } = context.get(creatorStepContext)
  const [draft, file, videoOn, { platformFeePercentage }] = await Promise.all([
    findStepDraft(application!.id, 'first_post'),
    findPostFile(application!),
    videoIsOn(),
    settings(),
  ])
  const kind = kindOf(url.searchParams.get('kind')) ?? file?.kind ?? kindOf(draft.typed.kind) ?? 'photo'
  return {
    ...draftShown(draft, valuesOf(application!, file)),
    backHref,
    kind,
    videoOn,
    file: file?.kind === kind ? { ...file, size: sizeText(file.byteSize) } : null,
    feePercentage: platformFeePercentage,
  }
}

function kindOf(word: string | null | undefined): PostFileKind | null {
  return word === 'photo' || word === 'video' ? word : null
}

/** The values accepted before, by field name; the default price if there are none. */
function valuesOf(application: Application, file: PostFile | null): Typed {
  const standard = String(STANDARD_PRICES.post / 100n)
  if (!file || !application.done.includes('first_post')) return { locked: 'yes', price: standard, other: '' }
  const price = application.firstPost?.priceMinor
  if (price == null) return { locked: 'no', price: standard, other: '' }
  const shillings = String(price / 100n)
  return POST_PRICE_OPTIONS_MINOR.some((option) => option === price)
    ? { locked: 'yes', price: shillings, other: '' }
    : { locked: 'yes', price: '', other: shillings }
}

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const form = await readFormWithFiles(request)
  const intent = form.get('intent')
  if (intent === 'save') return answerAutosave(person, 'first_post', form)
  const values = typedOf(form, 'first_post')
  const kind = kindOf(values.kind) ?? 'photo'
  if (intent === 'take') return acceptResponse(await takeFile(person, kind, textOf(form, 'upload')))
  const sent = { person, step: 'first_post', form } as const
  const read = await readFileField(form, kind, kind === 'photo' ? 'post_photo' : 'post_video', person)
  const refused =
    read.kind === 'refused' ? read.message : read.kind === 'upload' ? await takeFile(person, kind, read.uploadId) : null
  if (refused) return wrongAnswer(sent, { [kind]: refused })
  const typed = { kind, locked: values.locked ?? '', price: values.price ?? '', other: values.other ?? '' }
  const result = await refuseOutage(
    finishFirstPostStep(person, typed, writerOf(form)),
    'a first post could not be stored',
  )
  return result.ok
    ? redirect(to.creatorOnboarding.prices, 303)
    : refusalAnswer(sent, result.refusal, (problems: FirstPostProblems) => errorsOf(kind, problems))
}

function errorsOf(kind: PostFileKind, problems: FirstPostProblems): FieldErrors {
  const noFile = kind === 'photo' ? 'Choose a photo for your first post' : 'Choose a video for your first post'
  return {
    ...(problems.file && {
      [kind]: problems.file === 'failed' ? 'This video could not be prepared. Choose another one' : noFile,
    }),
    ...(problems.locked && { locked: 'Choose whether your first post is locked' }),
    ...(problems.price && { other: PRICE_PROBLEMS[problems.price] }),
  }
}

async function takeFile(person: Person, kind: PostFileKind, uploadId: string): Promise<string | null> {
  const taken = await acceptFirstPostFile(person, kind, uploadId)
  return taken.ok ? null : postFileText(kind, taken.refusal)
}

export const shouldRevalidate = afterAllButAutosave

export default function FirstPostStep({ loaderData, actionData }: Route.ComponentProps) {
  const page = useVisit(loaderData)
  return <FirstPostView key={loaderData.kind} page={page} answer={actionData} />
}
