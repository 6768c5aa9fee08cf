import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { countGraphemes } from '#app/platform/graphemes.ts'
import { Icon } from './icon.tsx'
import { joinClasses } from './join-classes.ts'
import { useErrorTitle } from './use-error-title.ts'

export type FieldText = {
  label: ReactNode
  name: string
  /** The element's id, which the error summary links to; the field's name unless given. */
  id?: string
  hint?: ReactNode
  /** Shown between label and field, with the same text as in the error summary. */
  error?: string | null
  /** Adds the word "optional" to the label. */
  optional?: boolean
  /**
   * How many characters a text may have. The field says when there are more, and the server refuses them; `maxLength` of browsers would
   * count an emoji as several and cut it.
   */
  limit?: number
}

/** The aria attributes that tie a control to its hint and its error. */
export function fieldAria({ id, name, hint, error }: Pick<FieldText, 'id' | 'name' | 'hint' | 'error'>) {
  const own = id ?? name
  const describedBy = joinClasses(Boolean(error) && `${own}-error`, Boolean(hint) && `${own}-hint`)
  return { id: own, name, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined }
}

/** The error message of a field. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  useErrorTitle(true)
  return (
    <p className="field-error" id={`${id}-error`}>
      <Icon name="circle-exclamation-point" size={16} />
      <span>
        <span className="visually-hidden">Error: </span>
        {children}
      </span>
    </p>
  )
}

/** Label above, error between label and control, hint below. */
function FieldFrame({ label, name, id, hint, error, optional, limit, children }: FieldText & { children: ReactNode }) {
  const own = id ?? name
  const [over, setOver] = useState(0)
  const count = ({ target }: FormEvent<HTMLDivElement>) =>
    setOver(countGraphemes((target as HTMLInputElement).value.trim()) - limit!)
  return (
    <div className="field" onInput={limit ? count : undefined}>
      <label htmlFor={own}>
        {label}
        {optional && <span className="field-optional"> optional</span>}
      </label>
      {error && <FieldError id={own}>{error}</FieldError>}
      {children}
      {limit && (
        <p className="hint" role="status">
          {over > 0 && `At most ${limit.toLocaleString('en')} characters: delete ${over.toLocaleString('en')}`}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${own}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type InputProps = Omit<ComponentProps<'input'>, 'style' | 'name' | 'id' | 'prefix' | 'maxLength'>

/** A line of text. `prefix` is fixed text before it, such as +256; `leading` is an icon inside at the start; `trailing` is at the end, such as "Available" beside a username. */
export function TextField({
  label,
  name,
  id,
  hint,
  error,
  optional,
  limit,
  prefix,
  leading,
  trailing,
  className,
  readOnly,
  ...input
}: FieldText & InputProps & { prefix?: string; leading?: ReactNode; trailing?: ReactNode }) {
  return (
    <FieldFrame {...{ label, name, id, hint, error, optional, limit }}>
      <span className={joinClasses('input', error && 'input-wrong', readOnly && 'input-read-only', className)}>
        {prefix && (
          <span className="input-prefix" aria-hidden="true">
            {prefix}
          </span>
        )}
        {leading && <span className="input-leading">{leading}</span>}
        <input type="text" {...input} readOnly={readOnly} {...fieldAria({ id, name, hint, error })} />
        {trailing && <span className="input-trailing">{trailing}</span>}
      </span>
    </FieldFrame>
  )
}

/** An email address, under the name `email`. */
export function EmailField(field: Omit<ComponentProps<typeof TextField>, 'name'>) {
  return (
    <TextField
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...field}
    />
  )
}

type AreaProps = FieldText & Omit<ComponentProps<'textarea'>, 'style' | 'name' | 'id' | 'maxLength'>

/** Several lines of text. */
export function AreaField({ label, name, id, hint, error, optional, limit, className, rows = 3, ...area }: AreaProps) {
  return (
    <FieldFrame {...{ label, name, id, hint, error, optional, limit }}>
      <textarea
        {...area}
        rows={rows}
        className={joinClasses('input', 'input-area', error && 'input-wrong', className)}
        {...fieldAria({ id, name, hint, error })}
      />
    </FieldFrame>
  )
}

type SelectProps = FieldText & Omit<ComponentProps<'select'>, 'style' | 'name' | 'id'>

/** One of many; give `option` elements as children. */
export function SelectField({ label, name, id, hint, error, optional, className, children, ...select }: SelectProps) {
  return (
    <FieldFrame {...{ label, name, id, hint, error, optional }}>
      <span className={joinClasses('input', 'input-select', error && 'input-wrong', className)}>
        <select {...select} {...fieldAria({ id, name, hint, error })}>
          {children}
        </select>
        <Icon name="chevron-down" size={20} />
      </span>
    </FieldFrame>
  )
}

/** A group of controls under one legend, with its hint and error. */
export function FieldGroup({ label, name, id, hint, error, optional, children }: FieldText & { children: ReactNode }) {
  const own = id ?? name
  return (
    <fieldset
      className="field"
      id={own}
      tabIndex={-1}
      aria-describedby={joinClasses(Boolean(error) && `${own}-error`, Boolean(hint) && `${own}-hint`) || undefined}
    >
      <legend>
        {label}
        {optional && <span className="field-optional"> optional</span>}
      </legend>
      {hint && (
        <p className="hint" id={`${own}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={own}>{error}</FieldError>}
      {children}
    </fieldset>
  )
}
