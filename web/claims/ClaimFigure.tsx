import type { Verdict } from '../../vocabulary/claims.ts'
import { formatPct, formatRange } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { Figure } from '../ui/Figure.tsx'

type ClaimFigureProps = {
  label: string
  pct: number | null
  interval: { low: number; high: number } | null
  count: number
  verdict: Verdict
  /** All facts, if absent. */
  fact?: string
  filter?: Record<string, string>
}

/** A share of answers with a verdict, with its interval and the answers behind it. */
export const ClaimFigure = ({
  label,
  pct,
  interval,
  count,
  verdict,
  fact,
  filter = {},
}: ClaimFigureProps) => (
  <Figure
    label={label}
    value={formatPct(pct)}
    range={interval && formatRange(interval, '%')}
    count={count}
    evidence={
      <AnswersLink of={{ verdict, ...(fact && { fact }) }} filter={filter}>
        {t('ui.figure.viewAnswers')}
      </AnswersLink>
    }
  />
)
