import type { ReactNode } from 'react'

/** The main action of a page, fixed to the bottom of a phone; on a wide screen it is in the normal flow. `note` is one small line below. */
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
