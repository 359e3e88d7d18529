import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { platformLabels, platforms } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { brandFilter, filterCount } from './filter.ts'
import { FilterChips } from './filters/FilterChips.tsx'
import { MenuButton } from './filters/MenuButton.tsx'
import { MultiChoice } from './filters/MultiChoice.tsx'
import { PeriodMenu } from './filters/PeriodMenu.tsx'
import { SavedViews } from './filters/SavedViews.tsx'
import { promptsQuery, topicsQuery } from './queries.ts'
import { useBrand } from './useBrand.ts'

type Part = 'days' | 'platform' | 'topic' | 'tag' | 'region' | 'branded'
const everyPart: readonly Part[] = ['days', 'platform', 'topic', 'tag', 'region', 'branded']

type FilterBarProps = {
  /** The filters that the screen supports. */
  parts?: readonly Part[]
  /** Filters specific to the screen. */
  children?: ReactNode
}

/** Period and filters of a brand's screens. They are part of the URL, so that a view can be shared. */
export function FilterBar({ parts = everyPart, children }: FilterBarProps) {
  const { filter } = useBrand()
  const choose = useFilterChoice()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <search aria-label={t('brands.filters.label')} className="flex flex-wrap items-center gap-2">
      {parts.includes('days') && <PeriodMenu filter={filter} choose={choose} />}
      <Button
        className="sm:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter aria-hidden className="size-4" />
        <span className={filterCount(filter) === 0 ? 'sr-only' : ''}>
          {t('brands.filters.toggle', { active: filterCount(filter) })}
        </span>
      </Button>
      <div
        id={id}
        className={classes('w-full flex-wrap items-center gap-2 sm:contents', isOpen ? 'flex' : 'hidden')}
      >
        {parts.includes('platform') && (
          <MultiChoice
            label={t('brands.filters.platform')}
            value={filter.platform}
            every={t('brands.filters.allPlatforms')}
            countText={(count: number) => t('brands.filters.platforms', { count })}
            options={platforms.map((each) => [each, platformLabels[each]])}
            onChoose={(platform) => choose({ platform })}
          />
        )}
        {parts.includes('topic') && <TopicChoice chosen={filter.topic} choose={choose} />}
        {parts.includes('tag') && <TagChoice chosen={filter.tag} choose={choose} />}
        {children}
        {/* On one line, so that no icon wraps alone. */}
        <div className="flex items-center gap-2 empty:hidden">
          <MoreFilters parts={parts} />
          {parts.length === everyPart.length && <SavedViews />}
        </div>
      </div>
      <FilterChips filter={filter} choose={choose} />
    </search>
  )
}

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
  const { days, from, to, compare, platform, region, topic, branded, tag, ...others } = search
  const own = Object.entries(others).filter(([, value]) => value !== '' && value !== undefined)
  return {
    ...Object.fromEntries(own),
    ...brandFilter({ days, from, to, compare, platform, region, topic, branded, tag }),
  }
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
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChoose(target.value)}
      isCompact={isCompact}
      isSet={value !== undefined}
    >
      <option value="">{every}</option>
      <Options of={options} />
    </Select>
  )
}

function TopicChoice({ chosen, choose }: { chosen: string | undefined; choose: Choose }) {
  const { slug } = useBrand()
  const { data } = useQuery(topicsQuery(slug))
  // Shown while the topics load, so that the bar keeps its height.
  if (data?.items.length === 0 && chosen === undefined) return null
  return (
    <MultiChoice
      label={t('brands.filters.topic')}
      value={chosen}
      every={t('brands.filters.allTopics')}
      countText={(count: number) => t('brands.filters.topics', { count })}
      options={(data?.items ?? []).map(({ id, name }) => [id, name])}
      onChoose={(topic) => choose({ topic })}
    />
  )
}

/** Shown once a prompt has a tag. */
function TagChoice({ chosen, choose }: { chosen: string | undefined; choose: Choose }) {
  const { brand } = useBrand()
  const { data } = useQuery(promptsQuery(brand.id))
  const tags = [...new Set(data?.items.flatMap((prompt) => prompt.tags))].sort()
  if (tags.length === 0 && chosen === undefined) return null
  return (
    <MultiChoice
      label={t('brands.filters.tag')}
      value={chosen}
      every={t('brands.filters.allTags')}
      countText={(count: number) => t('brands.filters.tags', { count })}
      options={tags.map((tag) => [tag, tag])}
      onChoose={(tag) => choose({ tag })}
    />
  )
}

/** The filters that are set less often: the region and branded prompts. */
function MoreFilters({ parts }: { parts: readonly Part[] }) {
  const { brand, filter } = useBrand()
  const choose = useFilterChoice()
  const { data } = useQuery({ ...promptsQuery(brand.id), enabled: parts.includes('region') })
  const regions = [...new Set(data?.items.flatMap(({ region }) => region ?? []))].sort()
  const hasRegion = parts.includes('region') && (regions.length > 0 || filter.region !== undefined)
  const hasBranded = parts.includes('branded')
  if (!hasRegion && !hasBranded) return null
  return (
    <MenuButton
      label={t('brands.filters.more')}
      value={t('brands.filters.more')}
      isSet={filter.region !== undefined || filter.branded !== undefined}
    >
      <div className="space-y-3 p-2">
        {hasRegion && (
          <LabeledChoice
            label={t('brands.filters.region')}
            value={filter.region}
            every={t('brands.filters.allRegions')}
            options={regions.map((region) => [region, region])}
            onChoose={(region) => choose({ region })}
          />
        )}
        {hasBranded && (
          <LabeledChoice
            label={t('brands.filters.prompts')}
            value={filter.branded}
            every={t('brands.filters.allPrompts')}
            options={[
              ['no', t('brands.filters.unbranded')],
              ['yes', t('brands.filters.branded')],
            ]}
            onChoose={(branded) => choose({ branded })}
          />
        )}
      </div>
    </MenuButton>
  )
}

function LabeledChoice(props: ChoiceProps) {
  return (
    <div>
      <p aria-hidden className="mb-1 text-xs font-medium text-muted">
        {props.label}
      </p>
      <Choice {...props} />
    </div>
  )
}
