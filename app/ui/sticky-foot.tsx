import type { ReactNode } from 'react'
import { Button } from './button.tsx'

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

/** The foot of a form with one button that saves it. */
export function SaveFoot({ pending, children }: { pending: boolean; children: ReactNode }) {
  return (
    <StickyFoot>
      <Button variant="primary" wide pending={pending} pendingLabel="Saving...">
        {children}
      </Button>
    </StickyFoot>
  )
}
