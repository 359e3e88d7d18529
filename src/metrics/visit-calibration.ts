/** How well the sampled citation rate of each platform explains the visits that it sent, by week. */
import { z } from 'zod'
import { daysAfter, earlier, getMonday } from '../core/days.ts'
import { Count, Visits } from './fields.ts'
import { defineVisitMetric } from './metrics.ts'
import type { Window } from './rollups.ts'
import { calibrate, getRate, minAnswersOfWeek, requirementNames } from './statistics/calibration.ts'
import { sumBy } from './sum-by.ts'
import { MetricHeader, metricHeader } from './values.ts'
import { lastReportedDay } from './visit-changes.ts'

const Week = z.object({
  date: z.iso.date().describe('Monday of the week (UTC).'),
  answers: Count.describe('Sampled answers of the platform.'),
  cited: Count.describe("Of these, answers that cite the brand's pages."),
  visits: Visits.describe('Visits of the week.'),
  expected_visits: z
    .number()
    .nullable()
    .describe('Visits that the fitted model expects from the citation rate. Null without a fit.'),
})

const Fit = z
  .object({
    visits_per_point: z
      .number()
      .describe('Expected visits per week and percentage point of the citation rate.'),
    low: z.number().describe('Lower limit of its 95% interval.'),
    high: z.number().describe('Upper limit of its 95% interval.'),
    error_pct: z
      .number()
      .describe(
        'Mean absolute error of weeks that are predicted from the weeks before, as a percentage of the mean visits.',
      ),
    error_of_mean_pct: z
      .number()
      .describe(
        'The same for the mean visits of the weeks before. If it is lower than `error_pct`, citations do not explain the visits.',
      ),
  })
  .nullable()

const VisitCalibration = z
  .object({
    ...MetricHeader,
    platforms: z.array(
      z.object({
        platform: z.string().describe('Platform of the answers and visits.'),
        weeks: z.array(Week).describe('Weeks that both sources measured.'),
        fit: Fit.describe('Null without enough data.'),
        missing: z
          .array(
            z.object({
              what: z.enum(requirementNames).describe('Weeks, visits, or answers that cite the brand.'),
              have: Count.describe('How many there are.'),
              need: Count.describe('How many a fit needs.'),
            }),
          )
          .describe('What a fit lacks.'),
      }),
    ),
  })
  .meta({ id: 'VisitCalibration' })

export const visitCalibration = defineVisitMetric({
  summary: 'Compare citations with visits',
  description: `Whole weeks with at least ${minAnswersOfWeek} answers of the platform in which the tracking script reported. The model is quasi-Poisson: the expected visits of a week are proportional to the sampled citation rate. It describes, and does not prove, a relation.`,
  query: {},
  returns: VisitCalibration,
  read,
})

async function read(window: Window): Promise<z.input<typeof VisitCalibration>> {
  const visits = await window.dailyVisits()
  const platforms: z.input<typeof VisitCalibration>['platforms'] = []
  const measured = await findMeasuredDays(window, visits[0]?.date)
  for (const platform of [...new Set(visits.map((each) => each.platform))].toSorted()) {
    const ofPlatform = await window.withScope({ ...window.scope, platforms: [platform] }, {})
    const answers = await ofPlatform.trend('week')
    if (answers.length === 0) continue
    const weeks = answers
      .filter(({ start }) => start >= measured.from && daysAfter(start, 6) <= measured.to)
      .map((week) => ({
        date: week.start,
        answers: week.count('searchable'),
        cited: week.count('cited'),
        rate: week.total('cited') / week.total('searchable'),
        visits: sumBy(
          visits.filter((each) => each.platform === platform && getMonday(each.date) === week.start),
          (each) => each.visits,
        ),
      }))
    platforms.push({ platform, ...fitWeeks(weeks.filter((week) => week.answers >= minAnswersOfWeek)) })
  }
  return { ...metricHeader(window.scope), platforms }
}

/** The days of the window from the first visit until the last report of the script. The first and last week are often partial. */
async function findMeasuredDays(window: Window, firstVisit = '9999-12-31') {
  const { scope } = window
  const last = (await lastReportedDay(window, window.scope.brand.id)) ?? ''
  return {
    from: scope.from !== null && scope.from > firstVisit ? scope.from : firstVisit,
    to: scope.to === null ? last : earlier(scope.to, last),
  }
}

type MeasuredWeek = { date: string; answers: number; cited: number; visits: number }

function fitWeeks(weeks: readonly MeasuredWeek[]) {
  const result = calibrate(weeks)
  const isFitted = !('missing' in result)
  return {
    weeks: weeks.map((week) => ({
      ...week,
      expected_visits: isFitted ? result.visitsAtFullRate * getRate(week) : null,
    })),
    fit: isFitted
      ? {
          visits_per_point: result.visitsAtFullRate / 100,
          low: result.low / 100,
          high: result.high / 100,
          error_pct: 100 * result.error,
          error_of_mean_pct: 100 * result.errorOfMean,
        }
      : null,
    missing: isFitted ? [] : result.missing,
  }
}
