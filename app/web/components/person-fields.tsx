import type { DateParts } from '#app/domain/identity/profile-rules.ts'
import { DateFields } from '#app/ui/date-fields.tsx'
import { AreaField, TextField } from '#app/ui/field.tsx'

type Field = { defaultValue: string; error?: string }

/** The public name. */
export function DisplayNameField({ defaultValue, error }: Field) {
  return (
    <TextField
      label="Display name"
      name="display_name"
      autoComplete="nickname"
      limit={60}
      required
      defaultValue={defaultValue}
      error={error}
    />
  )
}

/** Where a fan lives; optional. */
export function CityField({ defaultValue, error }: Field) {
  return (
    <TextField
      label="City"
      name="city"
      optional
      autoComplete="address-level2"
      limit={60}
      defaultValue={defaultValue}
      error={error}
    />
  )
}

type BirthdayFieldProps = {
  /** The stored birthday as text; it can't be changed here. */
  stored?: string | null
  hint?: string
  defaultValue: Partial<DateParts>
  error?: string
}

/** The birthday: asked once, shown from then on. */
export function BirthdayField({ stored, hint = 'For example 27 3 1998. Never shown.', ...field }: BirthdayFieldProps) {
  if (stored) {
    return (
      <TextField
        label="Birthday"
        name="birthday_told"
        readOnly
        defaultValue={stored}
        hint="You already gave your birthday. Support can correct a mistake."
      />
    )
  }
  return <DateFields {...field} label="Birthday" name="birthday" purpose="birthday" hint={hint} />
}

/** A line about oneself; optional. */
export function BioField(field: Field) {
  return <AreaField {...field} label="Bio" name="bio" optional rows={4} placeholder="A line about you" />
}
