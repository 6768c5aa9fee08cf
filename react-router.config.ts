import type { Config } from '@react-router/dev/config'
import { addressesOf, policyComplaints } from './app/web/policy-coverage.ts'

export default {
  ssr: true,
  // The page contains the whole route manifest, so there is no manifest endpoint that somebody could flood.
  routeDiscovery: { mode: 'initial' },
  // The build fails for a URL without a policy.
  buildEnd: async () => {
    const { default: routes } = await import('./app/routes.ts')
    const complaints = policyComplaints(addressesOf(routes).keys())
    if (complaints.length > 0) throw new Error(`app/web/route-policies.ts: ${complaints.join('; ')}`)
  },
} satisfies Config
