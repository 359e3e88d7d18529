import { formatPct, formatScore } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { visitPlatformLabel } from '../../vocabulary/traffic.ts'
import type { Returns } from '../api.ts'

export type CalibratedPlatform = Returns<'GET /api/metrics/visit-calibration'>['platforms'][number]

/** Returns the fitted model with its interval and error. */
export function getFitText(
  { platform, weeks }: CalibratedPlatform,
  fit: NonNullable<CalibratedPlatform['fit']>,
): string {
  const errors = { error: formatPct(fit.error_pct), errorOfMean: formatPct(fit.error_of_mean_pct) }
  const model = t('traffic.calibration.fit', {
    platform: visitPlatformLabel(platform),
    weeks: weeks.length,
    visits: formatScore(fit.visits_per_point),
    low: formatScore(fit.low),
    high: formatScore(fit.high),
  })
  const explanation =
    fit.error_pct < fit.error_of_mean_pct
      ? t('traffic.calibration.explains', errors)
      : t('traffic.calibration.doesNotExplain', errors)
  return `${model} ${explanation}`
}

/** Returns what a fit lacks. */
export const listMissingTexts = ({ missing }: CalibratedPlatform): string[] =>
  missing.map(({ what, have, need }) => t(`traffic.calibration.missing.${what}`, { have, need }))
