import { formatScore } from '../../vocabulary/formats.ts'
import type { Audit } from './queries.ts'

/** The score of each category that has one, as bars. */
export const CategoryBars = ({ categories }: Pick<Audit, 'categories'>) => (
  <dl className="min-w-56 flex-1 space-y-1.5 text-sm">
    {categories.flatMap(({ key, label, score }) =>
      score === null ? (
        []
      ) : (
        <div key={key} className="grid grid-cols-[9rem_minmax(0,1fr)_2.5rem] items-center gap-3">
          <dt>{label}</dt>
          <dd aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line">
            <div className="h-full rounded-full bg-accent" style={{ width: `${score}%` }} />
          </dd>
          <dd className="text-right tabular-nums">{formatScore(score)}</dd>
        </div>
      ),
    )}
  </dl>
)
