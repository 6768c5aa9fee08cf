import { useState, type ReactNode } from 'react'
import type { DocumentStatus } from '#app/domain/applications/queries.server.ts'
import { DOCUMENT_UPLOADS } from '#app/domain/documents/document.ts'
import { to } from '#app/links.ts'
import { Chip } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { TakePhotoOfPaper, TakeSelfie } from '#app/web/components/take-photo.tsx'
import { UploadField } from '#app/web/components/upload-field.tsx'
import type { AcceptedFile } from './use-accepted-file.ts'

type DocumentFieldProps = {
  status: DocumentStatus
  file: AcceptedFile
  hint?: string
  error?: string
  children?: ReactNode
}

/** One document: a blurred preview until it is opened, and the button to replace it. */
export function DocumentField({ status, file, hint, error, children }: DocumentFieldProps) {
  const { kind, state, picture } = status
  if (state === 'accepted') {
    return (
      <p>
        <Chip tone="success" icon="check">
          Accepted
        </Chip>
      </p>
    )
  }
  const chosen = file.state.kind === 'sending' || file.checking
  return (
    <div className="document-field">
      {children}
      {picture && !chosen && <HiddenPicture key={picture.documentId} picture={picture} />}
      <UploadField
        key={`${file.round} ${picture?.documentId ?? ''}`}
        name={kind}
        label={picture ? 'Change Photo' : 'Upload'}
        changeLabel="Change Photo"
        purpose={DOCUMENT_UPLOADS[kind]}
        icon={picture ? 'refresh-cw' : 'upload'}
        hint={picture ? undefined : hint}
        preview="blurred"
        source={kind === 'selfie' ? TakeSelfie : TakePhotoOfPaper}
        error={file.problem ?? error}
        onState={file.onState}
      />
    </div>
  )
}

/** The applicant's preview of what they are about to send. A checkbox behind the picture shows it, so it works without script. */
function HiddenPicture({ picture }: { picture: NonNullable<DocumentStatus['picture']> }) {
  const { documentId, width, height } = picture
  const [shown, setShown] = useState(false)
  return (
    <label className="hidden-preview">
      <input
        type="checkbox"
        checked={shown}
        onChange={(event) => setShown(event.target.checked)}
        aria-label="Show the photo"
      />
      <img
        src={to.document(documentId)}
        alt="What you are about to send"
        width={width}
        height={height}
        loading="lazy"
      />
      <span className="hidden-preview-text">
        <Icon name="eye-off" size={20} />
        Preview hidden, tap to show
      </span>
    </label>
  )
}
