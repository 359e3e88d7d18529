import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { platformLabels, platforms } from '../../vocabulary/platforms.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Options } from '../ui/form/Options.tsx'
import { copy } from './copy.ts'
import { type BrandFilter, brandFilter, defaultWindowDays, filterCount, windows } from './filter.ts'
import { promptsOf, topicsOf } from './queries.ts'
import { useBrand } from './useBrand.ts'

type Part = 'days' | 'platform' | 'topic' | 'region' | 'branded'
const everyPart: readonly Part[] = ['days', 'platform', 'topic', 'region', 'branded']

type FilterBarProps = {
  /** The filters that the screen supports. */
  parts?: readonly Part[]
  /** In one row with the heading. */
  isInHeader?: boolean
  /** Filters specific to the screen. */
  children?: ReactNode
}

/** Period and filters of a brand's screens. They are part of the URL, so that a view can be shared. */
export function FilterBar({ parts = everyPart, isInHeader = false, children }: FilterBarProps) {
  const { filter } = useBrand()
  const choose = useFilterChoice()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const count = filterCount(filter)
  return (
    <search
      aria-label={copy.filters.label}
      className={classes('flex flex-wrap items-center gap-2', isInHeader ? '[&_select]:max-w-36' : 'mb-6')}
    >
      {parts.includes('days') && <Days filter={filter} choose={choose} />}
      <Button
        className="sm:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter aria-hidden className="size-4" />
        {copy.filters.toggle(count)}
      </Button>
      <div
        id={id}
        className={classes('w-full flex-wrap items-center gap-2 sm:contents', isOpen ? 'flex' : 'hidden')}
      >
        {parts.includes('platform') && (
          <Choice
            label={copy.filters.platform}
            value={filter.platform}
            every={copy.filters.allPlatforms}
            options={platforms.map((each) => [each, platformLabels[each]])}
            onChoose={(platform) => choose({ platform })}
          />
        )}
        {parts.includes('topic') && <TopicChoice chosen={filter.topic} choose={choose} />}
        {parts.includes('region') && <RegionChoice chosen={filter.region} choose={choose} />}
        {parts.includes('branded') && (
          <Choice
            label={copy.filters.prompts}
            value={filter.branded}
            every={copy.filters.allPrompts}
            options={[
              ['no', copy.filters.unbranded],
              ['yes', copy.filters.branded],
            ]}
            onChoose={(branded) => choose({ branded })}
          />
        )}
        {children}
        {count > 0 && (
          <Button look="quiet" size="small" onClick={() => choose(noFilters)}>
            {copy.filters.clear}
          </Button>
        )}
      </div>
    </search>
  )
}

const noFilters = { platform: '', region: '', topic: '', branded: '' }

type Choose = (change: Record<string, string>) => void

/** An empty choice removes the filter. Values are validated where the URL is read. */
export function useFilterChoice(): Choose {
  const navigate = useNavigate()
  return (change) =>
    void navigate({
      to: '.',
      search: (old) => withoutEmpty({ ...old, ...change }),
      replace: true,
      resetScroll: false,
    })
}

/** Keeps the screen's own URL parameters. */
function withoutEmpty(search: Record<string, unknown>): Record<string, unknown> {
  const { days, from, to, platform, region, topic, branded, ...others } = search
  const own = Object.entries(others).filter(([, value]) => value !== '' && value !== undefined)
  return {
    ...Object.fromEntries(own),
    ...brandFilter({ days, from, to, platform, region, topic, branded }),
  }
}

function Days({ filter, choose }: { filter: BrandFilter; choose: Choose }) {
  const isOwn = filter.from !== undefined || filter.to !== undefined
  const today = new Date().toISOString().slice(0, 10)
  return (
    <>
      <select
        aria-label={copy.dateRange.label}
        value={isOwn ? 'own' : (filter.days ?? defaultWindowDays)}
        onChange={({ target: { value } }) =>
          choose(
            value === 'own' ? { from: firstDayUntil(today), to: today } : { days: value, from: '', to: '' },
          )
        }
        className="control w-auto text-sm"
      >
        <Options of={windows.map((each) => [each, copy.dateRange.lastDays(each)])} />
        <option value="all">{copy.dateRange.allTime}</option>
        <option value="own">{copy.dateRange.custom}</option>
      </select>
      {isOwn && (
        <span className="flex items-center gap-1.5">
          <DayField label={copy.dateRange.start} value={filter.from} onChoose={(from) => choose({ from })} />
          <span aria-hidden className="text-muted">
            {copy.dateRange.to}
          </span>
          <DayField label={copy.dateRange.end} value={filter.to} onChoose={(to) => choose({ to })} />
        </span>
      )}
    </>
  )
}

/** A custom range starts as the default number of days, which includes the last one. */
const firstDayUntil = (day: string) =>
  new Date(Date.parse(day) - (defaultWindowDays - 1) * 86_400_000).toISOString().slice(0, 10)

type DayFieldProps = { label: string; value: string | undefined; onChoose: (day: string) => void }

function DayField({ label, value, onChoose }: DayFieldProps) {
  return (
    <input
      type="date"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => target.value !== '' && onChoose(target.value)}
      className="control w-auto text-sm"
    />
  )
}

type ChoiceProps = {
  label: string
  value: string | undefined
  /** The label of the empty choice. */
  every: string
  options: readonly (readonly [value: string, label: string])[]
  onChoose: (value: string) => void
  /** Lower, for the header of a card. */
  isCompact?: boolean
}

/** One filter of the bar, highlighted while it is set. */
export function Choice({ label, value, every, options, onChoose, isCompact = false }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChoose(target.value)}
      className={classes(
        'control w-auto max-w-52 text-sm',
        isCompact && 'min-h-7 py-0.5 pl-2 pr-1',
        value !== undefined && 'border-accent font-medium',
      )}
    >
      <option value="">{every}</option>
      <Options of={options} />
    </select>
  )
}

function TopicChoice({ chosen, choose }: { chosen: string | undefined; choose: Choose }) {
  const { slug } = useBrand()
  const { data } = useQuery(topicsOf(slug))
  if (!data || (data.items.length === 0 && chosen === undefined)) return null
  return (
    <Choice
      label={copy.filters.topic}
      value={chosen}
      every={copy.filters.allTopics}
      options={data.items.map(({ id, name }) => [id, name])}
      onChoose={(topic) => choose({ topic })}
    />
  )
}

function RegionChoice({ chosen, choose }: { chosen: string | undefined; choose: Choose }) {
  const { brand } = useBrand()
  const { data } = useQuery(promptsOf(brand.id))
  const regions = [...new Set(data?.items.flatMap(({ region }) => region ?? []))].sort()
  if (regions.length === 0 && chosen === undefined) return null
  return (
    <Choice
      label={copy.filters.region}
      value={chosen}
      every={copy.filters.allRegions}
      options={regions.map((region) => [region, region])}
      onChoose={(region) => choose({ region })}
    />
  )
}
