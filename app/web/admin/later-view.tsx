import { EmptyState } from '#app/ui/empty-state.tsx'
import { ADMIN_TABS } from './tabs.ts'

/** A tab that is not built yet. Its permission is already enforced. */
export function LaterView({ label, children }: { label: 'Content' | 'Activity'; children: string }) {
  const { icon } = ADMIN_TABS.find((tab) => tab.label === label)!
  return (
    <EmptyState icon={icon} title={`${label} is not open yet`}>
      {children}
    </EmptyState>
  )
}
