/** The sources of an answer: cleans their URLs and separates cited from retrieved ones. */
import type { EngineCitation, Source } from '../engine.ts'
import { asString } from './json.ts'

/** Returns null without a usable URL. */
export function parseSource(url: unknown, title: unknown): Source | null {
  const cleaned = cleanUrl(asString(url) ?? '')
  return cleaned === null ? null : { url: cleaned, title: asString(title) }
}

/**
 * Removes what engines add to a URL: OpenAI's `utm_source=openai` and text fragments (`#:~:text=`). The rest stays unchanged.
 * Returns null for anything but an absolute http(s) URL.
 */
export function cleanUrl(raw: string): string | null {
  const url = raw
    .trim()
    .replace(/#:~:text=.*/s, '')
    .replace(/([?&])utm_source=(?:openai|chatgpt\.com)(&|(?=#)|$)/, (_, before, after) =>
      after === '&' ? before : '',
    )
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null
  return /\s/.test(url) ? new URL(url).href : url
}

/** Removes duplicates and keeps the order. A URL stays twice only if two spans cite it. */
export function distinctCitations(citations: EngineCitation[]): EngineCitation[] {
  const seen = new Set<string>()
  return citations.filter(({ url, start, end }) => {
    const key = JSON.stringify([url, start, end])
    return !seen.has(key) && seen.add(key)
  })
}

/** Returns the sources that were retrieved but not cited, without duplicates. A later title fills a missing one. */
export function retrievedOnly(retrieved: Source[], citations: Source[]): Source[] {
  const cited = new Set(citations.map(({ url }) => url))
  const byUrl = new Map<string, Source>()
  for (const source of retrieved) {
    if (cited.has(source.url)) continue
    byUrl.set(source.url, { url: source.url, title: byUrl.get(source.url)?.title ?? source.title })
  }
  return [...byUrl.values()]
}
