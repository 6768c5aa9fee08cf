import { cutGraphemes } from '#app/platform/graphemes.ts'
import { KEEP_DAYS } from '#app/domain/documents/document.ts'
import type { AskedRelease } from '#app/domain/releases/queries.server.ts'
import {
  CONSENT_NAMES,
  CONSENTS,
  RELEASE_LIMITS,
  type ReleaseProblems,
  type TypedRelease,
} from '#app/domain/releases/release.ts'
import { formatDuration } from '#app/domain/posts/post.ts'
import { showDate } from '#app/platform/dates.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { DateFields } from '#app/ui/date-fields.tsx'
import { FieldGroup, TextField } from '#app/ui/field.tsx'
import { FileButton } from '#app/ui/file-button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import type { MediaLink } from '#app/web/media-links.ts'
import { type FieldErrors, type FormAnswer, readAnswer } from '#app/web/form-answer.ts'

const SEEN_BY = {
  public: 'Everybody who opens Peach',
  subscribers: 'People who pay for a pass or a subscription',
  pay_to_unlock: 'People who pay for this post',
  draft: 'Its creator chooses later: everybody, or people who pay',
} as const

/**
 * What the page of a release tells the person who is asked: each file that they sign for, and who will see it. The files are blurred for
 * whoever has a link, and clear, by `link`, for the creator who was named and is signed in.
 */
export function releasePage(release: AskedRelease, link: MediaLink | null = null) {
  const at = release.username === null ? '' : `, @${release.username}`
  return {
    creatorName: release.creatorName,
    facts: [
      { label: 'Creator', value: `${release.creatorName}${at}` },
      { label: 'What you sign for', value: itemsText(release) },
      { label: 'Who will see it', value: release.draft ? SEEN_BY.draft : SEEN_BY[release.audience] },
      ...(release.endsAt ? [{ label: 'Answer until', value: showDate(release.endsAt) }] : []),
    ],
    version: release.version,
    clear: link !== null,
    empty: release.draft && release.media.length === 0,
    items: release.media.map(({ id, kind, ready, durationMs, preview }, index) => ({
      id,
      kind,
      preview,
      src: link && ready ? link(id, FILES[kind]) : null,
      name: [`${KIND_NAMES[kind]} ${index + 1}`, durationMs === null ? null : formatDuration(durationMs)]
        .filter(Boolean)
        .join(', '),
    })),
  }
}

const KIND_NAMES = { photo: 'Photo', video: 'Video', voice: 'Voice note' } as const
const FILES = { photo: 'w640.webp', video: 'video.mp4', voice: 'audio' } as const
const ICONS = { photo: 'images', video: 'play', voice: 'mic' } as const

