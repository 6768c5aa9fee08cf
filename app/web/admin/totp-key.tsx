import type { ComponentProps } from 'react'
import { spacedKey } from '#app/domain/identity/totp.ts'
import { TextField } from '#app/ui/field.tsx'
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

/** The field for the app's first code; its form name is `code`. */
export function TotpCodeField(field: Omit<ComponentProps<typeof TextField>, 'label' | 'name'>) {
  return (
    <TextField
      label="Code from the app"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      required
      {...field}
    />
  )
}
