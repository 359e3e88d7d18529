/** Decides which IP addresses the service may reach: public ones by the IANA registries, and the networks of a setting. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { PrivateNetworks } from '../core/config.ts'

/** Returns a function that accepts public addresses and addresses in `networks`, except metadata services. */
export function createAddressFilter(networks: PrivateNetworks): (address: string) => boolean {
  const ranges = networks.flatMap((network) =>
    network === 'private' ? privateRanges : [parseRange(network)],
  )
  const allowed = blocks(ranges)
  return (address) => isPublicAddress(address) || (isIn(allowed, address) && !isIn(neverAllowed, address))
}

const isIn = (list: BlockList, address: string): boolean =>
  isIPv4(address)
    ? list.check(address, 'ipv4')
    : isIPv6(address) && !address.includes('%') && list.check(address, 'ipv6')

function parseRange(range: string): Range {
  const [address = '', prefix] = range.split('/')
  return [address, prefix === undefined ? (isIPv4(address) ? 32 : 128) : Number(prefix)]
}

/** Returns false also for a string that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, 'ipv4')
  // An address with a zone (`fe80::1%eth0`) is link-local.
  if (!isIPv6(address) || address.includes('%')) return false
  return globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/**
 * The rest of IPv6 is not public: loopback, unspecified, unique local, link-local, multicast, and the blocks that embed an
 * IPv4 address (mapped, compatible, NAT64).
 */
const globalUnicast = blocks([['2000::', 3]])

/** https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry. */
const reserved = blocks([
  ['0.0.0.0', 8], // this network, unspecified
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers (CGNAT)
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // a public address that Azure uses for the host's own services
  ['169.254.0.0', 16], // link-local, and the metadata services of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // future use, broadcast
  ['2001::', 23], // protocol assignments, including Teredo
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
])

const privateRanges: Range[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // shared by carriers, and used by overlay networks
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
]

/** Link-local addresses, and the addresses at which clouds return credentials of the machine. */
const neverAllowed = blocks([
  ['169.254.0.0', 16], // most clouds
  ['100.100.100.200', 32], // Alibaba Cloud
  ['168.63.129.16', 32], // Azure
  ['192.0.0.192', 32], // Oracle Cloud
  ['fe80::', 10],
  ['fd00:ec2::', 32], // AWS
  ['fd20:ce::254', 128], // Google Cloud
  ['64:ff9b::a9fe:0', 112], // 169.254.0.0/16 by NAT64
])

type Range = readonly [network: string, prefix: number]

function blocks(list: readonly Range[]): BlockList {
  const blockList = new BlockList()
  for (const [network, prefix] of list)
    blockList.addSubnet(network, prefix, isIPv4(network) ? 'ipv4' : 'ipv6')
  return blockList
}
