import { type ComponentType, useEffect, useEffectEvent, useRef } from 'react'
import { type UploadPurpose, UPLOAD_PLANS } from '#app/domain/uploads/limits.ts'
import { Button } from '#app/ui/button.tsx'
import { FileButton } from '#app/ui/file-button.tsx'
import type { IconName } from '#app/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { UploadCard } from './upload-card.tsx'
import { type KnownUpload, type UploadState, useUpload } from './use-upload.ts'

/** What a file dialog offers for each kind of file. */
export const ACCEPTED = {
  photo: 'image/*',
  video: 'video/*',
  voice: 'audio/*,.m4a,.mp3,.ogg,.wav,.amr,.aac,.flac',
} as const

function acceptedFor(purpose: UploadPurpose): string {
  const { kind, orPdf } = UPLOAD_PLANS[purpose]
  return orPdf ? `${ACCEPTED[kind]},application/pdf` : ACCEPTED[kind]
}

type UploadFieldProps = {
  name: string
  label: string
  /** The button's label once a file is chosen. */
  changeLabel?: string
  purpose: UploadPurpose
  icon?: IconName
  hint?: string
  error?: string | null
  known?: KnownUpload | null
  /** Shows the chosen photo beside its progress, without sending it anywhere. */
  preview?: 'photo' | 'blurred' | null
  /** The camera that a phone opens. */
  capture?: 'user' | 'environment'
  onState?: (state: UploadState) => void
  /** Another source of a file, such as a microphone, beside the button; with script only. */
  source?: ComponentType<{ onFile: (file: File) => void }>
}

/**
 * Chooses a file and uploads it at once, in chunks: with progress, pause, and resume after an interruption or a reload. The form then
 * carries the upload's id as `<name>_upload`. Without script it is a plain file field of the form.
 */
export function UploadField(props: UploadFieldProps) {
  const { name, purpose, known = null, onState, source: Source } = props
  const { state, preview, choose, pause, retry, drop } = useUpload(purpose, known, onState)
  const hydrated = useHydrated()
  const field = useRef<HTMLInputElement>(null)
  // A file chosen before script loaded is uploaded now.
  const chooseEarly = useEffectEvent(() => {
    const early = field.current?.files?.[0]
    if (!field.current || !early) return
    choose(early)
    // The change event of the same choice may still come, and would upload the file a second time.
    field.current.value = ''
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
        accept={acceptedFor(purpose)}
        capture={props.capture}
        hint={there ? undefined : props.hint}
        error={state.kind === 'failed' ? state.message : there ? null : props.error}
        onChange={(event) => {
          if (!hydrated) return
          const file = event.target.files?.[0]
          if (file) choose(file)
          // Choosing the same file again must fire a change event too.
          event.target.value = ''
        }}
      />
      {hydrated && !there && Source && <Source onFile={choose} />}
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

/** Announced to screen readers at each change and each 10 %, not with every chunk. */
function spoken(state: UploadState): string {
  if (state.kind === 'empty') return ''
  if (state.kind === 'finished') return `${state.name} is uploaded.`
  if (state.kind === 'failed') return state.message
  if (state.offline) return 'No connection. The upload continues by itself.'
  if (state.compressing) return `Compressing ${state.name}.`
  if (state.paused) return 'Upload paused.'
  const tenths = state.of === 0 ? 0 : Math.floor((state.sent / state.of) * 10)
  return `Uploading ${state.name}, ${tenths * 10}%`
}
