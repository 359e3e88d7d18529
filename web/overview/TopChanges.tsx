import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Returns, read } from '../api.ts'
import { brandFilter, type MetricQuery } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { ChangeBadge } from '../ui/ChangeBadge.tsx'
import { Section } from '../ui/page/Section.tsx'
import { copy } from './copy.ts'

type Prompt = Returns<'GET /api/metrics/prompt-performance'>['prompts'][number]

const moversOf = (query: MetricQuery, order: 'asc' | 'desc') =>
  read('GET /api/metrics/prompt-performance', { query: { ...query, sort_by: 'change', order, limit: 20 } })

const shownAtMost = 5

/** The prompts with a significant change, adjusted for multiple comparisons. */
export function TopChanges() {
  const { query, filter } = useBrand()
  const up = useQuery(moversOf(query, 'desc'))
  const down = useQuery(moversOf(query, 'asc'))
  if (!up.data || !down.data || up.data.prompts.every(({ result_count }) => result_count === 0)) return null
  const risen = up.data.prompts.filter(({ change }) => change.state === 'up').slice(0, shownAtMost)
  const fallen = down.data.prompts.filter(({ change }) => change.state === 'down').slice(0, shownAtMost)
  if (filter.days === 'all') return null
  return (
    <Section title={copy.topChanges.title} lead={copy.topChanges.lead}>
      {risen.length + fallen.length === 0 ? (
        <p className="card px-4 py-4 text-muted sm:px-5">{copy.topChanges.none}</p>
      ) : (
        <div className="grid gap-4 lg:grid-cols-2">
          <MoverList title={copy.topChanges.up} prompts={risen} none={copy.topChanges.noIncreases} />
          <MoverList title={copy.topChanges.down} prompts={fallen} none={copy.topChanges.noDrops} />
        </div>
      )}
    </Section>
  )
}

function MoverList({ title, prompts, none }: { title: string; prompts: Prompt[]; none: string }) {
  const { slug, filter } = useBrand()
  return (
    <div className="card">
      <h3 className="border-b border-line px-4 py-2.5 text-sm font-medium text-muted sm:px-5">{title}</h3>
      {prompts.length === 0 && <p className="px-4 py-3 text-sm text-muted sm:px-5">{none}</p>}
      <ul className="divide-y divide-line">
        {prompts.map((prompt) => (
          <li key={prompt.prompt_id} className="px-4 py-2.5 text-sm sm:px-5">
            <Link
              to="/dashboard/brands/$slug/prompts/$id"
              params={{ slug, id: prompt.prompt_id }}
              search={brandFilter(filter)}
              className="font-medium hover:underline [overflow-wrap:anywhere]"
            >
              {prompt.prompt_text}
            </Link>
            <p className="mt-1 flex flex-wrap items-center gap-2 text-muted">
              <ChangeBadge change={prompt.change} />
              {copy.topChanges.beforeAndNow(prompt.change.previous, prompt.avg_visibility_score)}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
