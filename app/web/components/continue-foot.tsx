import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'

/** The Continue button of a wizard page. `reason` is why it is disabled; `note` is one small line below. */
export function ContinueFoot({ reason, note }: { reason?: string | null; note?: ReactNode }) {
  const pending = useNavigation().state === 'submitting'
  return (
    <StickyFoot note={note}>
      <Button variant="primary" wide pending={pending} pendingLabel="Saving..." disabledReason={reason}>
        Continue
      </Button>
    </StickyFoot>
  )
}
