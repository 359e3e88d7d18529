import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ListFilter } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { platformLabels, platforms } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { marketName, regionName } from './countries-and-languages.ts'
import { brandFilter, filterCount, filterNames, periodNames } from './filter.ts'
import { MenuButton } from './filters/MenuButton.tsx'
import { MultiChoice } from './filters/MultiChoice.tsx'
import { PeriodMenu } from './filters/PeriodMenu.tsx'
import { SavedViews } from './filters/SavedViews.tsx'
import { personasQuery, promptsQuery, topicsQuery } from './queries.ts'
import { useBrand } from './useBrand.ts'

const FilterChips = lazy(async () => ({ default: (await import('./filters/FilterChips.tsx')).FilterChips }))

const everyPart = ['days', 'platform', 'topic', 'tag', 'persona', 'market', 'branded'] as const
type Part = (typeof everyPart)[number] | 'region'

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
      {filterCount(filter) > 0 && (
        <Suspense fallback={null}>
          <FilterChips filter={filter} choose={choose} />
        </Suspense>
      )}
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
  const isShared = (name: string) => [...periodNames, ...filterNames].some((each) => each === name)
  const own = Object.entries(search).filter(
    ([name, value]) => !isShared(name) && value !== '' && value !== undefined,
  )
  return { ...Object.fromEntries(own), ...brandFilter(search) }
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

/** The filters that are set less often. A screen has markets, or only the regions of one prompt. */
function MoreFilters({ parts }: { parts: readonly Part[] }) {
  const { filter } = useBrand()
  const choose = useFilterChoice()
  const personas = usePersonaOptions(parts.includes('persona'))
  const markets = useMarketOptions(parts.includes('market'))
  const regions = useRegionOptions(parts.includes('region'))
  const hasBranded = parts.includes('branded')
  const { persona, region, language, branded } = filter
  if (personas.length + markets.length + regions.length === 0 && !hasBranded) return null
  const market =
    region === undefined && language === undefined ? undefined : `${region ?? ''}/${language ?? ''}`
  return (
    <MenuButton
      label={t('brands.filters.more')}
      value={t('brands.filters.more')}
      isSet={[persona, region, language, branded].some((value) => value !== undefined)}
    >
      <div className="space-y-3 p-2">
        {personas.length > 0 && (
          <LabeledChoice
            label={t('brands.filters.persona')}
            value={persona}
            every={t('brands.filters.allPersonas')}
            options={personas}
            onChoose={(value) => choose({ persona: value })}
          />
        )}
        {markets.length > 0 && (
          <LabeledChoice
            label={t('brands.filters.market')}
            value={market}
            every={t('brands.filters.allMarkets')}
            options={markets}
            onChoose={(value) => {
              const [chosenRegion = '', chosenLanguage = ''] = value.split('/')
              choose({ region: chosenRegion, language: chosenLanguage })
            }}
          />
        )}
        {regions.length > 0 && (
          <LabeledChoice
            label={t('brands.filters.region')}
            value={region}
            every={t('brands.filters.allRegions')}
            options={regions}
            onChoose={(value) => choose({ region: value })}
          />
        )}
        {hasBranded && (
          <LabeledChoice
            label={t('brands.filters.prompts')}
            value={branded}
            every={t('brands.filters.allPrompts')}
            options={[
              ['no', t('brands.filters.unbranded')],
              ['yes', t('brands.filters.branded')],
            ]}
            onChoose={(value) => choose({ branded: value })}
          />
        )}
      </div>
    </MenuButton>
  )
}

type ChoiceOptions = readonly (readonly [value: string, label: string])[]

function usePersonaOptions(enabled: boolean): ChoiceOptions {
  const { slug } = useBrand()
  const { data } = useQuery({ ...personasQuery(slug), enabled })
  const personas = data?.items ?? []
  return personas.length === 0
    ? []
    : [...personas.map(({ id, name }) => [id, name] as const), ['none', t('brands.filters.noPersona')]]
}

/** The countries and languages of the prompts; none for a brand with a single market. */
function useMarketOptions(enabled: boolean): ChoiceOptions {
  const { brand, filter } = useBrand()
  const { data } = useQuery({ ...promptsQuery(brand.id), enabled })
  const keys = new Set(data?.items.map(({ region, language }) => `${region ?? 'none'}/${language ?? 'none'}`))
  const isChosen = filter.region !== undefined || filter.language !== undefined
  if (!enabled || (keys.size < 2 && !isChosen)) return []
  return [...keys].sort().map((key) => {
    const [region = 'none', language = 'none'] = key.split('/')
    return [key, marketName(region, language)] as const
  })
}

function useRegionOptions(enabled: boolean): ChoiceOptions {
  const { brand, filter } = useBrand()
  const { data } = useQuery({ ...promptsQuery(brand.id), enabled })
  const regions = new Set(data?.items.flatMap(({ region }) => region ?? []))
  if (!enabled || (regions.size === 0 && filter.region === undefined)) return []
  return [...regions].sort().map((region) => [region, regionName(region)] as const)
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
