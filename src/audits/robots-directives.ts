/**
 * What a page asks of bots that have read it: X-Robots-Tag and meta robots, each for all or for one bot by its name.
 * https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
import type { PageVisit } from './crawl-result.ts'

/** Where each stands, or null. */
export type RobotsDirectives = { noindex: string | null; nosnippet: string | null }

export function robotsDirectivesFor({ robotsTags, page }: PageVisit, agent: string): RobotsDirectives {
  const name = agent.toLowerCase()
  const inHeaders = robotsTags.flatMap(headerDirectives)
  const inPage = (page?.metas ?? []).flatMap(({ name: of, content }) =>
    of === 'robots' || of === name ? termsOf(content).map((term) => ({ of, term })) : [],
  )
  const all = [
    ...inHeaders.map((each) => ({ ...each, place: 'X-Robots-Tag' })),
    ...inPage.map((each) => ({ ...each, place: `the meta element “${each.of}”` })),
  ].filter(({ of }) => of === 'robots' || of === name)
  const placeOf = (terms: RegExp) => all.find(({ term }) => terms.test(term))?.place ?? null
  return {
    noindex: placeOf(/^(noindex|none)$/),
    nosnippet: placeOf(/^(nosnippet|max-snippet\s*:\s*0)$/),
  }
}

/** `otherbot: noindex, nofollow`: the name holds for what follows it on its line. */
function headerDirectives(line: string): { of: string; term: string }[] {
  let of = 'robots'
  return termsOf(line).map((part) => {
    const named = part.match(/^([\w.-]+)\s*:\s*(.*)$/)
    if (!named || withValues.test(named[1] ?? '')) return { of, term: part }
    of = named[1] ?? of
    return { of, term: named[2] ?? '' }
  })
}

/** Directives that have a colon themselves. */
const withValues = /^(max-snippet|max-image-preview|max-video-preview|unavailable_after)$/

const termsOf = (text: string) =>
  text
    .toLowerCase()
    .split(',')
    .map((term) => term.trim())
