import type { Config } from '@react-router/dev/config'
import { addressesOf, policyComplaints } from './app/web/policy-coverage.ts'

export default {
  ssr: true,
  // The whole route manifest travels with the page: no manifest endpoint is left open to be hammered.
  routeDiscovery: { mode: 'initial' },
  // A page that nobody decided about is never built.
  buildEnd: async () => {
    const { default: routes } = await import('./app/routes.ts')
    const complaints = policyComplaints(addressesOf(routes).keys())
    if (complaints.length > 0) throw new Error(`app/web/route-policies.ts: ${complaints.join('; ')}`)
  },
} satisfies Config
