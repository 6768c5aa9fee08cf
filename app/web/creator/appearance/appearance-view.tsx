import type { PagePicture } from '#app/domain/creators/set-page-picture.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Section } from '#app/ui/section.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { UploadField } from '#app/web/components/upload-field.tsx'
import { TagField } from '#app/web/creator/onboarding/tag-field.tsx'
import { useAcceptedFile } from '#app/web/creator/onboarding/use-accepted-file.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'

type AppearancePage = { cover: string | null; card: string | null; tags: readonly string[] }

const PICTURES = {
  cover: {
    title: 'Cover',
    about: 'Wide, above your page.',
    width: 480,
    height: 160,
    hint: 'Three times as wide as high works best. At most 20 MB.',
  },
  card: {
    title: 'Card',
    about: 'Upright, in the feeds. Without one, your profile picture is shown.',
    width: 160,
    height: 200,
    hint: 'Four to five, such as 1200 by 1500. At most 20 MB.',
  },
} as const satisfies Record<PagePicture, { title: string; about: string; width: number; height: number; hint: string }>

/** The cover of the page, the card in the feeds and the tags. Each is saved by itself, and works without script. */
export function AppearanceView({ page, answer }: { page: AppearancePage; answer: FormAnswer | undefined }) {
  const { error } = readAnswer(answer)
  return (
    <div className="container container-narrow stack stack-24">
      <div>
        <h1 className="text-h1">Cover, card and tags</h1>
        <p className="text-secondary">
          Everybody sees these pictures, also without a pass. Keep what fans pay for out of them.
        </p>
      </div>
      <FormErrorSummary answer={answer} />
      <Picture place="cover" src={page.cover} error={error('cover')} />
      <Picture place="card" src={page.card} error={error('card')} />
      <form method="post" className="stack stack-16" noValidate>
        <TagField chosen={page.tags} error={error('tags')} />
        <Button variant="primary" wide>
          Save tags
        </Button>
      </form>
    </div>
  )
}

function Picture({ place, src, error }: { place: PagePicture; src: string | null; error?: string }) {
  const { title, about, width, height, hint } = PICTURES[place]
  const file = useAcceptedFile({ place })
  return (
    <Section id={`${place}-picture`} title={title} gap="stack-8">
      <p className="text-secondary">{about}</p>
      {src ? (
        <img
          className={`appearance-picture appearance-${place}`}
          src={src}
          alt={`Your ${place} now`}
          width={width}
          height={height}
          loading="lazy"
        />
      ) : (
        <p className={`appearance-picture appearance-${place}`}>
          <Icon name="images" size={32} />
          <span className="text-caption">{`No ${place} yet`}</span>
        </p>
      )}
      <form method="post" encType="multipart/form-data" className="stack stack-8">
        <input type="hidden" name="place" value={place} />
        <UploadField
          key={`${src} ${file.round}`}
          name={place}
          label={src ? `Change ${place}` : `Add a ${place}`}
          purpose={place}
          icon="camera"
          hint={hint}
          preview="photo"
          error={file.problem ?? error}
          onState={file.onState}
        />
        {!file.live && <Button wide>{`Save ${place}`}</Button>}
      </form>
    </Section>
  )
}
