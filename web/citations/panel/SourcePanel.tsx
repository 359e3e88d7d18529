import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatPct } from '../../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../../vocabulary/labels.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersLink } from '../../answers/AnswersLink.tsx'
import { read } from '../../api.ts'
import { useFilterChoice } from '../../brands/FilterBar.tsx'
import { useBrand } from '../../brands/useBrand.ts'
import { BriefButton } from '../../opportunities/BriefButton.tsx'
import type { Opportunity } from '../../opportunities/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { buttonClasses } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PeriodFacts } from '../../ui/PeriodMark.tsx'
import { QueryBoundary } from '../../ui/page/QueryBoundary.tsx'
import { SiteLink } from '../../ui/SiteLink.tsx'
import { OutreachFields } from './OutreachFields.tsx'
import type { SourceDetail } from './Part.tsx'
import { SourcePages, SourcePrompts } from './SourcePages.tsx'
import { SourceQuotes } from './SourceQuotes.tsx'
import { SourceWeeks } from './SourceWeeks.tsx'

type SourcePanelProps = {
  domain: string
  /** The listed domains, in their order. */
  listed: readonly string[]
  opportunity: Opportunity | undefined
}

/** One source, next to the list: who is mentioned with it, its pages, the outreach, and the next action. Escape closes it. */
export function SourcePanel({ domain, listed, opportunity }: SourcePanelProps) {
  const { query } = useBrand()
  const choose = useFilterChoice()
  const heading = useRef<HTMLHeadingElement>(null)
  const detail = useQuery({
    ...read('GET /api/metrics/source-detail', { query: { ...query, domain } }),
    placeholderData: keepPreviousData,
  })
  const current = detail.data?.domain === domain ? detail.data : undefined
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) choose({ source: '' })
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  })
  const at = listed.indexOf(domain)
  const step = (by: 1 | -1) => {
    const next = at === -1 ? undefined : listed[at + by]
    if (next !== undefined) choose({ source: next })
  }
  return (
    <aside
      aria-labelledby="source-panel"
      className="flex flex-col overflow-y-auto border-line bg-surface max-xl:fixed max-xl:inset-y-0 max-xl:right-0 max-xl:z-30 max-xl:w-full max-xl:max-w-lg max-xl:border-l max-xl:shadow-raised xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:rounded-xl xl:border xl:shadow-card"
    >
      <header className="sticky top-0 z-10 flex items-center gap-1 border-b border-line bg-surface px-4 py-2.5">
        <h2
          ref={heading}
          id="source-panel"
          tabIndex={-1}
          className="min-w-0 truncate text-lg font-semibold outline-none"
          title={domain}
        >
          {domain}
        </h2>
        <SiteLink href={`https://${domain}`} name={domain} />
        {current && <Badge>{sourceCategoryLabel(current.category)}</Badge>}
        <div className="ml-auto flex">
          <IconButton label={t('citations.panel.previous')} onClick={() => step(-1)}>
            <ChevronUp aria-hidden className="size-4" />
          </IconButton>
          <IconButton label={t('citations.panel.next')} onClick={() => step(1)}>
            <ChevronDown aria-hidden className="size-4" />
          </IconButton>
          <IconButton label={t('ui.close')} onClick={() => choose({ source: '' })}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      </header>
      <QueryBoundary query={{ ...detail, data: current }} className="m-4 h-96">
        {(source) => <Loaded source={source} opportunity={opportunity} />}
      </QueryBoundary>
    </aside>
  )
}

function Loaded({ source, opportunity }: { source: SourceDetail; opportunity: Opportunity | undefined }) {
  const { brand } = useBrand()
  const { domain, results_citing, missed_count, page_gap_count } = source
  const covered = missed_count - page_gap_count
  return (
    <>
      <div className="divide-y divide-line">
        <div className="space-y-3 px-4 py-3">
          <p>
            {t('citations.panel.cited', { answers: results_citing })}{' '}
            <strong className="font-semibold">
              {t('citations.panel.missed', { missed: missed_count, brand: brand.name })}
            </strong>{' '}
            {covered > 0 && t('citations.panel.covered', { covered, brand: brand.name })}
          </p>
          <PeriodFacts change={source.change} format={formatPct} isOthers />
          <OutreachFields key={domain} source={source} />
        </div>
        <SourceWeeks weeks={source.weeks} />
        <SourcePages source={source} />
        <SourcePrompts source={source} />
        <SourceQuotes source={source} />
      </div>
      <footer className="sticky bottom-0 mt-auto flex flex-wrap items-start gap-2 border-t border-line bg-surface px-4 py-3">
        <BriefButton look="primary" opportunity={opportunity} of={{ domain }} />
        <AnswersLink
          of={{ domain, ...(missed_count > 0 && { named: 'no' }) }}
          className={buttonClasses('secondary', 'small')}
        >
          {t('citations.panel.viewAnswers', {
            count: missed_count > 0 ? results_citing - source.results_mentioning : results_citing,
          })}
        </AnswersLink>
      </footer>
    </>
  )
}
