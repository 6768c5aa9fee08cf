import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The whole route manifest travels with the page: no manifest endpoint is left open to be hammered.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
