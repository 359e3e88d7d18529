import { formatCost } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { Section } from '../ui/page/Section.tsx'
import { ChangesTable } from './ChangesTable.tsx'
import { frequencyColumns } from './frequency-columns.tsx'
import { PlannedPrecision } from './PlannedPrecision.tsx'
import type { Plan } from './queries.ts'
import { useSetFrequencies } from './useSetFrequencies.ts'

/** The frequencies that a budget allows, with the intervals to expect. Nothing changes until a person applies them. */
export function Proposal({ plan, onApplied }: { plan: Plan; onApplied: () => void }) {
  const { proposal } = plan
  const apply = useSetFrequencies(proposal?.changes ?? [], onApplied)
  if (proposal === null)
    return (
      <div className="mt-6">
        <Notice tone="caution" live>
          {t('sampling.proposal.noNumbers')}
        </Notice>
      </div>
    )
  const costs = { now: formatCost(plan.cost_micros), proposed: formatCost(proposal.cost_micros) }
  if (proposal.changes.length === 0)
    return (
      <>
        <div className="mt-6">
          <Notice tone="good" live>
            {t('sampling.proposal.none', costs)}
          </Notice>
        </div>
        <PlannedPrecision plan={plan} />
      </>
    )
  return (
    <>
      <Section
        title={t('sampling.proposal.title')}
        lead={t('sampling.proposal.lead', { ...costs, count: proposal.changes.length })}
        actions={
          <Button look="primary" busy={apply.isPending} onClick={() => apply.mutate()}>
            {t('sampling.proposal.apply')}
          </Button>
        }
      >
        <ErrorNotice error={apply.error} />
      </Section>
      <PlannedPrecision plan={plan} />
      <Section title={t('sampling.changes.title')} lead={t('sampling.changes.lead')}>
        <ChangesTable
          caption={t('prompts.page.title')}
          columns={frequencyColumns()}
          rows={proposal.changes}
        />
      </Section>
    </>
  )
}
