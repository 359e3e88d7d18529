import type { PlannedNumber } from '../../vocabulary/sampling.ts'
import { t } from '../../vocabulary/texts.ts'

export const numberLabel = (number: PlannedNumber): string =>
  number === 'score' ? t('labels.metric.visibility_score.label') : t(`labels.metric.${number}.label`)
