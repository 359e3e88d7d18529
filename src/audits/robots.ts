/**
 * robots.txt as RFC 9309 reads it: groups of one agent are merged, the longest rule counts, of two equally long ones the
 * one that allows. What the file asks is a wish, which the agents that matter here say they respect.
 */

type Rule = { allows: boolean; path: string }

export type Robots =
  /** Keys are product tokens in lower case. */
  | { kind: 'rules'; groups: ReadonlyMap<string, readonly Rule[]>; sitemaps: readonly string[] }
  /** 4xx: there is no file, so everything is allowed. */
  | { kind: 'absent' }
  /** 5xx or no answer: nothing is allowed, as long as that lasts. */
  | { kind: 'unreachable' }

/** RFC 9309, 2.5: at least this much is read. */
export const mostRobotsBytes = 512_000

export function parseRobots(text: string): Robots {
  const groups = new Map<string, Rule[]>()
  const sitemaps: string[] = []
  let agents: string[] = []
  let hasRules = false
  for (const { key, value } of linesOf(text)) {
    if (key === 'user-agent') {
      // Agents that follow each other share the rules below them; one after a rule begins a new group.
      agents = hasRules ? [tokenOf(value)] : [...agents, tokenOf(value)]
      hasRules = false
      for (const agent of agents) groups.set(agent, groups.get(agent) ?? [])
    } else if (key === 'allow' || key === 'disallow') {
      hasRules = true
      // An empty rule matches nothing.
      const rule = { allows: key === 'allow', path: comparable(value) }
      if (value !== '') for (const agent of agents) groups.get(agent)?.push(rule)
    } else if (key === 'sitemap') sitemaps.push(value)
  }
  return { kind: 'rules', groups, sitemaps }
}

export type Verdict = {
  allowed: boolean
  /** The line that decided, as far as one did. */
  rule: string | null
  /** Whether a group of its own speaks of the agent, or only the one of all others. */
  group: 'own' | 'all' | null
}

/** `agent`: its product token. */
export function checkRobots(robots: Robots, agent: string, url: string): Verdict {
  if (robots.kind !== 'rules') return { allowed: robots.kind === 'absent', rule: null, group: null }
  const own = robots.groups.get(agent.toLowerCase())
  const rules = own ?? robots.groups.get('*')
  const group = own ? 'own' : rules ? 'all' : null
  const { pathname, search } = new URL(url)
  // Whoever may read nothing may still read what says so.
  if (pathname === '/robots.txt') return { allowed: true, rule: null, group }
  // In a rule these two signs are special; who means them writes them escaped.
  const path = comparable(pathname + search)
    .replaceAll('*', '%2A')
    .replaceAll('$', '%24')
  const matching = (rules ?? []).filter((rule) => matches(rule.path, path))
  const [best] = matching.sort((a, b) => b.path.length - a.path.length || Number(b.allows) - Number(a.allows))
  if (!best) return { allowed: true, rule: null, group }
  return { allowed: best.allows, rule: `${best.allows ? 'Allow' : 'Disallow'}: ${best.path}`, group }
}

function linesOf(text: string): { key: string; value: string }[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .flatMap((line) => {
      const plain = line.replace(/#.*$/, '')
      const colon = plain.indexOf(':')
      if (colon < 0) return []
      return [{ key: plain.slice(0, colon).trim().toLowerCase(), value: plain.slice(colon + 1).trim() }]
    })
}

/** `Googlebot/2.1 (…)` stands for Googlebot. */
const tokenOf = (value: string) => value.split(/[/\s]/)[0]?.toLowerCase() ?? ''

/**
 * One spelling of all that mean the same octets: what needs no escape has none, what is not ASCII has one, and so have the
 * reserved signs of a query.
 */
function comparable(path: string): string {
  const [before = '', ...query] = path.split('?')
  const head = oneSpelling(before)
  if (query.length === 0) return head
  return `${head}?${oneSpelling(query.join('?')).replaceAll(':', '%3A').replaceAll('/', '%2F')}`
}

const oneSpelling = (text: string) =>
  text
    .replace(/[^\u0021-\u007e]+/gu, (signs) => encodeURIComponent(signs.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (escaped) => {
      const sign = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
      return /[\w.~-]/.test(sign) ? sign : escaped.toUpperCase()
    })

/** `*` is any text, `$` at the end the end. Goes through the path once for each piece, however many there are. */
function matches(pattern: string, path: string): boolean {
  const toEnd = pattern.endsWith('$')
  const [first = '', ...others] = (toEnd ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  const last = others.pop()
  if (last === undefined) return !toEnd || path === first
  let at = first.length
  for (const piece of others) {
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return toEnd ? path.length - last.length >= at && path.endsWith(last) : path.indexOf(last, at) >= 0
}
