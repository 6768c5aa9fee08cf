import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { CHAT } from '#app/domain/chat/message.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { OptionCard } from '#app/ui/choice.tsx'
import { AreaField, FieldGroup, TextField } from '#app/ui/field.tsx'
import { SegmentedLinks } from '#app/ui/segmented.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { UploadField } from '#app/web/components/upload-field.tsx'
import { useAcceptedFile } from '#app/web/creator/onboarding/use-accepted-file.ts'
import { TileFace } from '#app/web/creator/posts/media-tiles.tsx'
import { KIND_LABELS } from '#app/web/creator/posts/tiles.ts'
import { VoiceRecorder } from '#app/web/creator/posts/voice-recorder.tsx'
import { FILE_FIELDS } from '#app/web/creator/requests/texts.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { PRICE_BOUNDS } from './texts.ts'
import type { Route } from './+types/chat-media'

type Page = Route.ComponentProps['loaderData']
type ViewProps = { page: Page; answer: FormAnswer | undefined }

/** A message with media before it is sent: files, price, text. Works without script. */
export function ChatMediaView({ page, answer }: ViewProps) {
  useReadyFiles(page.waiting)
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Send photos, videos or voice</h1>
        <p className="text-muted">
          Up to {CHAT.maxMedia} files, for {page.name} alone
        </p>
      </div>
      <FormErrorSummary answer={answer} />
      {page.count > 0 && <AddedFiles page={page} />}
      {!page.full && <AddFile page={page} answer={answer} />}
      {page.waiting && (
        <p className="text-secondary">
          Your files are being prepared. Videos and voice messages take a few minutes.{' '}
          <a className="link" href={page.hereHref}>
            Check again
          </a>
        </p>
      )}
      <SendForm page={page} answer={answer} />
      <LinkButton variant="quiet" wide href={page.backHref}>
        Not now
      </LinkButton>
    </div>
  )
}

const LOOK_AGAIN_MS = 2_000

/** Looks again while files are being prepared. Without script there is a link for it. */
function useReadyFiles(waiting: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [waiting, revalidate])
}

function AddedFiles({ page }: { page: Page }) {
  return (
    <ul className="vault-files" aria-label="Files of this message">
      {page.tiles.map((tile) => (
        <li key={tile.mediaId} className="vault-file">
          <span className="vault-picture">
            <TileFace tile={tile} />
          </span>
          {tile.problem && <span className="text-caption">{tile.problem}</span>}
          <form method="post">
            <input type="hidden" name="medium" value={tile.mediaId} />
            <Button variant="quiet" size="small" wide name="intent" value="remove">
              Remove
              <span className="visually-hidden">{` ${KIND_LABELS[tile.kind]}`}</span>
            </Button>
          </form>
        </li>
      ))}
    </ul>
  )
}

function Recorder({ onFile }: { onFile: (file: File) => void }) {
  return <VoiceRecorder onFile={onFile} recordOnly />
}

function AddFile({ page, answer }: ViewProps) {
  const { error } = readAnswer(answer)
  const file = useAcceptedFile({ kind: page.kind })
  const field = FILE_FIELDS[page.kind]
  return (
    <>
      <LinkButton icon="folder" href={page.vaultHref}>
        From the vault
      </LinkButton>
      <SegmentedLinks label="Kind of file" segments={page.kinds} />
      {page.kind !== 'photo' && !page.videoOn && (
        <Banner tone="warning" title="We can’t accept videos and voice messages right now">
          Please try again later.
        </Banner>
      )}
      <form method="post" encType="multipart/form-data" className="stack stack-16">
        <input type="hidden" name="kind" value={page.kind} />
        <UploadField
          key={`${page.kind} ${page.count} ${file.round}`}
          name="file"
          label={field.label}
          purpose={`post_${page.kind}`}
          icon={field.icon}
          hint={page.hint}
          preview={page.kind === 'photo' ? 'photo' : null}
          error={file.problem ?? error('file')}
          onState={file.onState}
          source={page.kind === 'voice' && page.videoOn ? Recorder : undefined}
        />
        {!file.live && (
          <Button wide name="intent" value="add">
            Add file
          </Button>
        )}
      </form>
    </>
  )
}

function SendForm({ page, answer }: ViewProps) {
  const { error, value } = readAnswer(answer)
  // Stays while the page looks again: sent twice, it is one message.
  const [clientId] = useState(page.clientId)
  const chosen = value('price', page.prices[0]?.value ?? '')
  return (
    <form method="post" className="stack stack-16" noValidate>
      <input type="hidden" name="client_id" value={clientId} />
      <FieldGroup label="Price to unlock" name="price" error={error('price')}>
        <div className="stack stack-8">
          {page.prices.map((price) => (
            <OptionCard
              key={price.value}
              name="price"
              value={price.value}
              title={price.label}
              description={price.earned}
              defaultChecked={chosen === price.value}
            />
          ))}
          <OptionCard
            name="price"
            value="free"
            title="Free"
            description={`${page.name} sees it at once`}
            defaultChecked={chosen === 'free'}
          />
        </div>
      </FieldGroup>
      <TextField
        label="Another price"
        optional
        name="other"
        prefix="UGX"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        defaultValue={value('other', '')}
        error={error('other')}
        hint={PRICE_BOUNDS}
      />
      <AreaField
        label="Message"
        optional
        name="text"
        rows={3}
        maxLength={CHAT.maxLength}
        defaultValue={value('text', '')}
        error={error('text')}
        hint="Always readable, also while the files are locked."
      />
      <Button
        variant="primary"
        wide
        icon="send"
        name="intent"
        value="send"
        disabledReason={page.count === 0 ? 'Add a file first.' : page.waiting ? 'Not everything is ready yet.' : null}
      >
        Send
      </Button>
    </form>
  )
}
