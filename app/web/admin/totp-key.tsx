import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { spacedKey } from '#app/domain/identity/totp.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CopyButton } from '#app/ui/receipt.tsx'
import { OneTimeCodeField } from '#app/web/components/one-time-code-field.tsx'
import { QrCodeView } from '#app/web/components/qr-code.tsx'
import { usePending } from '#app/web/components/use-pending.ts'
import type { QrCode } from '#app/web/qr.server.ts'

/** Without `qr` the browser keeps the code that the server rendered. */
export type ShownKey = { secret: string; qr?: QrCode }

/** The key for an authenticator app, to scan or to type. */
export function TotpKeyView({ totp }: { totp: ShownKey }) {
  return (
    <div className="totp-key">
      <QrCodeView code={totp.qr} label="QR code for your authenticator app" />
      <div className="totp-key-words">
        <p className="text-secondary">Scan this code with an authenticator app, or type the key.</p>
        <p className="typed-key">
          <span className="grow">{spacedKey(totp.secret)}</span>
          <CopyButton text={totp.secret} label="Copy key" />
        </p>
      </div>
    </div>
  )
}

type FactorCardProps = { id: string; title: string; chip?: ReactNode; children: ReactNode }

/** A way to prove a sign-in, with its state. */
export function FactorCard({ id, title, chip, children }: FactorCardProps) {
  return (
    <Card as="section" padded className="stack stack-16" aria-labelledby={id}>
      <div className="row row-between">
        <h2 className="text-h3" id={id}>
          {title}
        </h2>
        {chip}
      </div>
      {children}
    </Card>
  )
}

type TotpSetupProps = {
  /** Null until it is begun. */
  totp: ShownKey | null
  /** The address of each of the two steps. */
  addressOf: (step: 'app-key' | 'app-code') => string
  error: string | undefined
  refused?: string | null
  wide?: boolean
}

/** Sets up an authenticator app: a button that makes a key, then the key with the field for its first code. */
export function TotpSetup({ totp, addressOf, error, refused = null, wide = false }: TotpSetupProps) {
  const action = addressOf(totp ? 'app-code' : 'app-key')
  const button = { variant: 'primary', wide, pending: usePending(action) } as const
  return totp ? (
    <Form method="post" action={action} className="stack stack-16" noValidate>
      <TotpKeyView totp={totp} />
      <OneTimeCodeField label="Code from the app" required error={error} />
      <Button {...button} pendingLabel="Checking...">
        Confirm
      </Button>
    </Form>
  ) : (
    <Form method="post" action={action} className="stack stack-12">
      <p className="text-secondary">An app on your phone shows a new code every 30 seconds.</p>
      <Button {...button} pendingLabel="Creating a key..." disabledReason={refused}>
        Set up an app
      </Button>
    </Form>
  )
}
