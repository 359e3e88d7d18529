import { Link } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, joinFacts } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Section } from '../ui/page/Section.tsx'
import type { ActionDetail } from './queries.ts'

type Step = {
  name: 'opportunity' | 'brief' | 'published' | 'fetched' | 'cited' | 'share' | 'visits'
  isDone: boolean
  facts: readonly string[]
  /** Shown without facts. Default: "Not known". */
  none?: string
  evidence?: ReactNode
}

/** From the opportunity to visits: each step with its days and evidence, and the gaps. */
export function ChainSection({ action }: { action: ActionDetail }) {
  return (
    <Section title={t('actions.chain.title')} lead={t('actions.chain.lead')}>
      <ol className="card divide-y divide-line">
        {useSteps(action).map(({ name, isDone, facts, none, evidence }) => (
          <li key={name} className="flex items-start gap-3 px-4 py-3 text-sm">
            {isDone ? (
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            ) : (
              <Circle aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            )}
            <div className="min-w-0 flex-1 sm:flex sm:gap-4">
              <p className="shrink-0 font-medium sm:w-52">{t(`actions.chain.steps.${name}`)}</p>
              <div className="min-w-0 text-muted [overflow-wrap:anywhere]">
                {facts.length > 0 ? joinFacts(facts) : (none ?? t('actions.chain.unknown'))}
                {evidence && <span className="block">{evidence}</span>}
              </div>
            </div>
          </li>
        ))}
      </ol>
      {action.chain.gaps.length > 0 && (
        <ul className="mt-3 grid gap-2">
          {action.chain.gaps.map(({ kind, text }) => (
            <li key={kind}>
              <Notice tone="caution">{text}</Notice>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function useSteps(action: ActionDetail): Step[] {
  const { slug } = useBrand()
  const { opportunity, brief, path, fetched, cited, visits, conversions } = action.chain
  const params = { slug }
  // The steps count from this day on.
  const since = { from: action.day }
  return [
    {
      name: 'opportunity',
      isDone: opportunity !== null,
      facts: opportunity
        ? [
            t('actions.chain.foundOn', { day: formatDay(opportunity.created_on) }),
            ...(opportunity.done_on === null
              ? []
              : [t('actions.chain.doneOn', { day: formatDay(opportunity.done_on) })]),
          ]
        : [],
      none: t('actions.chain.none'),
      evidence: opportunity && (
        <Link
          to="/dashboard/brands/$slug/opportunities/$id"
          params={{ slug, id: opportunity.id }}
          className="link"
        >
          {opportunity.title}
        </Link>
      ),
    },
    {
      name: 'brief',
      isDone: brief !== null,
      facts: brief ? [formatDay(brief.written_on), ...(brief.model === null ? [] : [brief.model])] : [],
      none: t('actions.chain.none'),
      evidence: opportunity && brief && (
        <Link
          to="/dashboard/brands/$slug/opportunities/$id"
          params={{ slug, id: opportunity.id }}
          search={{ part: 'brief' }}
          className="link"
        >
          {t('actions.chain.showBrief')}
        </Link>
      ),
    },
    {
      name: 'published',
      isDone: action.page?.state === 'read',
      facts: action.page
        ? [
            formatDay(action.day),
            ...(action.page.title === null ? [] : [action.page.title]),
            t('actions.chain.checkedOn', { day: formatDay(action.page.checked_at) }),
          ]
        : [],
      evidence: action.url !== null && (
        <>
          <ExternalLink href={action.url}>{action.url}</ExternalLink>
          {action.page && action.page.state !== 'read' && (
            <span className="block">{t(`citations.pageStates.${action.page.state}`)}</span>
          )}
        </>
      ),
    },
    {
      name: 'fetched',
      isDone: (fetched?.requests ?? 0) > 0,
      facts: fetched
        ? [
            t('actions.chain.requests', { count: fetched.requests }),
            ...dayFacts(fetched),
            ...fetched.agents.slice(0, 3).map(({ agent }) => agent),
          ]
        : [],
      evidence: fetched && (
        <Link to="/dashboard/brands/$slug/traffic/agents" params={params} search={since} className="link">
          {t('actions.chain.showAgents')}
        </Link>
      ),
    },
    {
      name: 'cited',
      isDone: (cited?.answers ?? 0) > 0,
      facts: cited
        ? [
            t('actions.chain.citations', { count: cited.answers }),
            ...dayFacts(cited),
            ...cited.platforms.slice(0, 3).map(({ platform }) => platformLabels[platform]),
          ]
        : [],
      evidence: cited?.urls[0] !== undefined && cited.answers > 0 && (
        <Link
          to="/dashboard/brands/$slug/citations/page"
          params={params}
          search={{ ...since, url: cited.urls[0] }}
          className="link"
        >
          {t('actions.chain.showPage')}
        </Link>
      ),
    },
    {
      name: 'share',
      isDone: action.result.established_on !== null,
      facts: [
        t(`actions.states.${action.result.state}`),
        ...(action.result.established_on === null ? [] : [formatDay(action.result.established_on)]),
      ],
    },
    {
      name: 'visits',
      isDone: (visits?.visits ?? 0) > 0,
      facts: visits
        ? [
            t('actions.chain.visits', { count: visits.visits }),
            ...dayFacts(visits),
            ...(conversions ? [t('actions.chain.conversions', { count: conversions.conversions })] : []),
          ]
        : [],
      evidence: visits && path !== null && (
        <Link
          to="/dashboard/brands/$slug/traffic/funnel"
          params={params}
          search={{ ...since, q: path }}
          className="link"
        >
          {t('actions.chain.showFunnel')}
        </Link>
      ),
    },
  ]
}

const dayFacts = ({
  first_day,
  last_day,
}: {
  first_day: string | null
  last_day: string | null
}): string[] =>
  first_day === null || last_day === null
    ? []
    : [t('actions.chain.firstAndLast', { first: formatDay(first_day), last: formatDay(last_day) })]
