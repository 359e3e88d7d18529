import { formatCount, formatDay, joinFacts } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersLink } from '../../answers/AnswersLink.tsx'
import { BrandTiles } from '../../brands/BrandTiles.tsx'
import { PromptLink } from '../../prompts/PromptLink.tsx'
import { SiteLink } from '../../ui/SiteLink.tsx'
import { CitedPageLink } from '../CitedPageLink.tsx'
import { CheckAgain } from './CheckAgain.tsx'
import { OnPage } from './OnPage.tsx'
import { Part, type SourceDetail } from './Part.tsx'

export function SourcePages({ source: { domain, pages, page_count } }: { source: SourceDetail }) {
  const checked = pages.flatMap(({ check }) => check?.checked_at ?? []).toSorted()
  return (
    <Part
      title={t('citations.panel.pages')}
      lead={joinFacts([
        ...(page_count > pages.length ? [t('citations.panel.ofPages', { pages: page_count })] : []),
        ...(checked[0] === undefined ? [] : [t('citations.panel.checkedOn', { day: formatDay(checked[0]) })]),
      ])}
      action={<CheckAgain domain={domain} />}
    >
      <table className="w-full text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="pb-1 text-left font-normal">
              {t('citations.sources.page')}
            </th>
            <th scope="col" className="pb-1 pl-3 text-right font-normal">
              {t('citations.targets.columns.answers')}
            </th>
            <th scope="col" className="whitespace-nowrap pb-1 pl-3 text-left font-normal">
              {t('citations.panel.onPage')}
            </th>
            <th scope="col" className="pb-1 pl-3 text-left font-normal">
              {t('citations.targets.columns.competitors')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {pages.map(({ url, title, results_citing, check }) => (
            <tr key={url}>
              <th scope="row" className="w-full max-w-0 py-1.5 text-left font-normal">
                <span className="flex items-center gap-1">
                  <CitedPageLink url={url} title={title ?? url} className="min-w-0 truncate hover:underline">
                    {getPath(url)}
                  </CitedPageLink>
                  <SiteLink href={url} name={getPath(url)} />
                </span>
              </th>
              <td className="py-1.5 pl-3 text-right tabular-nums">
                <AnswersLink of={{ url }}>{formatCount(results_citing)}</AnswersLink>
              </td>
              <td className="whitespace-nowrap py-1.5 pl-3">
                <OnPage check={check} />
              </td>
              <td className="py-1.5 pl-3">
                {check?.state === 'read' && (
                  <BrandTiles
                    of={check.competitors.map(({ competitor_id, name }) => ({ competitor_id, text: name }))}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  )
}

/** The address without its site. */
function getPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]*/, '')
  return path === '' || path === '/' ? '/' : path
}

export function SourcePrompts({ source: { domain, prompts } }: { source: SourceDetail }) {
  return (
    <Part title={t('citations.panel.prompts')} lead={t('citations.panel.promptsLead')}>
      <ul className="divide-y divide-line text-sm">
        {prompts.map((prompt) => (
          <li key={prompt.prompt_id} className="flex items-baseline justify-between gap-3 py-1.5">
            <PromptLink prompt={prompt} />
            <AnswersLink
              of={{ prompt: prompt.prompt_id, domain, named: 'no' }}
              className="shrink-0 tabular-nums text-muted hover:underline"
            >
              {t('citations.panel.missedOf', { missed: prompt.missed_count, answers: prompt.results_citing })}
            </AnswersLink>
          </li>
        ))}
      </ul>
    </Part>
  )
}
