import { gateOf, ROUTE_POLICIES, whoOf } from './route-policies.ts'

export type RouteEntry = { path?: string; index?: boolean; file: string; children?: RouteEntry[] }

/** Every address of a route table: its full pattern as the router names it, and its modules. */
export function addressesOf(routes: readonly RouteEntry[], above = '', outer: string[] = []): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const route of routes) {
    const pattern = wholePattern(route.path === undefined ? above : `${above}/${route.path}`)
    const files = [...outer, route.file]
    if (route.path !== undefined || route.index) found.set(pattern, files)
    // The deeper route wins: an index route responds instead of its layout.
    for (const [deeper, deeperFiles] of addressesOf(route.children ?? [], pattern, files))
      found.set(deeper, deeperFiles)
  }
  return found
}

/** The router's name of a pattern, with exactly one slash before each part. */
export function wholePattern(pattern: string): string {
  return `/${pattern}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
}

/** The problems of the policy table, one sentence each: an address without a policy, a missing gate. */
export function policyComplaints(patterns: Iterable<string>): string[] {
  const complaints = [...patterns]
    .filter((pattern) => !Object.hasOwn(ROUTE_POLICIES, pattern))
    .map((pattern) => `${pattern} has no policy`)
  for (const [pattern, methods] of Object.entries(ROUTE_POLICIES)) {
    if (!methods.GET) complaints.push(`${pattern} does not list GET`)
    for (const policy of Object.values(methods)) {
      if (['pass', 'machine'].includes(whoOf(policy)) && gateOf(policy) === null)
        complaints.push(`${pattern} is for ${whoOf(policy)} and names no gate`)
    }
  }
  return complaints
}

/** Policies of addresses that no longer exist. */
export function surplusPolicies(patterns: Iterable<string>): string[] {
  const known = new Set(patterns)
  return Object.keys(ROUTE_POLICIES).filter((pattern) => !known.has(pattern))
}
