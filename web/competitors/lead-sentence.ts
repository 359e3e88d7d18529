import { formatScore } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'

/** `lead`: the score of the brand minus the score of the competitor. */
export function leadSentence(brand: string, competitor: string, lead: number): string {
  const points = Math.abs(lead)
  return formatScore(points) === formatScore(0)
    ? t('overview.verdict.level', { competitor })
    : t('competitorDetail.verdict.leads', { name: lead > 0 ? brand : competitor, points })
}
