import { useState } from 'react'
import { readPostPrice } from '#app/domain/applications/application.ts'
import type { Typed } from '#app/domain/applications/draft.ts'
import { formatMoney, splitFee } from '#app/domain/money/money.ts'
import { POST_PRICE_LIMITS_MINOR, POST_PRICE_OPTIONS_MINOR } from '#app/domain/settings/constants.ts'
import { Banner } from '#app/ui/banner.tsx'
import { OptionCard } from '#app/ui/choice.tsx'
import { FieldGroup, PrefixField } from '#app/ui/field.tsx'
import { SegmentedLinks, SegmentedRadios } from '#app/ui/segmented.tsx'
import { ContinueFoot } from '#app/web/components/continue-foot.tsx'
import { UploadField } from '#app/web/components/upload-field.tsx'
import { useAutosave } from '#app/web/components/use-autosave.ts'
import { PostFileCard } from './post-file-card.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { textOf } from './form-text.ts'
import { StepForm, type StepPage } from './step-form.tsx'
import { useAcceptedFile } from './use-accepted-file.ts'

type Kind = 'photo' | 'video'
type FirstPostPage = StepPage & {
  kind: Kind
  videoOn: boolean
  file: { mediaId: string; kind: Kind; state: 'processing' | 'ready' | 'failed'; size: string } | null
  feePercentage: number
}

const ugx = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })
const shillings = (amountMinor: bigint) => String(amountMinor / 100n)
const BOUNDS = `${ugx(POST_PRICE_LIMITS_MINOR.min).slice(4)} to ${ugx(POST_PRICE_LIMITS_MINOR.max).slice(4)}`

/** First post upload: one file, whether it is locked, and its price. */
export function FirstPostView({ page, answer }: { page: FirstPostPage; answer: FormAnswer | undefined }) {
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
            ? 'JPEG, PNG, WebP or AVIF, at most 10 MB'
            : 'MP4, MOV or WebM, at most 200 MB and 10 minutes'
        }
        preview={page.kind === 'photo' ? 'photo' : null}
        error={file.problem ?? error(page.kind)}
        onState={file.onState}
      />
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

function changeWord(kind: Kind): string {
  return kind === 'photo' ? 'Change Photo' : 'Change Video'
}

/** Why the form can't be sent yet: the file is missing, uploading or being checked. Without script the server validates. */
function reasonOf(kind: Kind, stored: boolean, file: ReturnType<typeof useAcceptedFile>): string | null {
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
              title={<span className="money price-choice-sum">{ugx(option)}</span>}
              defaultChecked={values.price === shillings(option)}
            />
          ))}
        </div>
      </FieldGroup>
      <PrefixField
        label="Other amount"
        name="other"
        optional
        prefix="UGX"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        placeholder={BOUNDS}
        defaultValue={values.other}
        hint="If you type an amount, we use this one."
      />
      {price.value !== null && price.value !== undefined && (
        <p className="text-secondary">
          You keep{' '}
          <b className="money">
            {ugx(splitFee({ amountMinor: price.value, currency: 'UGX' }, page.feePercentage * 100).rest.amountMinor)}
          </b>{' '}
          of each unlock after the {page.feePercentage}% fee.
        </p>
      )}
    </>
  )
}
