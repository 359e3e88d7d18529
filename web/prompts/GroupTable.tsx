import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../vocabulary/formats.ts'
import { promptGroupings } from '../../vocabulary/labels.ts'
import { t } from '../../vocabulary/texts.ts'
import { SampleLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { marketName } from '../brands/countries-and-languages.ts'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { brandFilter } from '../brands/filter.ts'
import { promptsQuery, topicsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { withoutUndefined } from '../search-params.ts'
import { classes } from '../ui/classes.ts'
import { PeriodMark } from '../ui/PeriodMark.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { RateCell, ScoreCell } from '../ui/table/MetricCells.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import type { PromptsSearch } from './search.ts'

type Grouping = (typeof promptGroupings)[number]
type Group = Returns<'GET /api/metrics/prompt-groups'>['groups'][number]

/** Compares the topics, tags, personas or markets of the prompts; nothing for a brand that has none of them. */
export function GroupTable({ chosen }: { chosen: PromptsSearch['groups'] }) {
  const { query } = useBrand()
  const choose = useFilterChoice()
  const available = useGroupings()
  const by = chosen ?? available[0]
  const { data } = useQuery({
    ...read('GET /api/metrics/prompt-groups', { query: { ...query, by: by ?? 'topic' } }),
    enabled: by !== undefined,
  })
  if (by === undefined) return null
  return (
    <Section
      title={t('prompts.groups.title')}
      lead={by === 'tag' ? t('prompts.groups.tagHint') : undefined}
      actions={<CsvLink href={csvHref('GET /api/metrics/prompt-groups', { ...query, by })} />}
    >
      <fieldset className="mb-3 flex flex-wrap gap-1" aria-label={t('prompts.groups.title')}>
        {promptGroupings
          .filter((each) => each === by || available.includes(each))
          .map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === by}
              onClick={() => choose({ groups: each })}
              className={classes(
                'border-b-2 px-2 py-1.5 text-sm font-medium',
                each === by ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {t(`prompts.groups.by.${each}`)}
            </button>
          ))}
      </fieldset>
      {!data ? (
        <Bar className="h-40 rounded-xl" />
      ) : (
        <DataTable
          caption={t(`prompts.groups.by.${by}`)}
          columns={columns(by)}
          rows={data.groups}
          getKey={({ key }) => key}
        />
      )}
    </Section>
  )
}

/** What the prompts of the brand can be compared by. */
function useGroupings(): readonly Grouping[] {
  const { brand, slug } = useBrand()
  const { data: topics } = useQuery(topicsQuery(slug))
  const { data: prompts } = useQuery(promptsQuery(brand.id))
  if (!topics || !prompts) return []
  const { items } = prompts
  const markets = new Set(items.map(({ region, language }) => `${region}/${language}`))
  const isAvailable = {
    topic: topics.items.length > 0,
    tag: items.some(({ tags }) => tags.length > 0),
    persona: items.some(({ persona_id }) => persona_id !== null),
    market: markets.size > 1,
  }
  return promptGroupings.filter((each) => isAvailable[each])
}

const columns = (by: Grouping): Column<Group>[] => [
  { label: t(`prompts.groups.one.${by}`), cell: (group) => <GroupLink by={by} group={group} /> },
  numberColumn(t('labels.metric.visibility_score.label'), ({ avg_visibility_score, score_interval }) => (
    <ScoreCell score={avg_visibility_score} interval={score_interval} />
  )),
  numberColumn(t('prompts.groups.change'), ({ change }) => <PeriodMark change={change} />),
  numberColumn(t('labels.metric.mention_rate.label'), ({ mention_rate_pct, mention_interval }) => (
    <RateCell pct={mention_rate_pct} interval={mention_interval} />
  )),
  numberColumn(t('prompts.groups.prompts'), ({ prompt_count }) => formatCount(prompt_count)),
  numberColumn(t('prompts.groups.answers'), ({ filter, result_count }) => (
    <SampleLink count={result_count} filter={toFilter(filter)} />
  )),
]

function GroupLink({ by, group }: { by: Grouping; group: Group }) {
  const { slug, filter } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/prompts"
      params={{ slug }}
      search={{ ...brandFilter({ ...filter, ...toFilter(group.filter) }), groups: by }}
      className="font-medium hover:underline"
    >
      {getName(by, group)}
    </Link>
  )
}

function getName(by: Grouping, { key, name, filter }: Group): string {
  if (by === 'market') return marketName(filter.region ?? null, filter.language ?? null)
  return name ?? (by === 'persona' ? t('brands.filters.noPersona') : key)
}

/** The filter of the URL for these parameters of the API. */
const toFilter = ({ topic_id, tag, persona_id, region, language }: Group['filter']): Record<string, string> =>
  withoutUndefined({ topic: topic_id, tag, persona: persona_id, region, language })
