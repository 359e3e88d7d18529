import type { SourceCategory } from '../../../../vocabulary/source-categories.ts'
import { type ArticleType, articleTypes } from '../../parsed-answer.ts'
import types from './article-types.json' with { type: 'json' }

/** Classifies a source by its URL and title. */
export function classifyArticle(
  { url, host, path }: { url: string; host: string; path: string },
  title: string | null,
  category: SourceCategory,
): ArticleType {
  const query = url.indexOf('?')
  if (HOMEPAGE.test(path) && query < 0) return 'homepage'
  const location = fold(`${host.replace(/^www\./, '')}${path}`)
  const [threadOrDocs] = LOCATION_PATTERNS
  if (threadOrDocs?.[1].test(location)) return threadOrDocs[0]
  if (category === 'forum' && path.split('/').length > 2) return 'forum-thread'
  const words = fold(`${path.replace(/[/_.+-]+/g, ' ')} ${title ?? ''}`)
  const byLocation = LOCATION_PATTERNS.slice(1).find(([, pattern]) => pattern.test(location))
  const byWords = WORD_PATTERNS.find(([, pattern]) => pattern.test(words))
  // "/docs/compare" is documentation, "/products/best-of-2025" and "/news/the-10-best" are lists.
  if (byLocation?.[0] === 'documentation') return 'documentation'
  return (
    byWords?.[0] ??
    byLocation?.[0] ??
    TITLE_PATTERNS.find(([, pattern]) => pattern.test(fold(title ?? '')))?.[0] ??
    'other'
  )
}

/** `/`, `/en`, `/de-at/`, `/index.html`. */
const HOMEPAGE = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:index\.(?:html?|php))?$/i

const LOCATION_PATTERNS = compile(types.address)
const WORD_PATTERNS = compile(types.words)
const TITLE_PATTERNS = compile(types.titles)

function compile(rules: string[][]): [ArticleType, RegExp][] {
  return rules.flatMap(([name, pattern = '']): [ArticleType, RegExp][] => {
    const type = articleTypes.find((known) => known === name)
    return type ? [[type, new RegExp(pattern, 'u')]] : []
  })
}

function fold(text: string): string {
  // Nearly all URLs are ASCII, and removing accents takes longer than the rest of the classification.
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase()
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
