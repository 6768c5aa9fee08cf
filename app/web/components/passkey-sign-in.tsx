import { type ReactNode, useRef } from 'react'
import { Button } from '#app/ui/button.tsx'
import { usePasskey, usePasskeysWork } from './use-passkey.ts'

type PasskeySignInProps = {
  /** Where the passkey's answer is posted, as the field `credential`, together with the other fields. */
  action: string
  fields?: Record<string, string>
  label?: string
}

/** A button that signs in with a passkey. It appears only if the browser supports it; without script the other ways remain. */
export function PasskeySignIn({ action, fields = {}, label = 'Sign in with a passkey' }: PasskeySignInProps) {
  const works = usePasskeysWork()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { busy, ask } = usePasskey('sign_in', (credential) => {
    field.current!.value = credential
    form.current!.submit()
  })
  if (!works) return null
  return (
    <form method="post" action={action} ref={form}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="credential" ref={field} />
      <PasskeyButton busy={busy} onClick={ask}>
        {label}
      </PasskeyButton>
    </form>
  )
}

/** Asks the device for its passkey. */
export function PasskeyButton({
  busy,
  onClick,
  children,
}: {
  busy: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Button
      type="button"
      wide
      icon="fingerprint-pattern"
      pending={busy}
      pendingLabel="Waiting for your device..."
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
