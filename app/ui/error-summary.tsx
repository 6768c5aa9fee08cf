import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { useErrorTitle } from './use-error-title.ts'

/** `fieldId` is the control to go to; an error that belongs to no field has none. */
export type ErrorLine = { fieldId?: string; message: string }

type ErrorSummaryProps = { errors: ErrorLine[]; title?: string }

/** All errors of a form, above it, with the same messages as the fields. It takes the focus when it appears or changes. */
export function ErrorSummary({ errors, title = 'There is a problem' }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useErrorTitle(errors.length > 0)
  // Compares the text, not the list: pages make a new list on every key press, and the focus must stay in the field.
  const description = errors.map(({ message }) => message).join('\n')
  useEffect(() => {
    if (description !== '') box.current?.focus()
  }, [description])
  if (errors.length === 0) return null
  return (
    <div className="banner banner-danger error-summary" role="alert" tabIndex={-1} ref={box}>
      <Icon name="triangle-exclamation-point" />
      <div>
        <p className="text-h3">{title}</p>
        <ul>
          {errors.map(({ fieldId, message }) => (
            <li key={`${fieldId}${message}`}>{fieldId ? <a href={`#${fieldId}`}>{message}</a> : message}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
