/** What answers praise and criticize about the brand or a competitor, with quotes. */
import { z } from 'zod'
import { findThemes, type Polarity, type QuoteTheme } from '../answers/quote-themes.ts'
import { answersInScope } from '../answers/scope.ts'
import { listSentimentQuotes, type StoredQuote } from '../answers/sentiment-quotes.ts'
import { getBrand } from '../brands/brands.ts'
import { listEntities } from '../brands/entities.ts'
import { notFound } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { message } from '../languages/message.ts'
import { Count, Pct, Platform } from './fields.ts'
import { defineMetric } from './metrics.ts'
import type { Window } from './rollups.ts'
import { addUpDays, toColumns } from './statistics/day-sums.ts'
import {
  describeMetric,
  IntervalRecord,
  MetricHeader,
  metricHeader,
  rateIntervalPct,
  ratioPct,
} from './values.ts'

const ThemeRecord = z
  .object({
    theme: untrustedText(z.string().describe('Words that recur in the quotes.')),
    results: Count.describe('Analyzed answers with the theme.'),
    pct: Pct.describe('`results` / `result_count`, in percent.'),
    interval: IntervalRecord.describe('Confidence interval of `pct`.'),
    quotes: z
      .array(
        z.object({
          answer_id: z.uuid().describe('Id of the answer that contains the quote.'),
          platform: Platform,
          answered_at: Timestamp.describe('When the engine answered.'),
          text: untrustedText(z.string().describe('The most expressive sentence about the entity.')),
        }),
      )
      .describe('The newest quotes, at most three, from different platforms if possible.'),
  })
  .meta({ id: 'SentimentTheme' })

const SentimentThemes = z
  .object({
    ...MetricHeader,
    competitor_id: z.uuid().nullable().describe('Id of the competitor; null for the brand.'),
    name: z.string().describe('Name of the brand or competitor.'),
    result_count: Count.describe('Analyzed answers: the newest with a clear sentiment and a quote.'),
    max_results: Count.describe('Maximum number of analyzed answers.'),
    praised: z.array(ThemeRecord),
    criticized: z.array(ThemeRecord),
  })
  .meta({ id: 'SentimentThemes' })

const query = {
  competitor_id: Uuid.optional().describe('Only quotes about this competitor. Default: about the brand.'),
}

type Query = z.output<z.ZodObject<typeof query>>

export const sentimentThemes = defineMetric({
  summary: 'List what answers praise and criticize',
  description: describeMetric(
    [],
    'A theme is a word or phrase of up to three words that recurs in quotes about the entity. Themes are found by rules and word lists for English, German, French and Spanish, without a language model.',
  ),
  query,
  returns: SentimentThemes,
  read,
})

/** Reading more texts would take seconds. */
const maxAnswers = 500
const maxThemes = 12

async function read(window: Window, query: Query): Promise<z.input<typeof SentimentThemes>> {
  const brand = await getBrand(window, window.scope.brand.id)
  const competitors = await listEntities(window, 'competitors', brand.id)
  const products = await listEntities(window, 'products', brand.id)
  const competitor = competitors.find(({ id }) => id === query.competitor_id)
  if (query.competitor_id !== undefined && !competitor)
    throw notFound(message('common.texts.noSuchCompetitor'))
  const entity = competitor ?? { id: brand.id, entity_no: 0, name: brand.name }
  const quotes = await listSentimentQuotes(window, answersInScope(window.scope), entity, maxAnswers)
  const names = [brand, ...competitors, ...products].flatMap(({ name, aliases }) => [name, ...aliases])
  const themes = findThemes(quotes, names)
  const show = (polarity: Polarity) =>
    themes
      .filter((theme) => theme.polarity === polarity)
      .slice(0, maxThemes)
      .map((theme) => showTheme(theme, quotes))
  return {
    ...metricHeader(window.scope),
    competitor_id: competitor?.id ?? null,
    name: entity.name,
    result_count: quotes.length,
    max_results: maxAnswers,
    praised: show('positive'),
    criticized: show('negative'),
  }
}

const maxQuotes = 3

function showTheme(theme: QuoteTheme, quotes: readonly StoredQuote[]): z.input<typeof ThemeRecord> {
  const found = theme.quotes.flatMap((index) => quotes[index] ?? [])
  const ofPlatforms = [...Map.groupBy(found, ({ platform }) => platform).values()].flatMap(
    ([newest]) => newest ?? [],
  )
  return {
    theme: theme.text,
    results: found.length,
    pct: ratioPct(found.length, quotes.length),
    interval: rateIntervalPct(toColumns(strataOfQuotes(quotes, new Set(found)))),
    quotes: [...new Set([...ofPlatforms, ...found])].slice(0, maxQuotes).map((quote) => ({
      answer_id: quote.answerId,
      platform: Platform.parse(quote.platform),
      answered_at: quote.answeredAt.toISOString(),
      text: quote.text,
    })),
  }
}

/** The answers of a platform to a prompt on one day are one sample of those with the theme. */
const strataOfQuotes = (quotes: readonly StoredQuote[], withTheme: ReadonlySet<StoredQuote>) =>
  [...Map.groupBy(quotes, ({ promptId, platform }) => `${promptId} ${platform}`).values()].map((ofStratum) =>
    addUpDays(
      [...Map.groupBy(ofStratum, ({ day }) => day).values()].map((ofDay) => ({
        n: ofDay.length,
        y: ofDay.filter((quote) => withTheme.has(quote)).length,
      })),
    ),
  )
