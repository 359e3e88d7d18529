import { Check as CheckIcon, CircleAlert, CircleX, Minus } from 'lucide-react'
import { labelEnd } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { LinkTabs } from '../ui/page/LinkTabs.tsx'
import { Section } from '../ui/page/Section.tsx'
import { DownloadCsv } from '../ui/table/DownloadCsv.tsx'
import type { Audit, CheckOutcome } from './queries.ts'
import type { AuditSearch } from './search.ts'

/** Every check with its evidence, why it matters and how to fix it. */
export function FindingsSection({ audit, show }: { audit: Audit; show: AuditSearch['show'] }) {
  const { slug, filter } = useBrand()
  const issues = audit.checks.filter(({ status }) => status === 'warn' || status === 'fail')
  const shown = show === 'all' ? audit.checks : issues
  const at = { to: '/dashboard/brands/$slug/audits/$id', params: { slug, id: audit.id } } as const
  return (
    <Section
      title={t('audits.findings.title')}
      actions={
        <>
          <LinkTabs
            label={t('audits.findings.title')}
            tabs={[
              {
                label: t('audits.findings.issues', { count: issues.length }),
                isHere: show === undefined,
                ...at,
                search: filter,
              },
              {
                label: t('audits.findings.all', { count: audit.checks.length }),
                isHere: show === 'all',
                ...at,
                search: { ...filter, show: 'all' },
              },
            ]}
          />
          <DownloadCsv fileName="site-audit-findings" columns={fileColumns} rows={shown} />
        </>
      }
    >
      {shown.length === 0 && <p className="text-muted">{t('audits.findings.none')}</p>}
      <div className="space-y-6">
        {audit.categories.map(({ key, label }) => {
          const checks = shown.filter(({ category }) => category === key)
          if (checks.length === 0) return null
          return (
            <div key={key}>
              <h3 className="mb-2 text-sm font-semibold text-muted">{label}</h3>
              <ul className="card divide-y divide-line">
                {checks.map((check) => (
                  <Finding key={check.key} check={check} />
                ))}
              </ul>
            </div>
          )
        })}
      </div>
    </Section>
  )
}

/** For the person who fixes the page. */
const fileColumns = [
  ['category', ({ category }: CheckOutcome) => category],
  ['check', ({ label }: CheckOutcome) => label],
  ['status', ({ status }: CheckOutcome) => status],
  ['weight', ({ weight }: CheckOutcome) => weight],
  ['evidence', ({ evidence }: CheckOutcome) => evidence],
  ['why', ({ why }: CheckOutcome) => why],
  ['fix', ({ fix }: CheckOutcome) => fix],
] as const

const looks = {
  pass: { Icon: CheckIcon, tone: 'text-good' },
  warn: { Icon: CircleAlert, tone: 'text-caution' },
  fail: { Icon: CircleX, tone: 'text-bad' },
  na: { Icon: Minus, tone: 'text-muted' },
}

function Finding({ check }: { check: CheckOutcome }) {
  const { status, label, evidence } = check
  const { Icon, tone } = looks[status]
  const isWrong = status === 'warn' || status === 'fail'
  return (
    <li id={`check-${check.key}`} className="scroll-mt-20 px-4 py-3 sm:px-5">
      <div className="flex items-start gap-3">
        <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${tone}`} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium">
              {label}
              <span className="sr-only">{`${labelEnd()}${t(`labels.finding.${status}`)}`}</span>
            </span>
            <span className="text-sm text-muted tabular-nums">{getPoints(check)}</span>
          </p>
          <p className="text-sm [overflow-wrap:anywhere]">{evidence}</p>
          {status !== 'na' && <Reasons check={check} isWrong={isWrong} />}
        </div>
      </div>
    </li>
  )
}

/** The points a check adds to the score, of its maximum. */
function getPoints({ weight, share }: CheckOutcome): string {
  if (weight === 0) return t('audits.findings.notScored')
  if (share === null) return t('audits.findings.notApplicable')
  return Math.round(10 * weight * share) / 10 === weight
    ? t('audits.findings.pointsFull', { weight })
    : t('audits.findings.points', { earned: Math.round(10 * weight * share) / 10, weight })
}

function Reasons({ check: { why, fix, cap, basis }, isWrong }: { check: CheckOutcome; isWrong: boolean }) {
  return (
    <dl className="mt-2 space-y-1 text-sm">
      {isWrong && (
        <div>
          <dt className="inline font-medium">{t('audits.findings.howToFix')} </dt>
          <dd className="inline">{fix}</dd>
        </div>
      )}
      <div className="text-muted">
        <dt className="inline font-medium">{t('audits.findings.why')} </dt>
        <dd className="inline">
          {why} {cap !== null && `${t('audits.findings.blocker', { cap })} `}
          <span className="whitespace-normal">
            {t('audits.findings.evidence', { basis: t(`labels.basis.${basis}`) })}
          </span>
        </dd>
      </div>
    </dl>
  )
}
