import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { OptionCard } from '#app/ui/choice.tsx'
import { FieldGroup, TextField } from '#app/ui/field.tsx'
import { SegmentedLinks } from '#app/ui/segmented.tsx'
import { UploadField } from '#app/web/components/upload-field.tsx'
import { useAcceptedFile } from '#app/web/creator/onboarding/use-accepted-file.ts'
import { TileFace } from '#app/web/creator/posts/media-tiles.tsx'
import { KIND_LABELS } from '#app/web/creator/posts/tiles.ts'
import { VoiceRecorder } from '#app/web/creator/posts/voice-recorder.tsx'
import { FILE_FIELDS } from '#app/web/creator/requests/texts.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { MessageFilesPage } from '#app/web/creator/chat-media/message-files.server.ts'
import { PRICE_BOUNDS } from './texts.ts'

type FilesPage = MessageFilesPage
type FilesProps = { page: FilesPage; answer: FormAnswer | undefined }

/** The files of a message that is not sent yet, and the field for more. Works without script. */
export function MessageFiles({ page, answer }: FilesProps) {
  useReadyFiles(page.waiting)
  return (
    <>
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
    </>
  )
}

/** Why a message with these files can't be sent yet; null where it can. */
export function waitReason({ count, waiting }: Pick<FilesPage, 'count' | 'waiting'>): string | null {
  if (count === 0) return 'Add a file first.'
  return waiting ? 'Not everything is ready yet.' : null
}

/** What it costs to unlock the files: a usual price, free, or another amount. */
export function PriceFields({ page, answer, free }: FilesProps & { free: string }) {
  const { error, value } = readAnswer(answer)
  const chosen = value('price', page.prices[0]?.value ?? '')
  return (
    <>
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
          <OptionCard name="price" value="free" title="Free" description={free} defaultChecked={chosen === 'free'} />
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
    </>
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

function AddedFiles({ page }: { page: FilesPage }) {
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

function AddFile({ page, answer }: FilesProps) {
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
