import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { platformLabels, platforms } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { languageName, regionName } from '../countries-and-languages.ts'
import { type BrandFilter, noFilters, toItems } from '../filter.ts'
import { personasQuery, topicsQuery } from '../queries.ts'
import { useBrand } from '../useBrand.ts'

type FilterChipsProps = { filter: BrandFilter; choose(change: Record<string, string>): void }

/** The active filters, each with a button that removes it. */
export function FilterChips({ filter, choose }: FilterChipsProps) {
  const { slug } = useBrand()
  const { platform, topic, region, branded, tag, persona, language } = filter
  const { data: topics } = useQuery({ ...topicsQuery(slug), enabled: topic !== undefined })
  const { data: personas } = useQuery({ ...personasQuery(slug), enabled: persona !== undefined })
  const without = (list: string | undefined, item: string) =>
    toItems(list)
      .filter((each) => each !== item)
      .join()
  const chips = [
    ...toItems(platform).map((item) => ({
      key: item,
      label: platformName(item),
      rest: { platform: without(platform, item) },
    })),
    ...toItems(topic).map((item) => ({
      key: item,
      label: topics?.items.find(({ id }) => id === item)?.name ?? t('brands.filters.topic'),
      rest: { topic: without(topic, item) },
    })),
    ...toItems(tag).map((item) => ({
      key: `tag ${item}`,
      label: t('brands.filters.tagged', { tag: item }),
      rest: { tag: without(tag, item) },
    })),
    ...toItems(persona).map((item) => ({
      key: `persona ${item}`,
      label:
        item === 'none'
          ? t('brands.filters.noPersona')
          : (personas?.items.find(({ id }) => id === item)?.name ?? t('brands.filters.persona')),
      rest: { persona: without(persona, item) },
    })),
    ...toItems(region).map((item) => ({
      key: `region ${item}`,
      label: regionName(item),
      rest: { region: without(region, item) },
    })),
    ...toItems(language).map((item) => ({
      key: `language ${item}`,
      label: languageName(item),
      rest: { language: without(language, item) },
    })),
    ...(branded
      ? [
          {
            key: 'branded',
            label: branded === 'yes' ? t('brands.filters.branded') : t('brands.filters.unbranded'),
            rest: { branded: '' },
          },
        ]
      : []),
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

const platformName = (item: string): string => {
  const platform = platforms.find((each) => each === item)
  return platform === undefined ? item : platformLabels[platform]
}
