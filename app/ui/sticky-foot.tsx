import type { ReactNode } from 'react'

/** The main act of a page, kept at the lower edge of a phone; on a wide screen it stands in the flow. `note` is one small line below. */
export function StickyFoot({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className="sticky-foot">
      <div className="sticky-foot-inside">
        {children}
        {note && <p className="text-caption">{note}</p>}
      </div>
    </div>
  )
}
