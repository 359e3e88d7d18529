/**
 * Evaluates robots.txt as specified by RFC 9309: groups of one agent are merged, and the longest rule applies; of
 * equally long ones, the one that allows.
 */
import type { FetchResult } from '../net/guarded-fetch.ts'

type Rule = { isAllow: boolean; path: string }

export type Robots =
  /** Keys are product tokens in lower case. */
  | { kind: 'rules'; groups: ReadonlyMap<string, readonly Rule[]>; sitemaps: readonly string[] }
  /** 4xx: without the file, everything is allowed. */
  | { kind: 'absent' }
  /** 5xx or no response: everything is disallowed for now. */
  | { kind: 'unreachable' }

/** The minimum size that RFC 9309, 2.5, requires crawlers to parse. */
export const maxRobotsBytes = 512_000

/** Returns the rules that follow from the response to a request of robots.txt (RFC 9309, 2.3.1). */
export function readRobots(fetched: FetchResult): Robots {
  if (fetched.outcome === 'failed' || fetched.status >= 500 || fetched.status === 429)
    return { kind: 'unreachable' }
  if (fetched.status !== 200) return { kind: 'absent' }
  return parseRobots(fetched.body.toString('utf8'))
}

export function parseRobots(text: string): Robots {
  const groups = new Map<string, Rule[]>()
  const sitemaps: string[] = []
  let agents: string[] = []
  let hasRules = false
  for (const { key, value } of splitLines(text)) {
    if (key === 'user-agent') {
      // Consecutive agents share the rules below them; an agent line after a rule starts a new group.
      agents = hasRules ? [productToken(value)] : [...agents, productToken(value)]
      hasRules = false
      for (const agent of agents) groups.set(agent, groups.get(agent) ?? [])
    } else if (key === 'allow' || key === 'disallow') {
      hasRules = true
      // An empty rule matches nothing.
      const rule = { isAllow: key === 'allow', path: normalizePath(value) }
      if (value !== '') for (const agent of agents) groups.get(agent)?.push(rule)
    } else if (key === 'sitemap') sitemaps.push(value)
  }
  return { kind: 'rules', groups, sitemaps }
}

export type RobotsVerdict = {
  allowed: boolean
  /** The rule that decided, if any. */
  rule: string | null
  /** Whether the agent's own group applied or the one for all agents. */
  group: 'own' | 'all' | null
}

/** Returns whether robots.txt allows a URL, and by which rule. `agent` is the product token. */
export function checkRobots(robots: Robots, agent: string, url: string): RobotsVerdict {
  if (robots.kind !== 'rules') return { allowed: robots.kind === 'absent', rule: null, group: null }
  const ownRules = robots.groups.get(agent.toLowerCase())
  const rules = ownRules ?? robots.groups.get('*')
  const group = ownRules ? 'own' : rules ? 'all' : null
  const { pathname, search } = new URL(url)
  // robots.txt itself is always allowed.
  if (pathname === '/robots.txt') return { allowed: true, rule: null, group }
  // `*` and `$` are special in rules, so literal ones are escaped in the path.
  const path = normalizePath(pathname + search)
    .replaceAll('*', '%2A')
    .replaceAll('$', '%24')
  const matching = (rules ?? []).filter((rule) => matches(rule.path, path))
  const [decisive] = matching.sort(
    (a, b) => b.path.length - a.path.length || Number(b.isAllow) - Number(a.isAllow),
  )
  if (!decisive) return { allowed: true, rule: null, group }
  return {
    allowed: decisive.isAllow,
    rule: `${decisive.isAllow ? 'Allow' : 'Disallow'}: ${decisive.path}`,
    group,
  }
}

function splitLines(text: string): { key: string; value: string }[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .flatMap((line) => {
      const [plain = ''] = line.split('#', 1)
      const colon = plain.indexOf(':')
      if (colon < 0) return []
      return [{ key: plain.slice(0, colon).trim().toLowerCase(), value: plain.slice(colon + 1).trim() }]
    })
}

/** Returns the product token of a user agent: `googlebot` for `Googlebot/2.1 (…)`. */
const productToken = (value: string) => value.split(/[/\s]/)[0]?.toLowerCase() ?? ''

/**
 * Normalizes equivalent spellings: unescapes unreserved characters, escapes non-ASCII ones and the reserved characters
 * of a query.
 */
function normalizePath(path: string): string {
  const [before = '', ...query] = path.split('?')
  const head = normalizeEscapes(before)
  if (query.length === 0) return head
  return `${head}?${normalizeEscapes(query.join('?')).replaceAll(':', '%3A').replaceAll('/', '%2F')}`
}

const normalizeEscapes = (text: string) =>
  text
    .replace(/[^\u0021-\u007e]+/gu, (characters) => encodeURIComponent(characters.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (escaped) => {
      const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
    })

/** Matches a path against a pattern: `*` is any text, a final `$` the end. Linear in the length of the path. */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const [first = '', ...others] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  const last = others.pop()
  if (last === undefined) return !isAnchored || path === first
  let position = first.length
  for (const piece of others) {
    const foundAt = path.indexOf(piece, position)
    if (foundAt < 0) return false
    position = foundAt + piece.length
  }
  return isAnchored
    ? path.length - last.length >= position && path.endsWith(last)
    : path.indexOf(last, position) >= 0
}
