import { POLL_FIELDS, typedPoll } from '#app/domain/polls/typed-poll.ts'
import { POST_CATEGORIES, POST_LIMITS } from '#app/domain/posts/post.ts'
import { readPostPrice } from '#app/domain/posts/price.ts'
import { formatMoney, formatShillings, splitFee } from '#app/domain/money/money.ts'
import { POST_PRICE_LIMITS_MINOR, POST_PRICE_OPTIONS_MINOR } from '#app/domain/settings/constants.ts'
import { CheckboxField, OptionCard } from '#app/ui/choice.tsx'
import { AreaField, FieldGroup, SelectField, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { PollFields } from '#app/web/components/poll-fields.tsx'
import type { FormValues } from '#app/web/form-answer.ts'
import { AUDIENCE_LABELS } from './texts.ts'
import { KIND_LABELS, type Tile } from './tiles.ts'

type FieldsProps = {
  values: FormValues
  error: (fieldId: string) => string | undefined
  /** What is chosen now, with script; as it was loaded, without. */
  chosen: FormValues
  feePercentage: number
  payToUnlock: boolean
  media: readonly Tile[]
}

const OPTIONS = POST_PRICE_OPTIONS_MINOR.slice(0, 3)
const shillings = (minor: bigint) => String(minor / 100n)
const BOUNDS = `${formatShillings(POST_PRICE_LIMITS_MINOR.min)} to ${formatShillings(POST_PRICE_LIMITS_MINOR.max)}`

/** Caption, audience and price of a post. */
export function PostFields({ values, error, chosen, feePercentage, payToUnlock }: FieldsProps) {
  return (
    <>
      <AreaField
        label="Caption"
        name="caption"
        rows={2}
        defaultValue={values.caption}
        limit={POST_LIMITS.captionLength}
        error={error('caption')}
      />
      <div className="post-audience">
        <FieldGroup label="Who can see it" name="audience" error={error('audience')}>
          <div className="stack stack-8">
            <OptionCard
              name="audience"
              value="public"
              title={AUDIENCE_LABELS.public}
              trailing={<span className="text-muted">Free</span>}
              plain
              defaultChecked={values.audience === 'public'}
            />
            <OptionCard
              name="audience"
              value="subscribers"
              title={AUDIENCE_LABELS.subscribers}
              icon="users"
              defaultChecked={(values.audience ?? '') === '' || values.audience === 'subscribers'}
            />
            {(payToUnlock || values.audience === 'pay_to_unlock') && (
              <OptionCard
                name="audience"
                value="pay_to_unlock"
                title={AUDIENCE_LABELS.pay_to_unlock}
                icon="lock"
                defaultChecked={values.audience === 'pay_to_unlock'}
              />
            )}
          </div>
        </FieldGroup>
        <div className="post-price">
          <PriceFields values={values} chosen={chosen} feePercentage={feePercentage} error={error('other')} />
        </div>
      </div>
    </>
  )
}

function PriceFields({
  values,
  chosen,
  feePercentage,
  error,
}: Pick<FieldsProps, 'values' | 'chosen' | 'feePercentage'> & { error?: string }) {
  const other = !OPTIONS.some((option) => shillings(option) === values.price) && (values.other ?? '') !== ''
  const price = readPostPrice({ locked: 'yes', price: chosen.price ?? '', other: chosen.other ?? '' })
  const kept =
    price.value === null ? null : splitFee({ amountMinor: price.value, currency: 'UGX' }, feePercentage * 100).rest
  return (
    <FieldGroup label="Price in UGX" name="price" error={error}>
      <div className="price-chips">
        {OPTIONS.map((option) => (
          <label key={option} className="price-chip money">
            <input
              type="radio"
              name="price"
              value={shillings(option)}
              defaultChecked={values.price === shillings(option)}
            />
            {formatShillings(option)}
          </label>
        ))}
        <label className="price-chip">
          <input type="radio" name="price" value="" defaultChecked={other} />
          Other
        </label>
      </div>
      <div className="price-other">
        <TextField
          label="Other price"
          name="other"
          prefix="UGX"
          inputMode="numeric"
          autoComplete="off"
          placeholder={BOUNDS}
          defaultValue={values.other}
        />
      </div>
      <p className="text-secondary" role="status">
        {kept && (
          <>
            You keep{' '}
            <b className="money" translate="no">
              {formatMoney(kept)}
            </b>{' '}
            of each unlock.
          </>
        )}
      </p>
    </FieldGroup>
  )
}

/** A question to the fans, with its options. */
export function PollPart({ values, error }: Pick<FieldsProps, 'values' | 'error'>) {
  const wrong = Object.keys(POLL_FIELDS).some((name) => error(name) !== undefined)
  return (
    <details className="post-more" open={wrong || typedPoll(values) !== null || undefined}>
      <summary className="text-h3">
        Poll
        <Icon name="chevron-down" size={20} />
      </summary>
      <PollFields values={values} error={error} />
    </details>
  )
}

/** What most posts leave as it is. */
export function MoreFields({
  values,
  error,
  media,
  today,
  draft,
}: Pick<FieldsProps, 'values' | 'error' | 'media'> & { today: string; draft: boolean }) {
  const open = ['date', 'tags', 'category', 'teaser', 'free_seconds', 'cover', 'pin'].some(
    (name) => error(name) !== undefined,
  )
  return (
    <details className="post-more" open={open || undefined}>
      <summary className="text-h3">
        More options
        <Icon name="chevron-down" size={20} />
      </summary>
      <div className="stack stack-16">
        {draft && <ScheduleFields values={values} error={error} today={today} />}
        <TextField
          label="Tags"
          name="tags"
          optional
          autoCapitalize="none"
          defaultValue={values.tags}
          hint={`Up to ${POST_LIMITS.tags}, with commas: dance, rehearsal`}
          error={error('tags')}
        />
        <SelectField label="Category" name="category" defaultValue={values.category ?? ''} error={error('category')}>
          <option value="">No category</option>
          {Object.entries(POST_CATEGORIES).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        {media.length > 0 && <MarkedFields values={values} error={error} media={media} />}
        {draft && (
          <>
            <CheckboxField
              label="Story"
              name="story"
              value="yes"
              hint={`It is gone after ${POST_LIMITS.storyHours} hours.`}
              defaultChecked={values.story === 'yes'}
            />
            <CheckboxField
              label="Pin to the top of my page"
              name="pin"
              value="yes"
              hint={`Up to ${POST_LIMITS.pinned} posts.`}
              defaultChecked={values.pin === 'yes'}
              error={error('pin')}
            />
          </>
        )}
        <CheckboxField label="Fans may comment" name="comments" value="yes" defaultChecked={values.comments !== 'no'} />
      </div>
    </details>
  )
}

/** Both are chosen at the tiles too: the keys show here what was chosen there, which would otherwise be sent over by the old choice. */
function MarkedFields({ values, error, media }: Pick<FieldsProps, 'values' | 'error' | 'media'>) {
  const items = media.map((tile, index) => (
    <option
      key={tile.mediaId}
      value={tile.mediaId}
    >{`Item ${index + 1}: ${KIND_LABELS[tile.kind].toLowerCase()}`}</option>
  ))
  return (
    <>
      <SelectField
        key={`cover ${values.cover ?? ''}`}
        label="Cover"
        name="cover"
        defaultValue={values.cover ?? ''}
        error={error('cover')}
      >
        <option value="">The first item</option>
        {items}
      </SelectField>
      {(media.length > 1 || (values.teaser ?? '') !== '') && (
        <SelectField
          key={`teaser ${values.teaser ?? ''}`}
          label="Free to see"
          name="teaser"
          defaultValue={values.teaser ?? ''}
          hint="One item that everybody sees, without a watermark, while the others are locked."
          error={error('teaser')}
        >
          <option value="">Nothing</option>
          {items}
        </SelectField>
      )}
      {(media.some(({ kind }) => kind === 'video') || (values.free_seconds ?? '') !== '') && (
        <SelectField
          label="Beginning of the video"
          name="free_seconds"
          defaultValue={values.free_seconds ?? ''}
          hint="Free to see for everybody, without a watermark, and never more than half of the video."
          error={error('free_seconds')}
        >
          <option value="">Locked with the rest</option>
          {POST_LIMITS.freeSeconds.map((seconds) => (
            <option key={seconds} value={seconds}>{`First ${seconds} seconds free`}</option>
          ))}
        </SelectField>
      )}
    </>
  )
}

function ScheduleFields({ values, error, today }: Pick<FieldsProps, 'values' | 'error'> & { today: string }) {
  return (
    <FieldGroup label="When" name="when" error={error('date')} hint="Times are EAT.">
      <div className="post-schedule">
        <OptionCard name="when" value="now" title="At once" defaultChecked={values.when !== 'later'} />
        <OptionCard
          name="when"
          value="later"
          title="Later"
          icon="calendar-days"
          defaultChecked={values.when === 'later'}
        />
        <div className="post-when">
          <TextField label="Date" name="date" type="date" min={today} defaultValue={values.date} />
          <TextField label="Time" name="time" type="time" defaultValue={values.time} />
        </div>
      </div>
    </FieldGroup>
  )
}