/** "2 photos, 1 video": number and kinds of the files, whatever its creator has written yet. */
function itemsText({ media, hasPoll, draft }: AskedRelease): string {
  if (media.length === 0) return draft ? 'Nothing yet: it has no files' : hasPoll ? 'A poll' : 'A text without files'
  const counts = (['photo', 'video', 'voice'] as const).flatMap((kind) => {
    const count = media.filter((medium) => medium.kind === kind).length
    const name = KIND_NAMES[kind].toLowerCase()
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`]
  })
  return counts.join(', ')
}

/** The fields of a posted release as the domain reads them. */
export function typedRelease(form: FormData): TypedRelease {
  const text = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? cutGraphemes(value, 300) : ''
  }
  return {
    fullName: text('full_name'),
    day: text('birthday-day'),
    month: text('birthday-month'),
    year: text('birthday-year'),
    signature: text('signature'),
    version: text('version'),
    ...Object.fromEntries(CONSENT_NAMES.map((name) => [`consent_${name}`, text(`consent_${name}`)])),
  }
}

/** The messages of a release that can't be signed yet, by control. */
export function releaseProblemTexts(problems: ReleaseProblems): FieldErrors {
  return {
    ...(problems.fullName && {
      full_name:
        problems.fullName === 'missing'
          ? 'Write your first and last name as in your identity document'
          : `Write at most ${RELEASE_LIMITS.fullNameLength} characters`,
    }),
    ...(problems.birthday && {
      'birthday-day':
        problems.birthday === 'invalid'
          ? 'Enter the day, month and year of your birth'
          : 'Peach is for people of 18 and older. You can\u2019t sign this',
    }),
    ...(problems.consents && { [`consent_${CONSENT_NAMES[0]}`]: 'Tick every sentence to sign, or decline below' }),
    ...(problems.signature && { signature: 'Type your full name again, as above' }),
    ...(problems.photo && { photo: 'Choose a photo of your identity document' }),
  }
}

/** Why a release with other files than its page showed is not signed; null for any other refusal. */
export function itemsRefusal(kind: string): { status: number; description: string } | null {
  if (kind === 'changed')
    return {
      status: 409,
      description:
        'The files have changed since you opened this page, so nothing was signed. Look at what it shows now, then sign again.',
    }
  return kind === 'nothing_to_sign'
    ? { status: 409, description: 'The post has no files yet. There is nothing to sign.' }
    : null
}

/** What was typed, for the page that is shown again. */
export function shownAgain({
  fullName = '',
  day = '',
  month = '',
  year = '',
  version: _version,
  ...typed
}: TypedRelease) {
  return { ...typed, full_name: fullName, 'birthday-day': day, 'birthday-month': month, 'birthday-year': year }
}

function ClearItem({ kind, src, name }: { kind: 'photo' | 'video' | 'voice'; src: string; name: string }) {
  if (kind === 'photo')
    return <img className="whole-picture" src={src} width={320} height={400} alt={name} loading="lazy" />
  if (kind === 'video')
    return (
      <video
        className="whole-picture"
        controls
        playsInline
        preload="none"
        src={src}
        width={320}
        height={400}
        aria-label={name}
      />
    )
  return <audio controls preload="none" src={src} aria-label={name} />
}

type Props = {
  page: ReturnType<typeof releasePage>
  refusal: string
  answer: FormAnswer | undefined
  /** Asks for a photo of the identity document: creators on Peach have given theirs. */
  photo?: boolean
}

const PHOTO_HINT = `National ID, passport or driving licence, at most 10 MB. It is encrypted, only our reviewers see it, each view is recorded, and it is deleted at most ${KEEP_DAYS.undecided} days after you sign.`

/** What is signed, by whom, and the button that declines. */
export function ReleaseForm({ page, refusal, answer, photo = false }: Props) {
  const { field, error, value } = readAnswer(answer)
  return (
    <div className="container container-narrow stack stack-24">
      <div className="stack stack-4">
        <h1 className="text-h1">Do you agree to be shown?</h1>
        <p className="text-secondary">
          {`${page.creatorName} says that you are shown in a post on Peach. It is not published before you sign.`}
        </p>
      </div>
      <Receipt rows={page.facts} wrap />
      {page.items.length > 0 && (
        <ul className={page.clear ? 'stack stack-16' : 'row row-wrap'}>
          {page.items.map((item) => (
            <li key={item.id} className="stack stack-4">
              {item.src ? (
                <ClearItem kind={item.kind} src={item.src} name={item.name} />
              ) : item.preview ? (
                <img src={item.preview} width={96} height={120} alt="" />
              ) : (
                <Icon name={ICONS[item.kind]} size={24} />
              )}
              <span className="text-caption">{item.name}</span>
            </li>
          ))}
        </ul>
      )}
      <Banner tone="neutral" icon="eye-off">
        {page.empty
          ? `There is nothing to sign yet. Ask ${page.creatorName} to add the photos or videos first, then open this page again.`
          : `You sign for exactly these files${page.clear ? '' : `, which are blurred here for your privacy. Ask ${page.creatorName} to show them to you before you sign`}. If one is added or changed later, you are asked again.`}
      </Banner>
      <form method="post" encType={photo ? 'multipart/form-data' : undefined} className="stack stack-16" noValidate>
        <FormErrorSummary answer={answer} />
        <input type="hidden" name="version" value={page.version} />
        <TextField
          label="Full name"
          {...field('full_name')}
          autoComplete="name"
          limit={RELEASE_LIMITS.fullNameLength}
          hint="As in your identity document. Only our reviewers see it."
        />
        <DateFields
          label="Date of birth"
          name="birthday"
          purpose="birthday"
          hint="For example 27 3 1998"
          defaultValue={{
            day: value('birthday-day'),
            month: value('birthday-month'),
            year: value('birthday-year'),
          }}
          error={error('birthday-day')}
        />
        {photo && (
          <FileButton
            name="photo"
            label="Photo of your identity document"
            icon="camera"
            accept="image/*"
            hint={PHOTO_HINT}
            error={error('photo')}
          />
        )}
        <FieldGroup label="I confirm" name="consents">
          <div className="stack stack-8">
            {CONSENT_NAMES.map((name) => (
              <CheckboxField
                key={name}
                name={`consent_${name}`}
                label={CONSENTS[name]}
                defaultChecked={value(`consent_${name}`) === 'on'}
                error={error(`consent_${name}`)}
              />
            ))}
          </div>
        </FieldGroup>
        <TextField
          label="Signature"
          {...field('signature')}
          autoComplete="off"
          limit={RELEASE_LIMITS.fullNameLength}
          hint="Type your full name again. The time is stored with it."
        />
        <Button variant="primary" wide icon="pencil" disabledReason={page.empty ? 'The post has no files yet' : null}>
          Sign
        </Button>
        <p className="text-caption">
          {`We keep this sealed while the post is on Peach and ${RELEASE_LIMITS.keepDays} days longer. It proves your consent, and nothing else is done with it.`}
        </p>
      </form>
      <form method="post" action={refusal} className="stack stack-8">
        <p className="text-secondary">You are not in it, or don’t agree? Then the post stays unpublished.</p>
        <Button wide>I don’t agree</Button>
      </form>
    </div>
  )
}
