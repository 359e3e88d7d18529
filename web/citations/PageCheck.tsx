import { formatDay, joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'
import { languageName } from '../brands/countries-and-languages.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Section } from '../ui/page/Section.tsx'

type Check = NonNullable<Returns<'GET /api/metrics/cited-page'>['check']>

/** What Ansight read on a cited page, or why it could not be read. */
export function PageCheck({ check }: { check: Check | null }) {
  return (
    <Section
      title={t('citations.check.title')}
      lead={check && t('citations.check.checkedOn', { day: formatDay(check.checked_at) })}
    >
      <div className="card p-4 text-sm sm:p-5">
        {check === null ? (
          t('citations.panel.notChecked')
        ) : check.state === 'read' ? (
          <Facts check={check} />
        ) : (
          t(`citations.pageStates.${check.state}`)
        )}
      </div>
    </Section>
  )
}

function Facts({ check }: { check: Check }) {
  const { brand } = useBrand()
  const { author, published, modified, language, changed_at, blocked_agents } = check
  const facts: [string, string | null][] = [
    [t('citations.check.named'), listNames(check, brand.name).join(', ') || t('citations.check.none')],
    [t('citations.check.author'), author],
    [t('citations.check.published'), published && formatDay(published)],
    [t('citations.check.modified'), modified && formatDay(modified)],
    [t('citations.check.language'), language && languageName(language)],
    [t('citations.check.changed'), changed_at ? formatDay(changed_at) : t('citations.check.unchanged')],
    [t('citations.check.blockedAgents'), joinFacts(blocked_agents) || t('citations.check.none')],
  ]
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0 [overflow-wrap:anywhere]">
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium">{value ?? t('citations.check.unknown')}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The brand and the competitors in the order of their first mention. */
function listNames({ position, competitors }: Check, brand: string): string[] {
  const names = competitors.map(({ name }) => name)
  return position === null ? names : names.toSpliced(position - 1, 0, brand)
}
