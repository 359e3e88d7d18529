/** Finds the competitors that a site names itself, in headings such as "Acme vs Globex" and links to such pages. */
import type { AuditedPage } from '../audits/page.ts'
import { Line } from '../core/fields.ts'

const maxNames = 4

/** Returns distinct names without the brand's own ones, from texts first. */
export function findComparedNames(page: AuditedPage, own: readonly string[]): string[] {
  const texts = [
    ...page.titles,
    ...page.blocks.filter(({ kind }) => kind === 'heading' || kind === 'summary').map(({ text }) => text),
  ]
  const found = [
    ...texts.flatMap((text) => [...text.matchAll(comparison)].map(([, name]) => name ?? '')),
    ...page.anchors.flatMap(({ href }) => nameInPath(href) ?? []),
  ]
  const seen = new Set(own.map(toKey))
  return found
    .flatMap((text) => {
      const name = Line(60).safeParse(text.replace(/[.,]$/, ''))
      if (!name.success || isGeneric(name.data) || seen.has(toKey(name.data))) return []
      seen.add(toKey(name.data))
      return [name.data]
    })
    .slice(0, maxNames)
}

/** A capitalized name of at most three words. The name before "vs" is usually the brand itself. */
const comparison =
  /(?:\bvs\.?|\bversus|\balternatives? (?:to|zu|à|a)|\bcompared (?:to|with)|\bswitch(?:ing)? from|\bim vergleich (?:zu|mit)|\bwechsel von)\s((?-i:\p{Lu})[\p{L}\p{N}.&-]*(?: (?-i:\p{Lu})[\p{L}\p{N}.&-]*){0,2})/giu

/** `/compare/acme-vs-globex` and `/globex-alternative` → `Globex`. */
function nameInPath(href: string): string | null {
  const path = URL.canParse(href, 'https://site.example')
    ? new URL(href, 'https://site.example').pathname
    : ''
  const last = path.split('/').findLast((part) => part !== '') ?? ''
  const slug =
    /(?:^|-)vs-([a-z0-9-]+)$/.exec(last)?.[1] ??
    /^([a-z0-9-]+)-alternatives?$/.exec(last)?.[1] ??
    (/\/(?:vs|alternatives?)\/[a-z0-9-]+\/?$/.test(path) ? last : undefined)
  return slug?.split('-').map(capitalize).join(' ') ?? null
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const toKey = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** What sites compare themselves with instead of a competitor. */
const genericNames = new Set(
  'competitors,others,other tools,the competition,spreadsheets,spreadsheet,excel,doing nothing,in house,agencies,wettbewerber,andere'.split(
    ',',
  ),
)

const isGeneric = (name: string): boolean => genericNames.has(name.toLowerCase())
