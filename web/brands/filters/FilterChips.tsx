import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { platformLabels, platforms } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { languageName, regionName } from '../countries-and-languages.ts'
import { type BrandFilter, type filterNames, noFilters, toItems } from '../filter.ts'
import { personasQuery, topicsQuery } from '../queries.ts'
import { useBrand } from '../useBrand.ts'

type FilterChipsProps = { filter: BrandFilter; choose(change: Record<string, string>): void }

/** The active filters, each with a button that removes it. */
export function FilterChips({ filter, choose }: FilterChipsProps) {
  const { slug } = useBrand()
  const { topic, persona } = filter
  const { data: topics } = useQuery({ ...topicsQuery(slug), enabled: topic !== undefined })
  const { data: personas } = useQuery({ ...personasQuery(slug), enabled: persona !== undefined })
  const chipsOf = (name: (typeof filterNames)[number], getLabel: (item: string) => string) => {
    const items = toItems(filter[name])
    return items.map((item) => ({
      key: `${name} ${item}`,
      label: getLabel(item),
      rest: { [name]: items.filter((each) => each !== item).join() },
    }))
  }
  const chips = [
    ...chipsOf('platform', platformName),
    ...chipsOf('topic', (item) => findName(topics?.items, item) ?? t('brands.filters.topic')),
    ...chipsOf('tag', (tag) => t('brands.filters.tagged', { tag })),
    ...chipsOf('persona', (item) =>
      item === 'none'
        ? t('brands.filters.noPersona')
        : (findName(personas?.items, item) ?? t('brands.filters.persona')),
    ),
    ...chipsOf('region', regionName),
    ...chipsOf('language', languageName),
    ...chipsOf('branded', (item) =>
      item === 'yes' ? t('brands.filters.branded') : t('brands.filters.unbranded'),
    ),
  ]
  if (chips.length === 0) return null
  return (
    <ul aria-label={t('brands.filters.active')} className="flex w-full flex-wrap items-center gap-1.5">
      {chips.map(({ key, label, rest }) => (
        <li key={key}>
          <button
            type="button"
            onClick={() => choose(rest)}
            className="inline-flex h-6 items-center gap-1 rounded bg-accent-soft pl-2 pr-1 text-xs font-medium text-accent-strong hover:underline"
          >
            {label}
            <X aria-hidden className="size-3.5" />
            <span className="sr-only">{t('brands.filters.remove')}</span>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={() => choose(noFilters)}
          className="h-6 rounded px-1.5 text-xs font-medium text-muted hover:text-ink"
        >
          {t('brands.filters.clear')}
        </button>
      </li>
    </ul>
  )
}

const findName = (items: readonly { id: string; name: string }[] | undefined, id: string) =>
  items?.find((each) => each.id === id)?.name

const platformName = (item: string): string => {
  const platform = platforms.find((each) => each === item)
  return platform === undefined ? item : platformLabels[platform]
}
