import { to } from '#app/links.ts'
import { type PostFileKind, STANDARD_PRICES } from '#app/domain/applications/application.ts'
import { RELEASE_LIMITS } from '#app/domain/releases/release.ts'
import { readPostPrice } from '#app/domain/posts/price.ts'
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
import { type FileLimits, fileLimitsOf, limitText } from '#app/domain/media/limits.ts'
import { videoIsOn } from '#app/domain/media/video-tools.server.ts'
import { POST_PRICE_LIMITS_MINOR, POST_PRICE_OPTIONS_MINOR } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { sizeText } from '#app/domain/uploads/upload.ts'
import { type FieldErrors, readAnswer } from '#app/web/form-answer.ts'
import { afterAllButAutosave, useAutosave } from '#app/web/components/use-autosave.ts'
import { useVisit } from '#app/web/components/use-visit.ts'
import { postFileText } from './file-texts.ts'
import { textOf } from './form-text.ts'
import { answerStep, draftShown } from '#app/web/creator/onboarding/step-answers.server.ts'
import { ShownChoice } from '#app/web/creator/posts/who-is-shown.tsx'
import { PRICE_PROBLEMS } from './texts.ts'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import { personContext } from '#app/web/context.server.ts'
import { creatorStep, creatorStepContext } from '#app/web/creator/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { useState } from 'react'
import { formatMoney, formatShillings, splitFee } from '#app/domain/money/money.ts'
import { Banner } from '#app/ui/banner.tsx'
import { OptionCard } from '#app/ui/choice.tsx'
import { AreaField, FieldGroup, TextField } from '#app/ui/field.tsx'
import { SegmentedLinks, SegmentedRadios } from '#app/ui/segmented.tsx'
import { ContinueFoot } from '#app/web/components/continue-foot.tsx'
import { UploadField } from '#app/web/components/upload-field.tsx'
import { PostFileCard } from './post-file-card.tsx'
import { StepForm } from './step-form.tsx'
import { useAcceptedFile } from './use-accepted-file.ts'
import type { Route } from './+types/first-post'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = {
  audience: 'members',
  policy: creatorStep('first_post'),
  title: 'First post upload',
  screen: { shell: 'bare' },
} satisfies RouteHandle

export async function loader({ url, context }: Route.LoaderArgs) {
  const { application, backHref } = context.get(creatorStepContext)
  const [draft, file, videoOn, inForce] = await Promise.all([
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
    largest: largestOf(fileLimitsOf(inForce)),
    feePercentage: inForce.platformFeePercentage,
  }
}

function largestOf({ photoBytes, videoBytes, videoSeconds }: FileLimits) {
  return { photo: limitText(photoBytes), video: limitText(videoBytes), videoMinutes: videoSeconds / 60 }
}

function kindOf(word: string | null | undefined): PostFileKind | null {
  return word === 'photo' || word === 'video' ? word : null
}

/** The values accepted before, by field name; the default price if there are none. */
function valuesOf(application: Application, file: PostFile | null): Typed {
  const standard = String(STANDARD_PRICES.post / 100n)
  if (!file || !application.done.includes('first_post')) return { locked: 'yes', price: standard, other: '' }
  const { shown, people = [] } = application.firstPost ?? {}
  return { ...priceValues(application, standard), shown: shown ?? '', people: people.join('\n') }
}

function priceValues(application: Application, standard: string): Typed {
  const price = application.firstPost?.priceMinor
  if (price == null) return { locked: 'no', price: standard, other: '' }
  const shillings = String(price / 100n)
  return POST_PRICE_OPTIONS_MINOR.some((option) => option === price)
    ? { locked: 'yes', price: shillings, other: '' }
    : { locked: 'yes', price: '', other: shillings }
}

export function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  return answerStep(person, request, {
    step: 'first_post',
    file: (values) => {
      const kind = sentKind(values)
      const purpose = kind === 'photo' ? 'post_photo' : 'post_video'
      return { field: kind, purpose, accept: (uploadId) => takeFile(person, kind, uploadId) }
    },
    finish: (values, writer) => {
      const { locked = '', price = '', other = '', shown = '', people = '' } = values
      return finishFirstPostStep(person, { kind: sentKind(values), locked, price, other, shown, people }, writer)
    },
    errorsOf,
    next: to.creatorOnboarding.prices,
  })
}

