import type { ComponentProps } from 'react'
import { TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'

const FROM_APP = { inputMode: 'numeric' } as const
const ALSO_RECOVERY = { autoCapitalize: 'none', spellCheck: false } as const

type OneTimeCodeFieldProps = Omit<ComponentProps<typeof TextField>, 'name'> & {
  name?: string
  /** A recovery code fits too; it has letters. */
  recovery?: boolean
}

/** The code that an authenticator app shows. */
export function OneTimeCodeField({ name = 'code', recovery = false, ...rest }: OneTimeCodeFieldProps) {
  return (
    <TextField
      name={name}
      autoComplete="one-time-code"
      leading={<Icon name="smartphone" size={20} />}
      {...(recovery ? ALSO_RECOVERY : FROM_APP)}
      {...rest}
    />
  )
}
