/** What engines searched for the answers to one prompt, and whose pages these answers cite. */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersInScope, daysInScope, requirePrompts } from '../../answers/scope.ts'
import { Uuid } from '../../core/ids.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { getContentWords } from '../../search-queries/query-form.ts'
import { Count, Pct, PromptId, PromptText, ResultCount } from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import { readPromptNames } from '../prompts/prompt-names.ts'
import type { Window } from '../rollups.ts'
import { sumBy } from '../sum-by.ts'
import {
  describeMetric,
  IntervalRecord,
  MetricHeader,
  metricHeader,
  pooledRateIntervalPct,
  ratioPct,
} from '../values.ts'
import type { SearchKey } from './search-list.ts'
import { SearchText } from './search-rows.ts'
import { perAnswer, readSearchSums } from './search-sums.ts'
import { PerAnswer } from './searches.ts'

const owners = ['own', 'competitor', 'other'] as const
const Owner = z.enum(owners).describe('Whose site it is.')

const Citations = z.object({
  own: Count.describe('Citations of the own site.'),
  competitor: Count.describe('Citations of sites of tracked competitors.'),
  other: Count.describe('Other citations.'),
})

const Word = z.object({
  word: z.string().describe('The word, in lower case.'),
  search_count: Count.describe('Searches with the word, or without it if they drop it.'),
  pct: Pct.describe('Share of the searches, in percent.'),
  interval: IntervalRecord.describe('Confidence interval of `pct`.'),
})

const PromptSearches = z
  .object({
    ...MetricHeader,
    prompt: z
      .object({ prompt_id: PromptId, prompt_text: PromptText })
      .nullable()
      .describe('Null if no answer of the window has a search.'),
    result_count: ResultCount,
    ...PerAnswer,
    different: Count.describe('Different searches.'),
    day_overlap_pct: Pct.describe(
      'Searches of both days / searches of either day (Jaccard index), averaged over the pairs of consecutive days with searches; null without a pair.',
    ),
    day_pairs: Count.describe('Pairs of consecutive days with searches.'),
    searches: z
      .array(
        z.object({
          search: SearchText,
          results: Count.describe('Answers with the search.'),
          own_cited: Count.describe('Answers among them that cite the own site.'),
          citations: Citations.describe('Citations in these answers.'),
        }),
      )
      .describe('The most frequent searches, at most eight.'),
    sources: z
      .array(
        z.object({
          owner: Owner,
          citations: Count.describe('Citations of their pages in the answers with searches.'),
          pct: Pct.describe('Share of all citations of the answers with searches, in percent.'),
          pages: Count.describe('Different cited pages.'),
          most_cited: z.string().nullable().describe('The competitor or the domain with most citations.'),
        }),
      )
      .describe('Whose pages the answers with searches cite.'),
    words_added: z
      .array(Word)
      .describe('Words of the searches that the prompt does not have, at most twelve.'),
    words_dropped: z.array(Word).describe('Words of the prompt that searches do not have, at most twelve.'),
  })
  .meta({ id: 'PromptSearches' })

const query = {
  prompt_id: Uuid.optional().describe('The prompt; by default the one with most searches.'),
}

export const promptSearches = defineMetric({
  summary: 'Get the searches of engines for a prompt',
  whenToUse:
    'Answers "what did engines search for when they answered this prompt, which words did they add or drop, and whose pages did they cite?" For all prompts use list_searches.',
  description: describeMetric(
    [],
    'A search counts once per answer. Words are compared without their endings, and words such as "the" are left out.',
  ),
  query,
  returns: PromptSearches,
  read,
})

async function read(
  window: Window,
  { prompt_id }: z.output<z.ZodObject<typeof query>>,
): Promise<z.input<typeof PromptSearches>> {
  const { scope } = window
  await requirePrompts(window, scope, prompt_id === undefined ? undefined : [prompt_id])
  const id = prompt_id ?? (await findMostSearched(window))
  if (id === undefined) return { ...metricHeader(scope), ...nothing }
  const sums = await readSearchSums(window, { promptId: id })
  const name = (await readPromptNames(window, scope.brand.id, [id])).get(id)
  const text = name?.text ?? ''
  const found = await readFlow(window, id)
  const numbers = perAnswer(sums.reporting, sums.perDay)
  const perSearch = Math.max(1, numbers.searches_per_answer ?? 1) * sums.perDay
  const citations = sumBy(found.sources, ({ weighted }) => weighted)
  const names = new Map(window.competitors.map((each) => [each.entity_no, each.name]))
  return {
    ...metricHeader(scope),
    prompt: { prompt_id: id, prompt_text: text },
    result_count: sumBy(sums.platforms, ({ results }) => results),
    ...numbers,
    different: found.different,
    ...compareDays(found.days),
    searches: found.searches,
    sources: owners.map((owner) => {
      const source = found.sources.find((each) => each.owner === owner)
      return {
        owner,
        citations: source?.citations ?? 0,
        pct: ratioPct(source?.weighted ?? 0, citations),
        pages: source?.pages ?? 0,
        most_cited: (owner === 'competitor' ? names.get(source?.entity ?? 0) : source?.domain) ?? null,
      }
    }),
    ...(await compareWords(text, found.texts, perSearch)),
  }
}

const nothing = {
  prompt: null,
  result_count: 0,
  ...perAnswer([], 1),
  different: 0,
  day_overlap_pct: null,
  day_pairs: 0,
  searches: [],
  sources: [],
  words_added: [],
  words_dropped: [],
}

