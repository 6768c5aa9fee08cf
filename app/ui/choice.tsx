import type { ComponentProps, ReactNode } from 'react'
import { FieldError, fieldAria, FieldGroup, type FieldText } from './field.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Chip } from './chip.tsx'
import { joinClasses } from './join-classes.ts'

type NativeChoice = Omit<ComponentProps<'input'>, 'style' | 'type' | 'name' | 'id'>

/** A checkbox of 24 px with its label; the whole row can be pressed. */
export function CheckboxField({ label, name, id, hint, error, ...input }: Omit<FieldText, 'optional'> & NativeChoice) {
  const own = id ?? name
  return (
    <div className="field">
      {error && <FieldError id={own}>{error}</FieldError>}
      <label className="checkbox">
        <input {...input} type="checkbox" {...fieldAria({ id, name, hint, error })} />
        <Icon name="check" size={16} />
        <ChoiceLabel label={label} hint={hint} id={own} />
      </label>
    </div>
  )
}

/** An on/off switch of 48 x 28 px, sent as a checkbox. */
export function SwitchField({ label, name, id, hint, error, ...input }: Omit<FieldText, 'optional'> & NativeChoice) {
  return (
    <label className="switch">
      <ChoiceLabel label={label} hint={hint} id={id ?? name} />
      <input {...input} type="checkbox" {...fieldAria({ id, name, hint, error })} />
    </label>
  )
}

function ChoiceLabel({ label, hint, id }: Pick<FieldText, 'label' | 'hint'> & { id: string }) {
  return (
    <span>
      <span className="text-h3">{label}</span>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </span>
  )
}

type OptionCardProps = Omit<ComponentProps<'input'>, 'style' | 'type' | 'title'> & {
  name: string
  value: string
  title: ReactNode
  description?: ReactNode
  icon?: IconName
  /** An amount or a word at the end of the first line. */
  trailing?: ReactNode
  /** The end of the line is a note, not a price. */
  plain?: boolean
  /** A word below the amount, such as "a month". */
  trailingNote?: ReactNode
  /** A label on the top edge, such as "Best Deal". */
  badge?: ReactNode
}

/** A radio button as a card; put all cards with the same `name` into a `FieldGroup`. */
export function OptionCard({
  title,
  description,
  icon,
  trailing,
  plain = false,
  trailingNote,
  badge,
  className,
  ...input
}: OptionCardProps) {
  return (
    <label className={joinClasses('option', trailing != null && (plain ? 'option-plain' : 'option-priced'), className)}>
      <input {...input} type="radio" />
      <span className="option-title">{title}</span>
      {trailing != null && (
        <span className="option-trailing money" translate="no">
          {trailing}
        </span>
      )}
      {(description || trailingNote) && (
        <span className="option-second">
          <span>{description}</span>
          <span>{trailingNote}</span>
        </span>
      )}
      {icon && <Icon name={icon} />}
      {badge && (
        <Chip tone="success" small className="option-badge">
          {badge}
        </Chip>
      )}
    </label>
  )
}

type OptionFieldProps = FieldText & {
  options: readonly Omit<OptionCardProps, 'name' | 'defaultChecked'>[]
  chosen: string | undefined
  /** What stands below the cards. */
  children?: ReactNode
}

/** One of several options, each as a card, under one legend. */
export function OptionField({ options, chosen, children, ...group }: OptionFieldProps) {
  return (
    <FieldGroup {...group}>
      <div className="stack stack-8">
        {options.map((option) => (
          <OptionCard key={option.value} name={group.name} {...option} defaultChecked={option.value === chosen} />
        ))}
        {children}
      </div>
    </FieldGroup>
  )
}

type AmountGridProps = {
  amounts: { value: string; label: string }[]
  defaultValue?: string
}

/** Amounts to choose from, two in a row, as the field `amount`; each label is the whole amount, such as "UGX 25,000". */
export function AmountGrid({ amounts, defaultValue }: AmountGridProps) {
  return (
    <div className="amount-grid">
      {amounts.map(({ value, label }) => (
        <label key={value} className="amount money">
          <input type="radio" name="amount" value={value} defaultChecked={value === defaultValue} />
          {label}
        </label>
      ))}
    </div>
  )
}
