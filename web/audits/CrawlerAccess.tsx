import { Check, Minus, X } from 'lucide-react'
import { formatList } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import type { Audit } from './queries.ts'

const looks = {
  allowed: { Icon: Check, tone: 'text-good' },
  blocked: { Icon: X, tone: 'text-bad' },
  refused: { Icon: X, tone: 'text-bad' },
  unknown: { Icon: Minus, tone: 'text-muted' },
}

/** Which engines can read the page, by the search crawler of each. */
export function CrawlerAccess({ crawlers }: Pick<Audit, 'crawlers'>) {
  if (crawlers.length === 0) return null
  return (
    <section aria-labelledby="crawlers" className="card p-4 sm:p-5 print:border-0 print:p-0">
      <h2 id="crawlers" className="font-semibold">
        {t('audits.crawlers.title')}
        <span className="ml-2 text-sm font-normal text-muted">{t('audits.crawlers.lead')}</span>
      </h2>
      <ul className="mt-2 divide-y divide-line text-sm">
        {crawlers.map(({ token, platforms, access, detail }) => {
          const { Icon, tone } = looks[access]
          return (
            <li key={token} className="grid gap-x-4 py-2 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_auto]">
              <span className="font-medium">
                {formatList(platforms.map((platform) => platformLabels[platform]))}
              </span>
              <span className="text-muted">{token}</span>
              <span className={`flex items-center gap-1.5 ${tone}`}>
                <Icon aria-hidden className="size-4 shrink-0" />
                {t(`audits.crawlers.${access}`)}
              </span>
              {detail !== null && (
                <span className="text-xs text-muted [overflow-wrap:anywhere] sm:col-span-3">{detail}</span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