async function findMostSearched({ db, scope }: Window): Promise<string | undefined> {
  const { rows } = await sql<{ prompt_id: string }>`
    select prompt_id from answers where ${answersInScope(scope)} and search_keys <> '{}'
    group by prompt_id order by sum(cardinality(search_keys)) desc, prompt_id limit 1`.execute(db)
  return rows[0]?.prompt_id
}

/** `n`: with the weights of the answers. */
type WeightedCount<K extends string> = Record<K, string> & { count: number; n: number }

type Flow = {
  different: number
  searches: z.input<typeof PromptSearches>['searches']
  sources: {
    owner: z.output<typeof Owner>
    citations: number
    weighted: number
    pages: number
    entity: number | null
    domain: string | null
  }[]
  days: { day: string; keys: SearchKey[] }[]
  texts: WeightedCount<'search'>[]
}

const maxShown = 8
/** Texts and days of one prompt, those with most searches and the last ones. */
const maxTexts = 2_000
const maxDays = 400

async function readFlow({ db, scope }: Window, promptId: string): Promise<Flow> {
  const { rows } = await sql<Flow>`
    with listed as materialized (
      select * from (
        select id, day, weight, own_citations[1] > 0 as own, unnest(search_keys) as key, unnest(searches) as search
        from answers where ${answersInScope(scope)} and prompt_id = ${promptId} and search_keys <> '{}'
      ) unnested where key is not null
    ),
    found as (
      select key, mode() within group (order by search) as search, count(*) as results, count(*) filter (where own) as own_cited
      from listed group by key order by results desc, key
    ),
    shown as materialized (select * from found limit ${maxShown}),
    cited as materialized (
      select answer_id, url_id, domain_id, entity, weight,
        case when entity = 0 then 'own' when entity is null then 'other' else 'competitor' end as owner
      from (select distinct id, weight from listed) answers join answer_citations citation on citation.answer_id = answers.id
      where citation.brand_id = ${scope.brand.id} and citation.cited and ${daysInScope(scope, 'citation.day')}
    ),
    citations_of as (
      select shown.key,
        count(*) filter (where owner = 'own') as own, count(*) filter (where owner = 'competitor') as competitor,
        count(*) filter (where owner = 'other') as other
      from shown join listed on listed.key = shown.key join cited on cited.answer_id = listed.id group by shown.key
    ),
    sources as (
      select owner, count(*) as citations, sum(weight) as weighted, count(distinct url_id) as pages, mode() within group (order by entity) as entity,
        mode() within group (order by domains.registrable) as domain
      from cited join domains on domains.brand_id = ${scope.brand.id} and domains.id = cited.domain_id group by owner
    ),
    days as (
      select day, array_agg(distinct key) as keys from listed group by day order by day desc limit ${maxDays}
    ),
    texts as (select search, count(*), sum(weight) as n from listed group by search order by count(*) desc, search limit ${maxTexts})
    select
      (select count(*) from found)::int as different,
      (select coalesce(json_agg(json_build_object(
        'search', search, 'results', results, 'own_cited', own_cited, 'citations', json_build_object(
          'own', coalesce(own, 0), 'competitor', coalesce(competitor, 0), 'other', coalesce(other, 0)
        )
      ) order by results desc, shown.key), '[]') from shown left join citations_of using (key)) as searches,
      (select coalesce(json_agg(sources), '[]') from sources) as sources,
      (select coalesce(json_agg(days order by day), '[]') from days) as days,
      (select coalesce(json_agg(texts), '[]') from texts) as texts`.execute(db)
  const [flow] = rows
  if (!flow) throw new Error('A query without a table always returns a row')
  return flow
}

function compareDays(days: Flow['days']) {
  const overlaps = days.slice(1).flatMap(({ keys }, index) => {
    const before = new Set(days[index]?.keys)
    const common = keys.filter((key) => before.has(key)).length
    return [common / (before.size + keys.length - common)]
  })
  return {
    day_overlap_pct: ratioPct(
      sumBy(overlaps, (overlap) => overlap),
      overlaps.length,
    ),
    day_pairs: overlaps.length,
  }
}

const maxWords = 12

/** `perDay`: how many searches are one sample. */
async function compareWords(prompt: string, texts: Flow['texts'], perDay: number) {
  const asked = getContentWords(prompt)
  const all = { count: sumBy(texts, ({ count }) => count), n: sumBy(texts, ({ n }) => n) }
  const [added, kept] = [new Map<string, WeightedCount<'word'>>(), new Map<string, WeightedCount<'word'>>()]
  const pause = timeSlicer()
  for (const { search, count, n } of texts) {
    await pause()
    for (const [stem, found] of getContentWords(search)) {
      const of = asked.has(stem) ? kept : added
      const { word, ...sum } = of.get(stem) ?? { word: found, count: 0, n: 0 }
      of.set(stem, { word, count: sum.count + count, n: sum.n + n })
    }
  }
  const dropped = [...asked].map(([stem, word]) => {
    const { count, n } = kept.get(stem) ?? { count: 0, n: 0 }
    return { word, count: all.count - count, n: all.n - n }
  })
  const show = (words: WeightedCount<'word'>[]) =>
    words
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
      .slice(0, maxWords)
      .map(({ word, count, n }) => ({
        word,
        search_count: count,
        pct: ratioPct(n, all.n),
        interval: pooledRateIntervalPct(n, { n: all.n, perDay }),
      }))
  return { words_added: show([...added.values()]), words_dropped: show(dropped) }
}
