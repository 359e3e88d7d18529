import { formatCost } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'

/** Returns a cost in millionths of a dollar as text, marked where a part of it is an upper estimate. */
export const costText = (micros: number, estimatedMicros: number): string =>
  estimatedMicros > 0 ? t('ui.estimatedCost', { cost: formatCost(micros) }) : formatCost(micros)
