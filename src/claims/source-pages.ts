/**
 * The cited pages that state a fact wrongly, as the answers do that cite them. Their stored text (cited-pages/) is compared with the
 * fact by the same rules as answers.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersInScope } from '../answers/scope.ts'
import { getBrand } from '../brands/brands.ts'
import { Timestamp } from '../core/fields.ts'
import { timeSlicer } from '../core/yield-to-event-loop.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { verdictOnAnswer } from '../metrics/claim-verdicts.ts'
import { Count, SourceDomain, SourceTitle, SourceUrl } from '../metrics/fields.ts'
import type { Window } from '../metrics/rollups.ts'
import { createMatcher } from './compare-answers.ts'
import type { FactRow } from './facts.ts'
import { comparePage } from './matching.ts'

const mostPages = 30
/** The rest of a longer page is not compared. */
const maxCharacters = 100_000

export const SourcePages = z
  .object({
    cited: Count.describe(
      'Pages that the wrong and outdated answers cite; the 30 most cited ones are compared.',
    ),
    read: Count.describe('Pages among the compared ones whose text is stored.'),
    pages: z.array(
      z.object({
        url: SourceUrl,
        title: SourceTitle,
        domain: SourceDomain,
        is_own: z.boolean().describe('Whether it is a page of the brand.'),
        results_citing: Count.describe('Wrong and outdated answers that cite it.'),
        verdict: z.enum(['wrong', 'outdated']).describe('The verdict on the page.'),
        quote: untrustedText(z.string().describe('The words of the page.')),
        read_at: Timestamp.describe('When the page was read.'),
      }),
    ),
  })
  .describe('The pages that state the fact wrongly themselves, most cited first.')

type CitedPage = {
  url: string
  title: string | null
  domain: string
  is_own: boolean
  results_citing: number
  pages: number
}

export async function findSourcePages(window: Window, fact: FactRow): Promise<z.input<typeof SourcePages>> {
  const cited = await listCitedByWrong(window, fact.id)
  const brand = await getBrand(window, window.scope.brand.id)
  const matcher = await createMatcher(window, brand, [fact])
  const pause = timeSlicer()
  const pages: z.input<typeof SourcePages>['pages'] = []
  let read = 0
  for (const { pages: _, ...page } of cited) {
    const stored = await findText(window, page.url)
    if (!stored) continue
    read += 1
    await pause()
    const text = stored.text.slice(0, maxCharacters)
    const [found] = comparePage(matcher, text, stored.language)
    if (found?.verdict !== 'wrong' && found?.verdict !== 'outdated') continue
    const { verdict, start, end } = found
    pages.push({ ...page, verdict, quote: text.slice(start, end), read_at: stored.read_at.toISOString() })
  }
  return { cited: cited[0]?.pages ?? 0, read, pages }
}

/** Pages are stored once for all brands, by the hash of their URL (cited-pages/). */
async function findText({ db }: Window, url: string) {
  const { rows } = await sql<{ text: string; read_at: Date; language: string | null }>`
    select text, read_at, properties->>'language' as language from web_pages
    where url_hash = sha256(convert_to(${url}, 'UTF8')) and text is not null`.execute(db)
  return rows[0]
}

async function listCitedByWrong({ db, scope }: Window, factId: string): Promise<CitedPage[]> {
  const { rows } = await sql<CitedPage>`
    select
      urls.url, urls.title, domains.registrable as domain, coalesce(bool_or(cited.entity = 0), false) as is_own,
      count(distinct cited.answer_id)::int as results_citing, (count(*) over ())::int as pages
    from (
      select answers.id from answers
      where ${answersInScope(scope)} and mention_counts[1] > 0
        and ${verdictOnAnswer(scope.brand.id, factId)} in ('wrong', 'outdated')
    ) stating
    join answer_citations cited on cited.brand_id = ${scope.brand.id} and cited.answer_id = stating.id and cited.cited
    join urls on urls.brand_id = ${scope.brand.id} and urls.id = cited.url_id
    join domains on domains.brand_id = ${scope.brand.id} and domains.id = cited.domain_id
    group by urls.url, urls.title, domains.registrable
    order by results_citing desc, urls.url limit ${mostPages}`.execute(db)
  return rows
}
