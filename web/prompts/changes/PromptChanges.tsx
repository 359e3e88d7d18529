import { Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { Choice, useFilterChoice } from '../../brands/FilterBar.tsx'
import { useBrand } from '../../brands/useBrand.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { Headline } from '../../ui/page/Headline.tsx'
import { QueryBoundary } from '../../ui/page/QueryBoundary.tsx'
import { csvHref } from '../../ui/table/csv-href.ts'
import { CsvLink } from '../../ui/table/DataTable.tsx'
import type { PromptsSearch } from '../search.ts'
import { ChangeDetail } from './ChangeDetail.tsx'
import { ChangeList } from './ChangeList.tsx'
import { type ChangedPrompt, type PromptLeaders, usePromptLeaders } from './prompt-leaders.ts'

type PromptChangesProps = { search: PromptsSearch; tabs: ReactNode }

/** The prompts whose leader changed in the period, and the answers before and after of one of them. */
export function PromptChanges({ search, tabs }: PromptChangesProps) {
  const leaders = usePromptLeaders()
  return (
    <QueryBoundary query={leaders} className="h-144">
      {(data) => <Loaded data={data} search={search} tabs={tabs} />}
    </QueryBoundary>
  )
}

function Loaded({ data, search, tabs }: PromptChangesProps & { data: PromptLeaders }) {
  const { query } = useBrand()
  const rivals = new Map(data.prompts.map(({ competitor }) => [competitor.competitor_id, competitor.name]))
  const rival = search.rival !== undefined && rivals.has(search.rival) ? search.rival : undefined
  const ofRival = data.prompts.filter(({ competitor }) => !rival || competitor.competitor_id === rival)
  const listed = ofRival.filter(({ outcome }) => outcome !== 'other')
  const chosen = listed.find(({ prompt_id }) => prompt_id === search.prompt) ?? bySection(listed)[0]
  return (
    <>
      <div className="mb-4">
        <Headline context={describePlatform(listed)}>
          {countText(listed, rival === undefined ? undefined : rivals.get(rival))}
        </Headline>
      </div>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {tabs}
        <div className="ml-auto flex items-center gap-2">
          <RivalChoice rivals={rivals} chosen={rival} />
          <CsvLink isCompact href={csvHref('GET /api/metrics/prompt-leaders', query)} />
        </div>
      </div>
      {chosen && data.previous_window ? (
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] 2xl:grid-cols-2">
          <ChangeList
            prompts={listed}
            chosen={chosen.prompt_id}
            kept={data.kept}
            others={ofRival.length - listed.length}
          />
          <ChangeDetail key={chosen.prompt_id} prompt={chosen} previous={data.previous_window} />
        </div>
      ) : (
        <EmptyState isCard Icon={Scale} title={t('promptChanges.page.emptyTitle')}>
          {data.previous_window === null
            ? t('promptChanges.page.noPrevious')
            : t('promptChanges.page.empty', { kept: data.kept })}
        </EmptyState>
      )}
    </>
  )
}

/** Lost before won, as in the list. */
const bySection = (prompts: readonly ChangedPrompt[]) =>
  prompts.toSorted((a, b) => (a.outcome < b.outcome ? -1 : a.outcome > b.outcome ? 1 : 0))

const count = (prompts: readonly ChangedPrompt[], outcome: ChangedPrompt['outcome']) =>
  prompts.filter((prompt) => prompt.outcome === outcome).length

function countText(prompts: readonly ChangedPrompt[], rival: string | undefined): string {
  const counts = { lost: count(prompts, 'lost'), won: count(prompts, 'won') }
  return rival === undefined
    ? t('promptChanges.page.counts', counts)
    : t('promptChanges.page.countsOfRival', { ...counts, rival })
}

/** The platform on which most of the lost prompts were lost, if it is one of several. */
function describePlatform(prompts: readonly ChangedPrompt[]): string | undefined {
  const lost = prompts.filter(({ outcome }) => outcome === 'lost')
  const [most] = [
    ...Map.groupBy(
      lost.flatMap(({ platforms }) => platforms),
      (platform) => platform,
    ),
  ].toSorted(([, a], [, b]) => b.length - a.length)
  if (lost.length < 2 || !most) return undefined
  const [platform, losses] = most
  return t('promptChanges.page.platform', {
    platform: platformLabels[platform],
    losses: losses.length,
    lost: lost.length,
  })
}

type RivalChoiceProps = { rivals: ReadonlyMap<string, string>; chosen: string | undefined }

function RivalChoice({ rivals, chosen }: RivalChoiceProps) {
  const choose = useFilterChoice()
  if (rivals.size < 2) return null
  return (
    <Choice
      label={t('promptChanges.page.rival')}
      value={chosen}
      every={t('promptChanges.page.everyRival')}
      options={[...rivals]}
      onChoose={(rival) => choose({ rival, prompt: '' })}
    />
  )
}
