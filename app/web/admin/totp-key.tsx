import { spacedKey } from '#app/domain/identity/totp.ts'
import { CopyButton } from '#app/ui/receipt.tsx'

export type ShownKey = { secret: string; qr: { size: number; path: string } }

/** The key of an authenticator app: to scan, or to type. */
export function TotpKeyView({ totp }: { totp: ShownKey }) {
  return (
    <div className="totp-key">
      <svg
        className="qr"
        viewBox={`0 0 ${totp.qr.size} ${totp.qr.size}`}
        role="img"
        aria-label="QR code for your authenticator app"
      >
        <path d={totp.qr.path} />
      </svg>
      <div className="totp-key-words">
        <p className="text-secondary">Scan with an authenticator app, or type the key.</p>
        <p className="typed-key">
          <span className="grow">{spacedKey(totp.secret)}</span>
          <CopyButton text={totp.secret} label="Copy key" />
        </p>
      </div>
    </div>
  )
}
