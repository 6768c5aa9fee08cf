import { Button } from '#app/ui/button.tsx'
import { toDashboard } from '#app/dashboard-links.ts'

export type FanBlockData = { blocked: boolean; action: string }

/** What `FanBlock` shows of a fan. */
export function fanBlockOf({ id, blocked }: { id: string; blocked: boolean }): FanBlockData {
  return { blocked, action: blocked ? toDashboard.unblockFan(id) : toDashboard.blockFan(id) }
}

/** Blocks a fan, or takes it back, wherever their words or money are read. */
export function FanBlock({ name, blocked, action }: FanBlockData & { name: string }) {
  return (
    <form method="post" action={action} className="stack stack-8">
      <Button wide variant="quiet" icon="ban">
        {blocked ? 'Unblock' : 'Block'} <span translate="no">{name}</span>
      </Button>
      {blocked && (
        <p className="text-muted">You have blocked this fan: no messages, requests, tips or comments between you.</p>
      )}
    </form>
  )
}
