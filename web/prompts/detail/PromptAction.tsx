import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sourceCategoryLabel } from '../../../vocabulary/labels.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersLink } from '../../answers/AnswersLink.tsx'
import { read } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { ImpactBadge } from '../../opportunities/Badges.tsx'
import { buttonClasses } from '../../ui/Button.tsx'
import { Card } from '../../ui/page/Card.tsx'
import type { PromptDetail } from './prompt-detail.ts'

const mostSources = 3
const companies = ['owned', 'competitor']

/** What to do for the prompt: its open opportunity, and the sources that answers without the brand cite. */
export function PromptAction({ detail }: { detail: PromptDetail }) {
  const { brand, slug } = useBrand()
  const { data } = useQuery(
    read('GET /api/content', {
      query: { brand_id: brand.id, prompt_id: detail.prompt_id, kind: 'gap', limit: 10 },
    }),
  )
  const opportunity = data?.items.find(({ status }) => status !== 'done' && status !== 'dismissed')
  const sources = detail.sources
    .filter(({ category }) => !companies.includes(category))
    .map((source) => ({ ...source, without: source.results_citing - source.results_mentioning }))
    .filter(({ without }) => without > 0)
    .toSorted((a, b) => b.without - a.without)
    .slice(0, mostSources)
  return (
    <Card
      title={t('promptDetail.action.title')}
      actions={opportunity && <ImpactBadge impact={opportunity.impact} isWhole />}
    >
      <p className="px-4 pb-3 text-sm">
        {data && !opportunity
          ? t('promptDetail.action.none')
          : t('promptDetail.action.why', { domains: sources.length })}
      </p>
      {sources.length > 0 && (
        <ul
          aria-label={t('promptDetail.action.sources')}
          className="divide-y divide-line border-y border-line text-sm"
        >
          {sources.map(({ domain, category, without }) => (
            <li key={domain} className="flex items-baseline gap-2 px-4 py-2">
              <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{domain}</span>
              <span className="text-xs text-muted">{sourceCategoryLabel(category)}</span>
              <AnswersLink
                of={{ prompt: detail.prompt_id, domain, named: 'no' }}
                className="ml-auto whitespace-nowrap tabular-nums text-muted hover:underline"
              >
                {t('promptDetail.action.answers', { count: without })}
              </AnswersLink>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3 px-4 py-3 text-sm">
        {opportunity && (
          <Link
            to="/dashboard/brands/$slug/opportunities/$id"
            params={{ slug, id: opportunity.id }}
            {...(opportunity.has_brief && { search: { part: 'brief' } })}
            className={buttonClasses('primary', 'small')}
          >
            {opportunity.has_brief ? t('promptDetail.action.openBrief') : t('promptDetail.action.open')}
          </Link>
        )}
        <AnswersLink of={{ prompt: detail.prompt_id, named: 'no' }}>
          {t('promptDetail.action.withoutYou', { brand: brand.name })}
        </AnswersLink>
      </div>
    </Card>
  )
}
