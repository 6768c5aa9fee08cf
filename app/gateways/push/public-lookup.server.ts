import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Addresses that no push service has: of this machine, its network, its cloud, and those that mean no single machine. From the registries
 * of special-purpose addresses of IANA (IPv4 and IPv6), as of November 2026, and a range of multicast and the future.
 */
const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4')

/** Of IPv6 only what is given out to the public; of it neither documentation nor addresses that hide one of IPv4. */
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !PRIVATE.check(address, 'ipv4')
  return version === 6 && PUBLIC_V6.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6')
}

/** Looks a name up for a connection. The answer that was checked is the one that is connected to, so no second answer can differ. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0)
    const open = found.filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (!first) return callback(new Error('the name leads to no public address'), '', 0)
    if (options.all) callback(null, open)
    else callback(null, first.address, first.family)
  })
}
