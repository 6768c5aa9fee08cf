import type { QrCode } from '#app/web/qr.server.ts'

/** A QR code of qr.server.ts; `label` says what it is for. */
export function QrCodeView({ code, label }: { code: QrCode; label: string }) {
  return (
    <svg className="qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
      <path d={code.path} />
    </svg>
  )
}
