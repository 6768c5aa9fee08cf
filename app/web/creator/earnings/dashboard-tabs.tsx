import { to } from '#app/links.ts'
import { Tabs } from '#app/ui/segmented.tsx'

/** The tabs of a creator's dashboard, each with its own address. */
export function DashboardTabs({ active }: { active: 'page' | 'posts' | 'earnings' | 'requests' | 'link' }) {
  return (
    <Tabs
      compact
      label="Your dashboard"
      tabs={[
        { label: 'Your page', href: to.dashboard, active: active === 'page' },
        { label: 'Posts', href: to.ownPosts, active: active === 'posts' },
        { label: 'Earnings', href: to.earnings, active: active === 'earnings' },
        { label: 'Requests', href: to.receivedRequests, active: active === 'requests' },
        { label: 'Your link', href: to.ownLink, active: active === 'link' },
      ]}
    />
  )
}
