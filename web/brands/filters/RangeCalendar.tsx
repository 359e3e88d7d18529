import { useSuspenseQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type DateRange, DayPicker } from 'react-day-picker'
import { formatLongDay } from '../../../vocabulary/formats.ts'
import { organization } from '../../session/queries.ts'

type RangeCalendarProps = {
  range: { from?: string; to?: string }
  /** Called when both days are chosen. */
  onChoose(range: { from: string; to: string }): void
}

const firstDays = { sunday: 0, monday: 1, saturday: 6 } as const

/** A month to choose the first and the last day in. Loaded when the menu of the period opens. */
export function RangeCalendar({ range, onChoose }: RangeCalendarProps) {
  const { data } = useSuspenseQuery(organization)
  /** The first day, while the last one is missing. */
  const [first, setFirst] = useState<Date | null>(null)
  const today = localDate(new Date().toISOString().slice(0, 10))
  const selected: DateRange | undefined = first === null ? toDateRange(range) : { from: first, to: first }
  return (
    <DayPicker
      mode="range"
      selected={selected}
      defaultMonth={selected?.to ?? today}
      endMonth={today}
      disabled={{ after: today }}
      weekStartsOn={firstDays[data.week_start]}
      onSelect={(_, day) => {
        if (first === null) return setFirst(day)
        const [from, to] = first < day ? [first, day] : [day, first]
        setFirst(null)
        onChoose({ from: getDay(from), to: getDay(to) })
      }}
      components={{ Chevron }}
      labels={{ labelDayButton: (date) => formatLongDay(getDay(date)) }}
      classNames={classNames}
    />
  )
}

function Chevron({ orientation }: { orientation?: string }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon aria-hidden className="size-4" />
}

const arrow = 'rounded-md p-1.5 text-muted hover:bg-sunken aria-disabled:opacity-40'

const classNames = {
  root: 'relative w-fit',
  nav: 'absolute right-0 top-0 flex',
  button_previous: arrow,
  button_next: arrow,
  month_caption: 'flex h-7 items-center px-1 font-medium',
  month_grid: 'mt-1',
  weekday: 'size-9 text-xs font-normal text-muted',
  day: 'p-0 text-center tabular-nums',
  day_button: 'size-9 rounded-md hover:bg-sunken disabled:pointer-events-none',
  selected: 'bg-accent-soft',
  range_start:
    'rounded-l-md [&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent-strong',
  range_end: 'rounded-r-md [&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent-strong',
  today: 'font-semibold',
  disabled: 'text-muted opacity-50',
  hidden: 'invisible',
  outside: 'invisible',
}

/** The calendar works with local dates; only year, month and day count. */
function localDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

function getDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function toDateRange({ from, to }: RangeCalendarProps['range']): DateRange | undefined {
  if (from === undefined) return undefined
  return { from: localDate(from), to: to === undefined ? undefined : localDate(to) }
}
