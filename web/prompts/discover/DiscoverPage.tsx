import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Compass, Upload } from 'lucide-react'
import { useState } from 'react'
import { candidateIntents, candidateOrigins, candidateStatuses } from '../../../vocabulary/discovery.ts'
import { t } from '../../../vocabulary/texts.ts'
import { Choice, useFilterChoice } from '../../brands/FilterBar.tsx'
import { useBrand } from '../../brands/useBrand.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { Button } from '../../ui/Button.tsx'
import { Options } from '../../ui/form/Options.tsx'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { QueryBoundary } from '../../ui/page/QueryBoundary.tsx'
import { csvHref } from '../../ui/table/csv-href.ts'
import { CsvLink } from '../../ui/table/DataTable.tsx'
import { LoadMoreButton } from '../../ui/table/LoadMoreButton.tsx'
import { PromptCost } from '../PromptCost.tsx'
import { PromptTabs } from '../PromptTabs.tsx'
import { CandidateBulkBar } from './CandidateBulkBar.tsx'
import { CandidateRow } from './CandidateRow.tsx'
import { type Candidate, candidatesQuery, type DiscoverSearch, discoverSearch } from './candidates.ts'
import { KeywordFiles } from './KeywordFiles.tsx'
import { UploadKeywordsDialog } from './UploadKeywordsDialog.tsx'

/** What people ask that no prompt asks yet. */
export function DiscoverPage() {
  const { brand } = useBrand()
  const { mayWrite } = useCurrentUser()
  const filters = discoverSearch(useSearch({ strict: false }))
  const [isUploading, setUploading] = useState(false)
  const list = useInfiniteQuery({ ...candidatesQuery(brand.id, filters), placeholderData: keepPreviousData })
  return (
    <Page
      title={t('discovery.page.title')}
      within={brand.name}
      lead={
        <>
          {t('discovery.page.lead')} <PromptCost />
        </>
      }
      actions={
        mayWrite && (
          <Button onClick={() => setUploading(true)}>
            <Upload aria-hidden className="size-4" />
            {t('discovery.page.upload')}
          </Button>
        )
      }
    >
      <PromptTabs here="discover" />
      <Filters filters={filters} />
      <QueryBoundary query={list}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0) return <NoCandidates filters={filters} />
          return (
            <>
              <Candidates key={JSON.stringify(filters)} items={items} status={filters.status ?? 'open'} />
              <LoadMoreButton {...list} />
            </>
          )
        }}
      </QueryBoundary>
      <KeywordFiles />
      {isUploading && <UploadKeywordsDialog onClose={() => setUploading(false)} />}
    </Page>
  )
}

function Filters({ filters }: { filters: DiscoverSearch }) {
  const { brand } = useBrand()
  const choose = useFilterChoice()
  const { status = 'open', origin, intent, q } = filters
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField
        label={t('discovery.page.search')}
        value={q ?? ''}
        onSearch={(text) => choose({ q: text })}
        className="w-full sm:w-64"
      />
      <Select
        aria-label={t('discovery.candidates.status')}
        value={status}
        isSet={status !== 'open'}
        onChange={({ target }) => choose({ status: target.value === 'open' ? '' : target.value })}
      >
        <Options of={candidateStatuses.map((each) => [each, t(`discovery.candidates.statuses.${each}`)])} />
      </Select>
      <Choice
        label={t('discovery.page.origin')}
        value={origin}
        every={t('discovery.page.allOrigins')}
        options={candidateOrigins.map((each) => [each, t(`discovery.origins.${each}`)])}
        onChoose={(chosen) => choose({ origin: chosen })}
      />
      <Choice
        label={t('discovery.page.intent')}
        value={intent}
        every={t('discovery.page.allIntents')}
        options={candidateIntents.map((each) => [each, t(`discovery.intents.${each}`)])}
        onChoose={(chosen) => choose({ intent: chosen })}
      />
      <span className="ml-auto">
        <CsvLink href={csvHref('GET /api/metrics/prompt-candidates', { brand_id: brand.id, ...filters })} />
      </span>
    </div>
  )
}

function NoCandidates({ filters }: { filters: DiscoverSearch }) {
  const isFiltered = Object.keys(filters).length > 0
  return (
    <EmptyState isCard Icon={Compass} title={t('discovery.page.title')}>
      {isFiltered ? t('discovery.page.noMatch') : t('discovery.candidates.empty')}
    </EmptyState>
  )
}

type CandidatesProps = { items: readonly Candidate[]; status: Candidate['status'] }

function Candidates({ items, status }: CandidatesProps) {
  const { mayWrite } = useCurrentUser()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  const getText = ({ query, draft }: Candidate) => texts.get(query) ?? draft
  const selected = items.filter(({ query }) => chosen.has(query))
  const mayDecide = mayWrite && status !== 'tracked'
  const toggle = (query: string) =>
    setChosen((old) => {
      const next = new Set(old)
      if (!next.delete(query)) next.add(query)
      return next
    })
  return (
    <>
      {mayDecide && (
        <label className="mb-2 flex w-fit items-center gap-2 px-4 text-sm text-muted sm:px-5">
          <input
            type="checkbox"
            checked={selected.length === items.length}
            onChange={({ target }) =>
              setChosen(new Set(target.checked ? items.map(({ query }) => query) : []))
            }
            className="size-4 accent-accent"
          />
          {t('discovery.bulk.selectAll')}
        </label>
      )}
      <ul className="card divide-y divide-line">
        {items.map((candidate) => (
          <CandidateRow
            key={candidate.query}
            candidate={candidate}
            isChosen={chosen.has(candidate.query)}
            onToggle={mayDecide ? () => toggle(candidate.query) : null}
            text={getText(candidate)}
            onText={(text) => setTexts((old) => new Map(old).set(candidate.query, text))}
          />
        ))}
      </ul>
      {mayDecide && selected.length > 0 && (
        <CandidateBulkBar
          candidates={selected.map((candidate) => ({ query: candidate.query, text: getText(candidate) }))}
          status={status}
          onDone={() => setChosen(new Set())}
        />
      )}
    </>
  )
}
