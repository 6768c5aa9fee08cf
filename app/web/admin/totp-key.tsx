import { Form, useNavigation } from 'react-router'
import { spacedKey } from '#app/domain/identity/totp.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { CopyButton } from '#app/ui/receipt.tsx'
import { QrCodeView } from '#app/web/components/qr-code.tsx'
import type { QrCode } from '#app/web/qr.server.ts'

export type ShownKey = { secret: string; qr: QrCode }

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

type TotpSetupProps = {
  /** Null until it is begun. */
  totp: ShownKey | null
  error: string | undefined
  refused?: string | null
  wide?: boolean
}

/** Sets up an authenticator app: a button that makes a key, then the key with the field for its first code. */
export function TotpSetup({ totp, error, refused = null, wide = false }: TotpSetupProps) {
  const intent = useNavigation().formData?.get('intent')
  const button = { variant: 'primary', name: 'intent', wide } as const
  return totp ? (
    <Form method="post" className="stack stack-16" noValidate>
      <TotpKeyView totp={totp} />
      <TextField
        label="Code from the app"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
        leading={<Icon name="smartphone" size={20} />}
        error={error}
      />
      <Button {...button} value="confirm" pending={intent === 'confirm'} pendingLabel="Checking...">
        Confirm
      </Button>
    </Form>
  ) : (
    <Form method="post" className="stack stack-12">
      <p className="text-secondary">An app on your phone shows a new code every 30 seconds.</p>
      <Button
        {...button}
        value="begin"
        pending={intent === 'begin'}
        pendingLabel="Creating a key..."
        disabledReason={refused}
      >
        Set up an app
      </Button>
    </Form>
  )
}
