import { Tabs } from '#app/ui/segmented.tsx'

/** The tabs of a creator's dashboard, each with its own address. */
export function DashboardTabs({ active }: { active: 'page' | 'earnings' | 'link' }) {
  return (
    <Tabs
      label="Your dashboard"
      tabs={[
        { label: 'Your page', href: '/dashboard', active: active === 'page' },
        { label: 'Earnings', href: '/dashboard/earnings', active: active === 'earnings' },
        { label: 'Your link', href: '/dashboard/link', active: active === 'link' },
      ]}
    />
  )
}
