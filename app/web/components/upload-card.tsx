import { useState } from 'react'
import { progressText, sizeText } from '#app/domain/uploads/upload.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { ProgressBar } from '#app/ui/progress.tsx'
import type { UploadState } from './use-upload.ts'

type CardState = Extract<UploadState, { kind: 'sending' | 'finished' }>
type UploadCardProps = {
  state: CardState
  /** The browser's own address of the chosen photo. */
  preview: string | null
  blurred: boolean
  onPause: (on: boolean) => void
  onDrop: () => void
}

/** A chosen file: picture, name, upload progress, and its buttons. */
export function UploadCard({ state, preview, blurred, onPause, onDrop }: UploadCardProps) {
  const sending = state.kind === 'sending'
  const percent = !sending ? 100 : state.of === 0 ? 0 : Math.floor((state.sent / state.of) * 100)
  return (
    <div className="upload-card">
      {preview !== null && <Thumbnail key={preview} address={preview} blurred={blurred} />}
      <div className="upload-facts">
        <b className="upload-name">{state.name}</b>
        <p className="money text-muted" translate="no">
          {figures(state)}
        </p>
        <ProgressBar
          className="upload-progress"
          label={`${state.name}: uploaded`}
          value={percent}
          tone={sending ? 'primary' : 'success'}
        />
        {state.shrunkFrom !== null && <p className="hint">{`Compressed from ${sizeText(state.shrunkFrom)}`}</p>}
        {sending && state.offline && <p className="hint">No connection. It continues by itself.</p>}
        {sending && !state.compressing && (
          <Button type="button" variant="quiet" size="small" onClick={() => onPause(!state.paused)}>
            {state.paused ? 'Resume' : 'Pause'}
          </Button>
        )}
      </div>
      <IconButton icon="x" label={`Remove ${state.name}`} onClick={onDrop} />
    </div>
  )
}

function figures(state: CardState): string {
  if (state.kind === 'finished') return state.size === null ? 'Uploaded' : `Uploaded, ${sizeText(state.size)}`
  if (state.compressing) return 'Compressing the photo...'
  const progress = progressText(state.sent, state.of)
  return state.paused ? `Paused. ${progress}` : progress
}

function Thumbnail({ address, blurred }: { address: string; blurred: boolean }) {
  const [shown, setShown] = useState(!blurred)
  const picture = <img className="upload-thumbnail" src={address} alt="" width={84} height={105} />
  if (shown) return picture
  return (
    <button type="button" className="upload-thumbnail-blurred" onClick={() => setShown(true)}>
      {picture}
      <span>Show</span>
    </button>
  )
}
