import type { ComponentProps } from 'react'
import { formatPct, formatRange } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { Figure } from '../ui/Figure.tsx'
import { AnswersLink } from './AnswersLink.tsx'

type AnswersFigureProps = Omit<ComponentProps<typeof Figure>, 'evidence'> &
  Pick<ComponentProps<typeof AnswersLink>, 'of' | 'filter'>

/** A number with its sample, and a link to the answers behind it. */
export const AnswersFigure = ({ of = {}, filter = {}, ...figure }: AnswersFigureProps) => (
  <Figure
    {...figure}
    evidence={
      <AnswersLink of={of} filter={filter}>
        {t('ui.figure.viewAnswers')}
      </AnswersLink>
    }
  />
)

type RateFigureProps = Omit<AnswersFigureProps, 'value' | 'range'> & {
  pct: number | null
  interval: { low: number; high: number } | null
}

/** A share in percent with its interval and sample, and a link to the answers behind it. */
export const RateFigure = ({ pct, interval, ...figure }: RateFigureProps) => (
  <AnswersFigure {...figure} value={formatPct(pct)} range={interval && formatRange(interval, '%')} />
)
