import { ChevronLeft, ChevronRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { formatDay, formatDayRange } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { classes } from '../../ui/classes.ts'
import { Bar } from '../../ui/page/Skeleton.tsx'
import { type BrandFilter, defaultWindowDays, rangeOfDays, stepPeriod } from '../filter.ts'
import { MenuButton } from './MenuButton.tsx'
import type { PeriodMenuProps } from './PeriodOptions.tsx'

const PeriodOptions = lazy(async () => ({ default: (await import('./PeriodOptions.tsx')).PeriodOptions }))

/** The days of the metrics, and what they are compared with. */
export function PeriodMenu({ filter, choose }: PeriodMenuProps) {
  const isMonthly = filter.compare === 'last_month'
  return (
    <div className="flex shrink-0">
      <Step filter={filter} choose={choose} direction={-1} />
      <Menu filter={filter} choose={choose} isMonthly={isMonthly} />
      <Step filter={filter} choose={choose} direction={1} />
    </div>
  )
}

/** Steps to the period of the same length before or after this one. */
function Step({ filter, choose, direction }: PeriodMenuProps & { direction: 1 | -1 }) {
  const next = stepPeriod(filter, direction)
  const Icon = direction === 1 ? ChevronRight : ChevronLeft
  return (
    <button
      type="button"
      aria-label={direction === 1 ? t('brands.dateRange.later') : t('brands.dateRange.earlier')}
      disabled={next === null}
      onClick={() => next && choose(next)}
      className={classes(
        'flex min-h-8 w-7 max-sm:min-h-10 max-sm:w-10 items-center justify-center border border-control bg-surface hover:bg-sunken disabled:text-muted disabled:opacity-50',
        direction === 1 ? 'rounded-r-md border-l-0' : 'rounded-l-md border-r-0',
      )}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}

function Menu({ filter, choose, isMonthly }: PeriodMenuProps & { isMonthly: boolean }) {
  return (
    <MenuButton
      isJoined
      isWide
      label={t('brands.dateRange.label')}
      value={isMonthly ? t('brands.dateRange.monthly', { period: periodText(filter) }) : periodText(filter)}
      isSet={false}
    >
      <Suspense fallback={<Bar className="h-96 w-104 max-w-full rounded-lg" />}>
        <PeriodOptions filter={filter} choose={choose} />
      </Suspense>
    </MenuButton>
  )
}

function periodText({ days = defaultWindowDays, from, to }: BrandFilter): string {
  if (from !== undefined && from === to) return formatDay(from)
  if (from !== undefined && to !== undefined)
    return isThisYear(from)
      ? formatDayRange(from, to)
      : t('brands.dateRange.range', { from: formatDay(from), to: formatDay(to) })
  if (from !== undefined) return t('brands.dateRange.since', { from: formatDay(from) })
  if (to !== undefined) return t('brands.dateRange.until', { to: formatDay(to) })
  return days === 'all' ? t('brands.dateRange.allTime') : t('brands.dateRange.lastDays', { days })
}

const isThisYear = (day: string): boolean => day.slice(0, 4) === rangeOfDays(1).to.slice(0, 4)
