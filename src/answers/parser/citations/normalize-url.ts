import { parse } from 'tldts'
import { readWordList } from '../text/word-lists.ts'

export type NormalizedUrl = {
  url: string
  /** ASCII, lower case, without port. */
  host: string
  /** With its leading slash. */
  path: string
}

/**
 * Parses a URL and removes what does not identify the page: fragment, tracking parameters, user and password. Resolves
 * redirect links of search engines. Returns null for anything that is not an http or https URL; never throws.
 */
export function normalizeUrl(text: string): NormalizedUrl | null {
  const url = URL.parse(withScheme(text.trim()))
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '') return null
  const target = REDIRECTS.test(`${url.hostname}${url.pathname}`) ? redirectTarget(url) : null
  if (target) return normalizeUrl(target)
  // Each assignment parses the whole URL again.
  if (url.hash !== '') url.hash = ''
  if (url.username !== '') url.username = ''
  if (url.password !== '') url.password = ''
  if (url.search !== '') dropTracking(url)
  const host = url.hostname.replace(/\.$/, '')
  // An empty fragment or query leaves a trailing # or ?.
  return { url: url.href.replace(/(?<![?#])[?#]+$/, ''), host, path: url.pathname }
}

/** Adds a scheme to `//acme.com/x` and `acme.com/x` if the public suffix list contains the suffix. */
function withScheme(text: string): string {
  const bare = BARE.exec(text)?.[1]
  return bare !== undefined && parse(bare).isIcann === true ? `https://${text.replace(/^\/\//, '')}` : text
}

const BARE = /^(?:\/\/)?([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)(?=[/?#:]|$)/u

/** Links of search engines that contain the URL of the result. */
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

const TRACKING = readWordList('tracking-parameters.txt')
const NAMES = new Set(TRACKING.filter((line) => !line.endsWith('*')))
const PREFIXES = TRACKING.filter((line) => line.endsWith('*')).map((line) => line.slice(0, -1))

/** Removes tracking parameters. Filters the text, because `searchParams` would encode the other parameters again. */
function dropTracking(url: URL): void {
  const remaining = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isTracking(pair.split('=', 1)[0]?.toLowerCase() ?? ''))
  url.search = remaining.join('&')
}

function isTracking(name: string): boolean {
  return NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix))
}