const sentKind = (values: Typed) => kindOf(values.kind) ?? 'photo'

function errorsOf(problems: FirstPostProblems, values: Typed): FieldErrors {
  const kind = sentKind(values)
  const noFile = kind === 'photo' ? 'Choose a photo for your first post' : 'Choose a video for your first post'
  return {
    ...(problems.file && {
      [kind]: problems.file === 'failed' ? 'This video could not be prepared. Choose another one' : noFile,
    }),
    ...(problems.locked && { locked: 'Choose whether your first post is locked' }),
    ...(problems.shown && { shown: 'Choose who is shown' }),
    ...(problems.people && { people: PEOPLE_PROBLEMS[problems.people] }),
    ...(problems.price && { other: PRICE_PROBLEMS[problems.price] }),
  }
}

const PEOPLE_PROBLEMS = {
  missing: 'Write who else is shown, or choose that it is only you',
  too_many: `Name at most ${RELEASE_LIMITS.people} people`,
}

async function takeFile(person: Person, kind: PostFileKind, uploadId: string): Promise<string | null> {
  const taken = await acceptFirstPostFile(person, kind, uploadId)
  return taken.ok ? null : postFileText(kind, taken.refusal)
}

export const shouldRevalidate = afterAllButAutosave

export default function FirstPostStep(props: Route.ComponentProps) {
  return <FirstPost key={props.loaderData.kind} {...props} />
}

type FirstPostPage = Route.ComponentProps['loaderData']

const ugx = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })
const shillings = (amountMinor: bigint) => String(amountMinor / 100n)
const BOUNDS = `${formatShillings(POST_PRICE_LIMITS_MINOR.min)} to ${formatShillings(POST_PRICE_LIMITS_MINOR.max)}`

/** First post upload: one file, whether it is locked, and its price. */
function FirstPost({ loaderData, actionData: answer }: Route.ComponentProps) {
  const page = useVisit(loaderData)
  const { error } = readAnswer(answer)
  const values = answer?.values ?? page.values
  const autosave = useAutosave()
  const file = useAcceptedFile({ kind: page.kind })
  const [chosen, setChosen] = useState({
    locked: values.locked ?? '',
    price: values.price ?? '',
    other: values.other ?? '',
  })
  function check() {
    const form = autosave.formRef.current
    if (!form) return
    const typed = new FormData(form)
    const text = (name: string) => textOf(typed, name)
    setChosen({ locked: text('locked'), price: text('price'), other: text('other') })
  }
  const stored = page.file !== null && page.file.state !== 'failed'
  return (
    <StepForm step={2} title="First post upload" page={page} answer={answer} files autosave={autosave} check={check}>
      <input type="hidden" name="kind" value={page.kind} />
      <SegmentedLinks
        label="Photo or video"
        segments={[
          { label: 'Photo', icon: 'images', href: '?kind=photo', active: page.kind === 'photo' },
          { label: 'Video', icon: 'video', href: '?kind=video', active: page.kind === 'video' },
        ]}
      />
      {page.kind === 'video' && !page.videoOn && (
        <Banner tone="warning" title="We can’t accept videos right now">
          Choose a photo for your first post. You can post videos later.
        </Banner>
      )}
      {page.file && file.state.kind === 'empty' && <PostFileCard file={page.file} />}
      <UploadField
        key={file.round}
        name={page.kind}
        label={stored ? changeWord(page.kind) : page.kind === 'photo' ? 'Choose a photo' : 'Choose a video'}
        changeLabel={changeWord(page.kind)}
        purpose={page.kind === 'photo' ? 'post_photo' : 'post_video'}
        icon={page.kind === 'photo' ? 'images' : 'video'}
        hint={
          page.kind === 'photo'
            ? `JPEG, PNG, WebP or AVIF, at most ${page.largest.photo}`
            : `MP4, MOV or WebM, at most ${page.largest.video} and ${page.largest.videoMinutes} minutes`
        }
        preview={page.kind === 'photo' ? 'photo' : null}
        error={file.problem ?? error(page.kind)}
        onState={file.onState}
      />
      <ShownFields values={values} error={error} />
      <FieldGroup label="Pay to unlock" name="locked" error={error('locked')}>
        <SegmentedRadios
          label="Pay to unlock"
          name="locked"
          defaultValue={values.locked ?? ''}
          segments={[
            { label: 'Yes', icon: 'lock', value: 'yes' },
            { label: 'No', value: 'no' },
          ]}
        />
      </FieldGroup>
      <PriceFields page={page} values={values} chosen={chosen} error={error('other')} />
      <ContinueFoot reason={reasonOf(page.kind, stored, file)} />
    </StepForm>
  )
}

