import { Popover } from 'radix-ui'
import { t } from '../../../vocabulary/texts.ts'
import { classes } from '../../ui/classes.ts'
import {
  addDays,
  type BrandFilter,
  defaultWindowDays,
  isAtMostAMonth,
  periodRange,
  rangeOfDays,
  windows,
} from '../filter.ts'
import { RangeCalendar } from './RangeCalendar.tsx'

export type PeriodMenuProps = {
  filter: BrandFilter
  /** An empty value removes the parameter. */
  choose(change: Record<string, string>): void
}

/** The content of the menu of periods: presets, a calendar, and what the period is compared with. */
export function PeriodOptions({ filter, choose }: PeriodMenuProps) {
  return (
    <div className="flex max-sm:flex-col">
      <Presets filter={filter} choose={choose} />
      <div className="border-line p-2 max-sm:border-t sm:border-l sm:pl-3.5">
        <RangeCalendar range={getRange(filter)} onChoose={({ from, to }) => choose({ from, to, days: '' })} />
        <DayFields filter={filter} choose={choose} />
        <Comparison filter={filter} choose={choose} />
      </div>
    </div>
  )
}

/** The days that the calendar marks. */
const getRange = (filter: BrandFilter): { from?: string; to?: string } =>
  periodRange(filter) ?? (filter.to === undefined ? {} : { to: filter.to })

function Presets({ filter, choose }: PeriodMenuProps) {
  const isOwn = filter.from !== undefined || filter.to !== undefined
  const chosen = isOwn ? null : (filter.days ?? defaultWindowDays)
  const days = [
    ...windows.map((each) => ({ value: each, label: t('brands.dateRange.lastDays', { days: each }) })),
    { value: 'all' as const, label: t('brands.dateRange.allTime') },
  ]
  const yesterday = addDays(rangeOfDays(1).to, -1)
  const preset = 'block w-full rounded-md px-2.5 py-1.5 text-left hover:bg-sunken'
  return (
    <ul className="min-w-36 pr-1.5">
      <li>
        <Popover.Close
          type="button"
          aria-pressed={filter.from === yesterday && filter.to === yesterday}
          onClick={() => choose({ from: yesterday, to: yesterday, days: '' })}
          className={preset}
        >
          {t('brands.dateRange.yesterday')}
        </Popover.Close>
      </li>
      {days.map(({ value, label }) => (
        <li key={value}>
          <Popover.Close
            type="button"
            aria-pressed={chosen === value}
            onClick={() => choose({ days: String(value), from: '', to: '' })}
            className={classes(preset, chosen === value && 'bg-accent-soft font-medium text-accent-strong')}
          >
            {label}
          </Popover.Close>
        </li>
      ))}
      {months().map(({ label, ...range }) => (
        <li key={label}>
          <Popover.Close type="button" onClick={() => choose({ ...range, days: '' })} className={preset}>
            {label}
          </Popover.Close>
        </li>
      ))}
    </ul>
  )
}

/** This month until today, and the last one. Months are UTC months, as the days of metrics are UTC days. */
function months(): { label: string; from: string; to: string }[] {
  const now = new Date()
  const first = (offset: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return [
    { label: t('brands.dateRange.thisMonth'), from: day(first(0)), to: day(now.getTime()) },
    { label: t('brands.dateRange.lastMonth'), from: day(first(-1)), to: day(first(0) - 1) },
  ]
}

function DayFields({ filter, choose }: PeriodMenuProps) {
  const range = getRange(filter)
  const set = (change: { from?: string; to?: string }) => {
    const { from = '', to = '' } = { ...range, ...change }
    choose({ from, to, days: '' })
  }
  return (
    <div className="mt-2 flex items-center gap-1.5">
      <DayField label={t('brands.dateRange.start')} value={range.from} onChoose={(from) => set({ from })} />
      <span aria-hidden className="text-muted">
        {t('brands.dateRange.to')}
      </span>
      <DayField label={t('brands.dateRange.end')} value={range.to} onChoose={(to) => set({ to })} />
    </div>
  )
}

type DayFieldProps = { label: string; value: string | undefined; onChoose: (day: string) => void }

function DayField({ label, value, onChoose }: DayFieldProps) {
  return (
    <input
      type="date"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => target.value !== '' && onChoose(target.value)}
      className="control min-w-0 px-2 text-sm"
    />
  )
}

function Comparison({ filter, choose }: PeriodMenuProps) {
  const options = [
    { value: '', label: t('brands.dateRange.previous'), isPossible: true },
    {
      value: 'last_month',
      label: t('brands.dateRange.sameDaysLastMonth'),
      isPossible: isAtMostAMonth(filter),
    },
  ]
  return (
    <fieldset className="mt-3 border-t border-line pt-2">
      <legend className="float-left w-full pb-1 text-xs font-medium text-muted">
        {t('brands.dateRange.compareTo')}
      </legend>
      {options.map(({ value, label, isPossible }) => (
        <label key={value} className="clear-both flex items-center gap-2 py-0.5">
          <input
            type="radio"
            name="compare"
            disabled={!isPossible}
            checked={(filter.compare ?? '') === value}
            onChange={() => choose({ compare: value })}
            className="size-4 accent-accent"
          />
          <span className={isPossible ? '' : 'text-muted'}>{label}</span>
        </label>
      ))}
      <p className="mt-1.5 text-xs text-muted">{t('brands.dateRange.utc')}</p>
    </fieldset>
  )
}
