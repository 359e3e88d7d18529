/** Resolves the host of a URL to addresses that may be contacted. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { PrivateNetworks } from '../core/config.ts'
import { type Message, message } from '../languages/message.ts'
import { FetchError } from './fetch-failure.ts'
import { createAddressFilter } from './public-address.ts'

export type IpAddress = { address: string; family: number }

/** DNS and the address check, which tests replace. */
export type Network = {
  lookup(host: string): Promise<IpAddress[]>
  isAllowed(address: string): boolean
}

export type NetworkPolicy = { config: { ALLOW_PRIVATE_NETWORK: PrivateNetworks } }

export const getNetwork = (config: NetworkPolicy['config']): Network => ({
  lookup: (host) => lookup(host, { all: true, order: 'verbatim' }),
  isAllowed: createAddressFilter(config.ALLOW_PRIVATE_NETWORK),
})

/** Throws `unsafe_url`. WHATWG parsing normalizes all spellings of an IP address: decimal, octal, hexadecimal, short, full-width. */
export function parseUrl(url: string): URL {
  if (getProblem(url) !== null) throw new FetchError('unsafe_url')
  return new URL(url)
}

/** Returns why a URL is rejected whatever its host, or null. */
export function getProblem(url: string): Message | null {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null) return message('net.safeAddresses.thisIsNotAURLEnter')
  if (!/^https?:$/.test(parsed.protocol))
    return message('net.safeAddresses.aURLWithProtocolIsNot', {
      protocol: parsed.protocol,
    })
  if (parsed.username !== '' || parsed.password !== '')
    return message('net.safeAddresses.theURLContainsAUserName')
  return null
}

/** Returns all addresses of the host. Throws `unsafe_url` if any of them is not allowed, and `dns`. */
export async function resolveSafeAddresses({ hostname }: URL, network: Network): Promise<IpAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family > 0 ? [{ address: host, family }] : await resolveHost(host, network)
  if (!addresses.every(({ address }) => network.isAllowed(address))) throw new FetchError('unsafe_url')
  return addresses
}

async function resolveHost(host: string, network: Network): Promise<IpAddress[]> {
  // RFC 6761: localhost is the loopback address, whatever a resolver returns.
  if (/(^|\.)localhost\.?$/.test(host)) return loopback
  const addresses = await network.lookup(host).catch(() => [])
  if (addresses.length === 0) throw new FetchError('dns')
  return addresses
}

const loopback = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]
