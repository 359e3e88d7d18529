import { formatDay, formatRange, formatSample, formatScore } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { ChangeBadge } from '../ui/ChangeBadge.tsx'
import { Section } from '../ui/page/Section.tsx'
import { EvidenceLink } from './EvidenceLink.tsx'
import type { OpportunityDetail } from './queries.ts'

type Effect = NonNullable<OpportunityDetail['effect']>

/** The visibility before and after an opportunity was done. */
export function EffectSection({ opportunity, effect }: { opportunity: OpportunityDetail; effect: Effect }) {
  return (
    <Section
      title={t('opportunities.effect.title')}
      lead={t('opportunities.effect.lead', { doneAt: formatDay(effect.done_at) })}
    >
      <div className="card p-4 sm:p-5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {effect.statement}
          <ChangeBadge change={effect.change} />
        </p>
        <dl className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2">
          <Side label={t('opportunities.effect.before')} opportunity={opportunity} side={effect.before} />
          <Side label={t('opportunities.effect.after')} opportunity={opportunity} side={effect.after} />
        </dl>
        <p className="mt-3 text-sm text-muted">{effect.change.reason}</p>
      </div>
    </Section>
  )
}

type SideProps = { label: string; opportunity: OpportunityDetail; side: Effect['before'] }

function Side({ label, opportunity, side }: SideProps) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd>
        <span className="text-2xl font-semibold tracking-tight tabular-nums">
          {formatScore(side.avg_visibility_score)}
        </span>
        <span className="ml-2 inline-flex flex-wrap gap-x-2 text-sm text-muted">
          {side.interval && <span>{formatRange(side.interval)}</span>}
          <EvidenceLink of={opportunity} days={side}>
            {formatSample(side.answers)}
          </EvidenceLink>
        </span>
      </dd>
    </div>
  )
}
