import { Button } from '#app/ui/button.tsx'
import { OptionField } from '#app/ui/choice.tsx'
import { TextField } from '#app/ui/field.tsx'
import { AddFile } from '#app/web/creator/files/add-file.tsx'
import { useLookAgain } from '#app/web/components/use-look-again.ts'
import { TileFace } from '#app/web/creator/posts/media-tiles.tsx'
import { KIND_LABELS } from '#app/web/creator/posts/tiles.ts'
import { VoiceRecorder } from '#app/web/creator/posts/voice-recorder.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { MessageFilesPage } from '#app/web/creator/chat-media/message-files.server.ts'
import { PRICE_BOUNDS } from './texts.ts'

type FilesPage = MessageFilesPage
type FilesProps = { page: FilesPage; answer: FormAnswer | undefined }

/** The files of a message that is not sent yet, and the field for more. Works without script. */
export function MessageFiles({ page, answer }: FilesProps) {
  useLookAgain(page.waiting)
  return (
    <>
      {page.count > 0 && <AddedFiles page={page} />}
      {!page.full && (
        <AddFile page={page} answer={answer} source={page.kind === 'voice' && page.videoOn ? Recorder : undefined} />
      )}
      {page.waiting && (
        <p className="text-secondary">
          A file is still being prepared. Send now: the message goes by itself once everything is ready, also when this
          page is closed.
        </p>
      )}
    </>
  )
}

/** Why a message with these files can't be sent yet; null where it can. What is still being prepared is waited for. */
export function waitReason({ count }: Pick<FilesPage, 'count'>): string | null {
  return count === 0 ? 'Add a file first.' : null
}

/** What it costs to unlock the files: a usual price, free, or another amount. */
export function PriceFields({ page, answer, free }: FilesProps & { free: string }) {
  const { error, value, field } = readAnswer(answer)
  return (
    <>
      <OptionField
        label="Price to unlock"
        name="price"
        options={[
          ...page.prices.map((price) => ({ value: price.value, title: price.label, description: price.earned })),
          { value: 'free', title: 'Free', description: free },
        ]}
        chosen={value('price', page.prices[0]?.value ?? '')}
        error={error('price')}
      />
      <TextField
        label="Another price"
        optional
        {...field('other')}
        prefix="UGX"
        inputMode="numeric"
        autoComplete="off"
        hint={PRICE_BOUNDS}
      />
    </>
  )
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
