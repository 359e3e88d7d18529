import { t } from '../../../vocabulary/texts.ts'
import { RateFigure } from '../../answers/AnswersFigure.tsx'
import type { AnswerSearch } from '../../answers/search.ts'
import { useBrandColors } from '../../brands/brand-colors.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { Card } from '../../ui/page/Card.tsx'
import type { CompetitorDetail } from './competitor-detail.ts'

type Part = CompetitorDetail['mentioned']['both']

/** The same answers, split by which of the two they mention. */
export function WhoIsMentioned({ detail }: { detail: CompetitorDetail }) {
  const { brand } = useBrand()
  const getColor = useBrandColors()
  const { both, only_brand, only_competitor, neither } = detail.mentioned
  const id = detail.competitor_id
  const parts: [label: string, part: Part, of: AnswerSearch, color: string][] = [
    [t('competitorDetail.mentioned.both'), both, { competitor: id, named: 'yes' }, 'series-7'],
    [
      t('competitorDetail.mentioned.only', { name: detail.name }),
      only_competitor,
      { competitor: id, named: 'no' },
      `series-${getColor(id)}`,
    ],
    [
      t('competitorDetail.mentioned.only', { name: brand.name }),
      only_brand,
      { without: id, named: 'yes' },
      'series-0',
    ],
    [t('competitorDetail.mentioned.neither'), neither, { without: id, named: 'no' }, 'stroke-edge'],
  ]
  return (
    <Card title={t('competitorDetail.mentioned.title')}>
      <ul className="space-y-2.5 border-t border-line px-4 py-3 text-sm">
        {parts.map(([label, part, of, color]) => (
          <li key={label}>
            <div className="flex justify-between gap-3">
              <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
              <RateFigure
                label={label}
                pct={part.pct}
                interval={part.interval}
                count={detail.result_count}
                of={of}
              />
            </div>
            <svg
              aria-hidden
              viewBox="0 0 100 4"
              preserveAspectRatio="none"
              className={`mt-1 h-1.5 w-full ${color}`}
            >
              <line x1="0" x2="100" y1="2" y2="2" strokeWidth="4" className="stroke-sunken" />
              <line x1="0" x2={part.pct ?? 0} y1="2" y2="2" strokeWidth="4" />
            </svg>
          </li>
        ))}
      </ul>
    </Card>
  )
}
