import { Check } from 'lucide-react'
import { formatCount } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import type { BrandData } from './report-data.ts'

const shownSteps = 3

/** The first open opportunities, and those that were completed in the period. */
export function StepsSection({ brand: { opportunities } }: { brand: BrandData }) {
  const { open, done } = opportunities
  return (
    <>
      {open.length === 0 ? (
        <p className="text-sm text-muted">{t('reports.steps.none')}</p>
      ) : (
        <ol className="grid gap-6 sm:grid-cols-3 print:grid-cols-3">
          {open.slice(0, shownSteps).map(({ id, title, description }, index) => (
            <li key={id} className="break-inside-avoid border-t-2 border-accent pt-2.5">
              <p aria-hidden className="text-sm font-semibold text-accent-strong">
                {formatCount(index + 1)}
              </p>
              <h3 className="font-semibold leading-snug">{title}</h3>
              <p className="mt-1 text-sm text-muted">{description}</p>
            </li>
          ))}
        </ol>
      )}
      {done.length > 0 && (
        <div className="mt-6 break-inside-avoid">
          <h3 className="text-sm font-semibold">{t('reports.steps.done')}</h3>
          <ul className="mt-1.5 grid gap-1 text-sm">
            {done.map(({ id, title }) => (
              <li key={id} className="flex gap-2">
                <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
                {title}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
