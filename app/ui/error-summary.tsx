import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { useErrorTitle } from './use-error-title.ts'

type ErrorSummaryProps = {
  /** `fieldId` names the control to go to; a mistake that belongs to no field has none. */
  errors: { fieldId?: string; message: string }[]
  title?: string
}

/** Everything that is wrong with a form, above it, in the words of the fields. It takes the focus when it appears. */
export function ErrorSummary({ errors, title = 'There is a problem' }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useErrorTitle(errors.length > 0)
  useEffect(() => {
    if (errors.length > 0) box.current?.focus()
  }, [errors])
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
