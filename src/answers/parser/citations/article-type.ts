import type { SourceCategory } from '../../../../vocabulary/source-categories.ts'
import types from './article-types.json' with { type: 'json' }

export const articleTypes = [
  'comparison',
  'list',
  'how-to',
  'review',
  'documentation',
  'news',
  'forum-thread',
  'product',
  'homepage',
  'other',
] as const

export type ArticleType = (typeof articleTypes)[number]

/** What kind of page a source is, as far as its address and title tell. */
export function classifyArticle(
  { url, host, path }: { url: string; host: string; path: string },
  title: string | null,
  category: SourceCategory,
): ArticleType {
  const query = url.indexOf('?')
  if (HOMEPAGE.test(path) && query < 0) return 'homepage'
  const address = fold(`${host.replace(/^www\./, '')}${path}`)
  const [threadOrDocs] = ADDRESS
  if (threadOrDocs?.[1].test(address)) return threadOrDocs[0]
  if (category === 'forum' && path.split('/').length > 2) return 'forum-thread'
  const words = fold(`${path.replace(/[/_.+-]+/g, ' ')} ${title ?? ''}`)
  const structural = ADDRESS.slice(1).find(([, pattern]) => pattern.test(address))
  const spoken = WORDS.find(([, pattern]) => pattern.test(words))
  // "/docs/compare" is documentation, "/products/best-of-2025" and "/news/the-10-best" are lists.
  if (structural?.[0] === 'documentation') return 'documentation'
  return (
    spoken?.[0] ??
    structural?.[0] ??
    TITLES.find(([, pattern]) => pattern.test(fold(title ?? '')))?.[0] ??
    'other'
  )
}

/** `/`, `/en`, `/de-at/`, `/index.html`. */
const HOMEPAGE = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:index\.(?:html?|php))?$/i

const ADDRESS = compile(types.address)
const WORDS = compile(types.words)
const TITLES = compile(types.titles)

function compile(rules: string[][]): [ArticleType, RegExp][] {
  return rules.flatMap(([name, pattern = '']): [ArticleType, RegExp][] => {
    const type = articleTypes.find((known) => known === name)
    return type ? [[type, new RegExp(pattern, 'u')]] : []
  })
}

function fold(text: string): string {
  // Nearly all addresses are ASCII, and taking accents off takes longer than all the rest.
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase()
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
