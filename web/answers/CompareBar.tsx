import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'

type CompareBarProps = { ids: readonly string[]; onClear(): void }

/** Compares two selected answers, at the bottom of the window. */
export function CompareBar({ ids, onClear }: CompareBarProps) {
  const { slug, filter } = useBrand()
  const [a, b] = ids
  return (
    <section
      aria-label={t('answers.compare.label')}
      className="fixed inset-x-0 bottom-4 z-10 mx-auto flex w-fit max-w-[calc(100vw-1rem)] flex-wrap items-center gap-2 rounded-xl bg-bulk p-1.5 text-sm text-white shadow-raised lg:translate-x-30"
    >
      <p role="status" className="px-2.5 font-medium">
        {t('answers.compare.selected', { count: ids.length })}
      </p>
      {a !== undefined && b !== undefined && ids.length === 2 ? (
        <Link
          to="/dashboard/brands/$slug/answers/compare"
          params={{ slug }}
          search={{ ...filter, a, b }}
          className="inline-flex min-h-8 items-center rounded-lg bg-white/15 px-3 font-medium hover:bg-white/25 focus-visible:outline-white"
        >
          {t('answers.compare.action')}
        </Link>
      ) : (
        <p className="px-1.5">{t('answers.compare.chooseTwo')}</p>
      )}
      <button
        type="button"
        aria-label={t('answers.compare.clear')}
        onClick={onClear}
        className="grid size-8 place-items-center rounded-lg hover:bg-white/15 focus-visible:outline-white"
      >
        <X aria-hidden className="size-4" />
      </button>
    </section>
  )
}
