import { toDashboard } from '#app/dashboard-links.ts'
import { to } from '#app/links.ts'
import { Tabs } from '#app/ui/segmented.tsx'
import { useHeartbeat } from '#app/web/creator/overview/use-heartbeat.ts'

/** The tabs of a creator's dashboard, each with its own address. */
export function DashboardTabs({ active }: { active: 'home' | 'posts' | 'fans' | 'earnings' | 'requests' }) {
  return (
    <>
      {active !== 'home' && <Heartbeat />}
      <Tabs
        compact
        label="Your dashboard"
        tabs={[
          { label: 'Home', href: to.dashboard, active: active === 'home' },
          { label: 'Posts', href: to.ownPosts, active: active === 'posts' },
          { label: 'Fans', href: toDashboard.fans, active: active === 'fans' },
          { label: 'Earnings', href: to.earnings, active: active === 'earnings' },
          { label: 'Requests', href: toDashboard.receivedRequests, active: active === 'requests' },
        ]}
      />
    </>
  )
}

/** Keeps a creator who is live online on the pages without the switch. */
function Heartbeat() {
  useHeartbeat(null)
  return null
}
