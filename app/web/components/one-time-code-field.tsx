import type { ComponentProps } from 'react'
import { TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { sendFullCode } from '#app/ui/send-full-code.ts'

const FROM_APP = { inputMode: 'numeric' } as const
const ALSO_RECOVERY = { autoCapitalize: 'none', spellCheck: false } as const

type OneTimeCodeFieldProps = Omit<ComponentProps<typeof TextField>, 'name'> & {
  name?: string
  /** A recovery code fits too; it has letters. */
  recovery?: boolean
}

/** The code that an authenticator app shows, or with another `leading` a mailed one; its sixth digit sends the form. */
export function OneTimeCodeField({ name = 'code', recovery = false, ...rest }: OneTimeCodeFieldProps) {
  return (
    <TextField
      name={name}
      autoComplete="one-time-code"
      onInput={(event) => sendFullCode(event.currentTarget)}
      leading={<Icon name="smartphone" size={20} />}
      {...(recovery ? ALSO_RECOVERY : FROM_APP)}
      {...rest}
    />
  )
}
