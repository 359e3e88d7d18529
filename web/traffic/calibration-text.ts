import { formatList, formatPct, formatScore } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { visitPlatformLabel } from '../../vocabulary/traffic.ts'
import type { Returns } from '../api.ts'
import { daysBetween } from '../charts/days.ts'

export type CalibratedSeries = Returns<'GET /api/metrics/calibration'>['series'][number]

/** Returns the platforms and what was counted. */
export const getSeriesName = ({ series, platforms }: CalibratedSeries): string =>
  t('traffic.calibration.series', { series, platforms: formatList(platforms.map(visitPlatformLabel)) })

/** Returns the fitted model with its interval and error. */
export function getFitText(
  of: CalibratedSeries,
  { per_point, low, high, error_pct, error_of_mean_pct }: NonNullable<CalibratedSeries['fit']>,
): string {
  const errors = { error: formatPct(error_pct), errorOfMean: formatPct(error_of_mean_pct) }
  const model = t('traffic.calibration.fit', {
    name: getSeriesName(of),
    weeks: of.weeks.length,
    count: formatScore(per_point),
    low: formatScore(low),
    high: formatScore(high),
  })
  const explanation =
    error_pct < error_of_mean_pct
      ? t('traffic.calibration.explains', errors)
      : t('traffic.calibration.doesNotExplain', errors)
  return `${model} ${explanation}`
}

/** Returns what a fit lacks. */
export const listMissingTexts = ({ series, missing }: CalibratedSeries): string[] =>
  missing.map(({ what, have, need }) =>
    what === 'observed'
      ? t('traffic.calibration.missing.observed', { series, have, need })
      : t(`traffic.calibration.missing.${what}`, { have, need }),
  )

/** The series to show first: the first one with a fit. */
export const findFitted = (series: readonly CalibratedSeries[]): CalibratedSeries | undefined =>
  series.find(({ fit }) => fit !== null) ?? series[0]

/** Returns the observed and the expected numbers by week. Weeks that were not measured are gaps. */
export function getWeekLines({ weeks }: CalibratedSeries) {
  const byDate = new Map(weeks.map((week) => [week.date, week]))
  const dates = daysBetween(weeks[0]?.date ?? '', weeks.at(-1)?.date ?? '').filter((_, day) => day % 7 === 0)
  return {
    dates,
    observed: {
      name: t('traffic.calibration.observed'),
      values: dates.map((date) => byDate.get(date)?.observed ?? null),
    },
    expected: {
      name: t('traffic.calibration.expected'),
      values: dates.map((date) => byDate.get(date)?.expected ?? null),
    },
  }
}
