/** The sources of an answer: cleaned addresses, and the line between what is cited and what was only read. */
import type { Citation, Source } from '../engine.ts'
import { asString } from './json.ts'

/** Null without a usable address. */
export function parseSource(url: unknown, title: unknown): Source | null {
  const cleaned = cleanUrl(asString(url) ?? '')
  return cleaned === null ? null : { url: cleaned, title: asString(title) }
}

/**
 * An absolute http(s) address without what the engine added to it: OpenAI's `utm_source=openai` and text
 * fragments (`#:~:text=`). Everything else stays as the engine wrote it. Null for anything else.
 */
export function cleanUrl(written: string): string | null {
  const url = written
    .trim()
    .replace(/#:~:text=.*$/, '')
    .replace(/([?&])utm_source=(?:openai|chatgpt\.com)(&|(?=#)|$)/, (_, before, after) =>
      after === '&' ? before : '',
    )
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null
  return /\s/.test(url) ? new URL(url).href : url
}

/** In the answer's order; the same address twice only where the answer points at it in two places. */
export function distinctCitations(citations: Citation[]): Citation[] {
  const seen = new Set<string>()
  return citations.filter(({ url, start, end }) => {
    const place = JSON.stringify([url, start, end])
    return !seen.has(place) && seen.add(place)
  })
}

/** The sources the engine read and does not cite, each once. A title that comes later fills a missing one. */
export function retrievedOnly(read: Source[], citations: Source[]): Source[] {
  const cited = new Set(citations.map(({ url }) => url))
  const byUrl = new Map<string, Source>()
  for (const source of read) {
    if (cited.has(source.url)) continue
    byUrl.set(source.url, { url: source.url, title: byUrl.get(source.url)?.title ?? source.title })
  }
  return [...byUrl.values()]
}
