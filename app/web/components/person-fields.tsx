import type { DateParts } from '#app/domain/identity/profile-rules.ts'
import { DateFields } from '#app/ui/date-fields.tsx'
import { TextField } from '#app/ui/field.tsx'

type Field = { defaultValue: string; error?: string }

/** The name that everybody sees. */
export function DisplayNameField({ defaultValue, error }: Field) {
  return (
    <TextField
      label="Display name"
      name="display_name"
      autoComplete="nickname"
      maxLength={60}
      required
      defaultValue={defaultValue}
      error={error}
    />
  )
}

/** Where a fan lives, as far as they like to say it. */
export function CityField({ defaultValue, error }: Field) {
  return (
    <TextField
      label="City"
      name="city"
      optional
      autoComplete="address-level2"
      maxLength={60}
      defaultValue={defaultValue}
      error={error}
    />
  )
}

type BirthdayFieldProps = {
  /** Told before, in words: it stands. */
  notified: string | null
  defaultValue: Partial<DateParts>
  error?: string
}

/** The birthday in a wizard: asked once, shown from then on. */
export function BirthdayField({ notified, defaultValue, error }: BirthdayFieldProps) {
  if (notified) {
    return (
      <TextField
        label="Birthday"
        name="birthday_told"
        readOnly
        defaultValue={notified}
        hint="Told before, so it stands. Support can correct a mistake."
      />
    )
  }
  return (
    <DateFields
      label="Birthday"
      name="birthday"
      purpose="birthday"
      hint="For example 27 3 1998. Never shown."
      defaultValue={defaultValue}
      error={error}
    />
  )
}