/** Who is shown, and the names of the others: the post is published when each of them has signed. */
function ShownFields({ values, error }: { values: Typed; error: (fieldId: string) => string | undefined }) {
  return (
    <div className="post-shown stack stack-8">
      <ShownChoice withOthers={values.shown === 'with_others'} error={error('shown')} />
      <div className="post-people">
        <AreaField
          label="Who else is shown"
          name="people"
          defaultValue={values.people}
          error={error('people')}
          hint="One name in each line. After you send the application, you get a link for each of them. The post waits until all have signed."
        />
      </div>
    </div>
  )
}

function changeWord(kind: PostFileKind): string {
  return kind === 'photo' ? 'Change Photo' : 'Change Video'
}

/** Why the form can't be sent yet: the file is missing, uploading or being checked. Without script the server validates. */
function reasonOf(kind: PostFileKind, stored: boolean, file: ReturnType<typeof useAcceptedFile>): string | null {
  if (file.state.kind === 'sending') return 'Wait until the file is uploaded.'
  if (file.checking) return kind === 'photo' ? 'Checking photo' : 'Checking video'
  if (stored || file.state.kind === 'finished') return null
  return file.live ? `Choose a ${kind} first.` : null
}

function PriceFields({
  page,
  values,
  chosen,
  error,
}: {
  page: FirstPostPage
  values: Typed
  chosen: { locked: string; price: string; other: string }
  error?: string
}) {
  const price = readPostPrice(chosen)
  if (chosen.locked === 'no') {
    return <p className="text-secondary">Everybody with access to your page sees this post at no extra cost.</p>
  }
  return (
    <>
      <FieldGroup label="Price to unlock" name="price" error={error}>
        <div className="price-grid">
          {POST_PRICE_OPTIONS_MINOR.map((option) => (
            <OptionCard
              key={option}
              className="price-choice"
              name="price"
              value={shillings(option)}
              title={
                <span className="money price-choice-sum" translate="no">
                  {ugx(option)}
                </span>
              }
              defaultChecked={values.price === shillings(option)}
            />
          ))}
        </div>
      </FieldGroup>
      <TextField
        label="Other amount"
        name="other"
        optional
        prefix="UGX"
        inputMode="numeric"
        autoComplete="off"
        placeholder={BOUNDS}
        defaultValue={values.other}
        hint="If you type an amount, we use this one."
      />
      {price.value !== null && price.value !== undefined && (
        <p className="text-secondary">
          You keep{' '}
          <b className="money" translate="no">
            {ugx(splitFee({ amountMinor: price.value, currency: 'UGX' }, page.feePercentage * 100).rest.amountMinor)}
          </b>{' '}
          of each unlock after the {page.feePercentage}% fee.
        </p>
      )}
    </>
  )
}
