/** How well the sampled citation rate of a platform explains what others counted: visits, sessions, fetches and impressions, by week. */
import { z } from 'zod'
import { daysAfter } from '../core/days.ts'
import { readSeries, type Series, seriesNames } from './calibration-series.ts'
import { CitationRate, Count } from './fields.ts'
import { defineVisitMetric } from './metrics.ts'
import type { TimeBucket } from './rollup-rows.ts'
import type { Window } from './rollups.ts'
import {
  type CalibrationWeek,
  calibrate,
  minAnswersOfWeek,
  requirementNames,
} from './statistics/calibration.ts'
import { sumBy } from './sum-by.ts'
import { MetricHeader, metricHeader, ratioPct } from './values.ts'

const Week = z.object({
  date: z.iso.date().describe('Monday of the week.'),
  answers: Count.describe('Sampled answers of the platforms.'),
  cited: Count.describe("Of these, answers that cite the brand's pages."),
  citation_rate_pct: CitationRate,
  observed: Count.describe('What the source counted in the week.'),
  expected: z
    .number()
    .nullable()
    .describe('What the fitted model expects from the citation rate. Null without a fit.'),
})

const Fit = z
  .object({
    per_point: z.number().describe('Expected number per week and percentage point of the citation rate.'),
    low: z.number().describe('Lower limit of its 95% interval.'),
    high: z.number().describe('Upper limit of its 95% interval.'),
    error_pct: z
      .number()
      .describe(
        'Mean absolute error of weeks that are predicted from the weeks before, as a percentage of the mean.',
      ),
    error_of_mean_pct: z
      .number()
      .describe(
        'The same for the mean of the weeks before. If it is lower than `error_pct`, citations do not explain the series.',
      ),
  })
  .nullable()

const CalibratedSeries = z.object({
  series: z
    .enum(seriesNames)
    .describe(
      '`visits`: tracking script. `sessions`: GA4, in days of the property. `fetches`: requests of agents because a user asked, from server logs. `impressions`: in AI answers of Google. `reported_citations`: citations that Bing reports. Both are from imported reports.',
    ),
  platforms: z
    .array(z.string())
    .describe('Platforms of the answers. Several where the source does not distinguish them.'),
  weeks: z.array(Week).describe('Weeks that both sources measured.'),
  fit: Fit.describe('Null without enough data.'),
  missing: z
    .array(
      z.object({
        what: z
          .enum(requirementNames)
          .describe('Weeks, numbers of the series, or answers that cite the brand.'),
        have: Count.describe('How many there are.'),
        need: Count.describe('How many a fit needs.'),
      }),
    )
    .describe('What a fit lacks.'),
})

const Calibration = z
  .object({ ...MetricHeader, series: z.array(CalibratedSeries) })
  .meta({ id: 'Calibration' })

export const calibration = defineVisitMetric({
  summary: 'Compare sampled citations with visits, fetches and impressions',
  whenToUse:
    'Answers "do the citations that we sample explain the visits, the fetches of AI agents, or the impressions that were counted?" Needs half a year of answers and a tracking script, GA4, server logs or imported reports.',
  description: `Whole weeks with at least ${minAnswersOfWeek} answers in which the source measured every day. The model is quasi-Poisson: the expected number of a week is proportional to the sampled citation rate. It describes, and does not prove, a relation. The series have different definitions and are never added.`,
  query: {},
  returns: Calibration,
  read,
})

async function read(window: Window): Promise<z.input<typeof Calibration>> {
  const answers = new Map<string, TimeBucket[]>()
  const series: z.input<typeof CalibratedSeries>[] = []
  for (const each of await readSeries(window)) {
    const key = each.platforms.join()
    const weeks = answers.get(key) ?? (await readAnswers(window, each.platforms))
    answers.set(key, weeks)
    if (weeks.length > 0)
      series.push({
        series: each.name,
        platforms: [...each.platforms],
        ...fitWeeks(listMeasuredWeeks(window, each, weeks)),
      })
  }
  return { ...metricHeader(window.scope), series }
}

async function readAnswers(window: Window, platforms: readonly string[]): Promise<TimeBucket[]> {
  const ofPlatforms = await window.withScope({ ...window.scope, platforms: [...platforms] }, {})
  return ofPlatforms.trend('week')
}

type MeasuredWeek = CalibrationWeek & { date: string }

/** The first and last week of the window are often partial. */
function listMeasuredWeeks(
  { scope: { from, to } }: Window,
  { counts, isMeasured }: Series,
  answers: readonly TimeBucket[],
): MeasuredWeek[] {
  return answers.flatMap((week) => {
    const days = Array.from({ length: 7 }, (_, day) => daysAfter(week.start, day))
    const isWhole = days.every(
      (day) => isMeasured(day) && (from === null || day >= from) && (to === null || day <= to),
    )
    if (!isWhole || week.count('searchable') < minAnswersOfWeek) return []
    return [
      {
        date: week.start,
        answers: week.count('searchable'),
        cited: week.count('cited'),
        rate: week.total('cited') / week.total('searchable'),
        observed: sumBy(days, (day) => counts.get(day) ?? 0),
      },
    ]
  })
}

function fitWeeks(weeks: readonly MeasuredWeek[]) {
  const result = calibrate(weeks)
  const isFitted = !('missing' in result)
  return {
    weeks: weeks.map(({ rate, ...week }) => ({
      ...week,
      citation_rate_pct: ratioPct(rate, 1),
      expected: isFitted ? result.atFullRate * rate : null,
    })),
    fit: isFitted
      ? {
          per_point: result.atFullRate / 100,
          low: result.low / 100,
          high: result.high / 100,
          error_pct: 100 * result.error,
          error_of_mean_pct: 100 * result.errorOfMean,
        }
      : null,
    missing: isFitted ? [] : result.missing,
  }
}
