import type { QrCode } from '#app/web/qr.server.ts'

/** A QR code of qr.server.ts; `label` says what it is for. Without `code` the browser keeps what the server rendered. */
export function QrCodeView({ code, label }: { code: QrCode | undefined; label: string }) {
  return (
    <svg
      className="qr"
      viewBox={code && `0 0 ${code.size} ${code.size}`}
      role="img"
      aria-label={label}
      suppressHydrationWarning
    >
      <path d={code?.path} suppressHydrationWarning />
    </svg>
  )
}
