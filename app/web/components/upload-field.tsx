import { useEffect, useEffectEvent, useRef } from 'react'
import { type UploadPurpose, UPLOAD_PLANS } from '#app/domain/uploads/upload.ts'
import { Button } from '#app/ui/button.tsx'
import { FileButton } from '#app/ui/file-button.tsx'
import type { IconName } from '#app/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { UploadCard } from './upload-card.tsx'
import { type KnownUpload, type UploadState, useUpload } from './use-upload.ts'

type UploadFieldProps = {
  name: string
  label: string
  /** The button's words once a file is there. */
  changeLabel?: string
  purpose: UploadPurpose
  icon?: IconName
  hint?: string
  error?: string | null
  known?: KnownUpload | null
  /** Shows the chosen photo beside its figures; it never leaves the browser for that. */
  preview?: 'photo' | 'blurred' | null
  /** A phone opens its camera on that side. */
  capture?: 'user' | 'environment'
  onState?: (state: UploadState) => void
}

/**
 * Chooses a file and sends it at once, piece by piece: with figures, pause, and a way on after an interruption or a reload. The form then
 * carries its upload's id as `<name>_upload`. Before any script it is a plain file field of the form.
 */
export function UploadField(props: UploadFieldProps) {
  const { name, purpose, known = null, onState } = props
  const { state, preview, choose, pause, retry, drop } = useUpload(purpose, known, onState)
  const hydrated = useHydrated()
  const field = useRef<HTMLInputElement>(null)
  // Chosen before the script was there: it takes over.
  const chooseEarly = useEffectEvent(() => {
    const early = field.current?.files?.[0]
    if (early) choose(early)
  })
  useEffect(() => chooseEarly(), [])
  const there = state.kind === 'sending' || state.kind === 'finished'
  return (
    <div className="upload-field">
      <FileButton
        ref={field}
        name={name}
        sent={!hydrated}
        label={there ? (props.changeLabel ?? props.label) : props.label}
        icon={props.icon}
        accept={UPLOAD_PLANS[purpose].kind === 'photo' ? 'image/*' : 'video/*'}
        capture={props.capture}
        hint={there ? undefined : props.hint}
        error={state.kind === 'failed' ? state.message : there ? null : props.error}
        onChange={(event) => {
          if (!hydrated) return
          const file = event.target.files?.[0]
          if (file) choose(file)
          // Chosen again, the same file is a change as well.
          event.target.value = ''
        }}
      />
      {state.kind === 'failed' && state.retry && (
        <Button type="button" size="small" icon="refresh-cw" onClick={retry}>
          Retry
        </Button>
      )}
      {there && (
        <UploadCard
          state={state}
          preview={props.preview ? preview : null}
          blurred={props.preview === 'blurred'}
          onPause={pause}
          onDrop={drop}
        />
      )}
      <p className="visually-hidden" role="status">
        {spoken(state)}
      </p>
      {state.kind === 'finished' && <input type="hidden" name={`${name}_upload`} value={state.uploadId} />}
    </div>
  )
}

/** Said aloud at each change and each tenth, never with every piece. */
function spoken(state: UploadState): string {
  if (state.kind === 'empty') return ''
  if (state.kind === 'finished') return `${state.name} is sent.`
  if (state.kind === 'failed') return state.message
  if (state.offline) return 'No network. The upload goes on by itself.'
  if (state.paused) return 'Upload paused.'
  const tenths = state.of === 0 ? 0 : Math.floor((state.sent / state.of) * 10)
  return `Sending ${state.name}, ${tenths * 10}%`
}
