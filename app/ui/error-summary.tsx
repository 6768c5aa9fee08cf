import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { useErrorTitle } from './use-error-title.ts'

/** `fieldId` is the control to go to; an error that belongs to no field has none. */
export type ErrorLine = { fieldId?: string; message: string }

/** The errors of a form's fields, in the order of `fieldIds` (field name to control id). */
export function errorLines<Field extends string>(
  errors: Partial<Record<Field, string>>,
  fieldIds: Readonly<Record<Field, string>>,
): ErrorLine[] {
  return (Object.keys(fieldIds) as Field[]).flatMap((field) => {
    const message = errors[field]
    return message ? [{ fieldId: fieldIds[field], message }] : []
  })
}

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

/** Why a form as a whole was refused. */
export type Failure = { title: string; description: string }

/** The errors above a form: first those of the whole form, then those of its fields. */
export function FormErrors({ failure, errors }: { failure?: Failure; errors: ErrorLine[] }) {
  return (
    <>
      {failure && <ErrorSummary title={failure.title} errors={[{ message: failure.description }]} />}
      <ErrorSummary errors={errors} />
    </>
  )
}
