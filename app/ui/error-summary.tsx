import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { useErrorTitle } from './use-error-title.ts'

/** `fieldId` names the control to go to; a mistake that belongs to no field has none. */
export type ErrorLine = { fieldId?: string; message: string }

/** The lines about a form's fields, in the order of `fieldIds`: each field's control. */
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

/** Everything that is wrong with a form, above it, in the words of the fields. It takes the focus when it appears or says something else. */
export function ErrorSummary({ errors, title = 'There is a problem' }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useErrorTitle(errors.length > 0)
  // Not the list itself: pages make it anew at every key, and whoever types must stay in their field.
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

/** Why a form as a whole could not be taken. */
export type Failure = { title: string; description: string }

/** What is wrong, above a form: what concerns all of it, then its fields. */
export function FormErrors({ failure, errors }: { failure?: Failure; errors: ErrorLine[] }) {
  return (
    <>
      {failure && <ErrorSummary title={failure.title} errors={[{ message: failure.description }]} />}
      <ErrorSummary errors={errors} />
    </>
  )
}
