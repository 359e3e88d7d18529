import { parse } from 'tldts'
import { remembered } from '../remembered.ts'
import { readLines } from '../text/word-lists.ts'

export type NormalizedUrl = {
  url: string
  /** ASCII, small letters, without port. */
  host: string
  /** With its leading slash. */
  path: string
}

/**
 * Reads an address and takes off what does not say which page it is: fragment, tracking parameters, user and password.
 * Never throws: null for anything that is no http or https address.
 */
export const normalizeUrl = remembered(20_000, readAddress)

function readAddress(text: string): NormalizedUrl | null {
  const url = URL.parse(withScheme(text.trim()))
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '') return null
  const target = REDIRECTS.test(`${url.hostname}${url.pathname}`) ? redirectTarget(url) : null
  if (target) return readAddress(target)
  // Each of these reads the whole address anew, so only what is there is taken away.
  if (url.hash !== '') url.hash = ''
  if (url.username !== '') url.username = ''
  if (url.password !== '') url.password = ''
  if (url.search !== '') dropTracking(url)
  const host = url.hostname.replace(/\.$/, '')
  // A lone # or ? at the end stands for an empty fragment or query.
  return { url: url.href.replace(/[?#]+$/, ''), host, path: url.pathname }
}

/** `//acme.com/x` and `acme.com/x` are addresses too, where the public suffix list knows the ending. */
function withScheme(text: string): string {
  const bare = BARE.exec(text)?.[1]
  return bare !== undefined && parse(bare).isIcann === true ? `https://${text.replace(/^\/\//, '')}` : text
}

const BARE = /^(?:\/\/)?([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)(?=[/?#:]|$)/u

/** Search engines' own links to a result carry its address. */
const REDIRECTS =
  /^(?:www\.)?(?:google\.[a-z.]+\/url|bing\.com\/ck\/a|duckduckgo\.com\/l\/|l\.facebook\.com\/l\.php)$/

function redirectTarget(url: URL): string | null {
  const target =
    url.searchParams.get('q') ??
    url.searchParams.get('url') ??
    url.searchParams.get('uddg') ??
    url.searchParams.get('u')
  return target !== null &&
    /^https?:\/\//i.test(target) &&
    !REDIRECTS.test(target.replace(/^https?:\/\//i, '').split('?')[0] ?? '')
    ? target
    : null
}

const lines = readLines('tracking-parameters.txt')
const NAMES = new Set(lines.filter((line) => !line.endsWith('*')))
const PREFIXES = lines.filter((line) => line.endsWith('*')).map((line) => line.slice(0, -1))

/** Keeps the other parameters as they were written: setting them anew would encode them anew. */
function dropTracking(url: URL): void {
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isTracking(pair.split('=', 1)[0]?.toLowerCase() ?? ''))
  url.search = kept.join('&')
}

function isTracking(name: string): boolean {
  return NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix))
}
