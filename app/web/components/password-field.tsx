import { useState, type ReactNode } from 'react'
import { TextField } from '#app/ui/field.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type PasswordFieldProps = {
  label: string
  name: string
  hint?: ReactNode
  error?: string
  autoComplete?: 'new-password' | 'current-password'
}

/** A password field, by default for a new one, shown as dots; with script a button reveals it. */
export function PasswordField({ label, name, hint, error, autoComplete = 'new-password' }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  const hydrated = useHydrated()
  return (
    <TextField
      label={label}
      name={name}
      hint={hint}
      error={error}
      type={visible ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
      trailing={
        hydrated && (
          <IconButton
            icon={visible ? 'eye-off' : 'eye'}
            label={`Show ${label.toLowerCase()}`}
            aria-pressed={visible}
            onClick={() => setVisible(!visible)}
          />
        )
      }
    />
  )
}
