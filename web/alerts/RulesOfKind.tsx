import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { type Alert, type AlertRule, alertRules } from './queries.ts'
import { RuleSummary } from './RuleSummary.tsx'

const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }))

/** The rules that create alerts like this one, next to it. */
export function RulesOfKind({ kind }: Pick<Alert, 'kind'>) {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const [edited, setEdited] = useState<AlertRule | null>(null)
  const { data } = useQuery(alertRules(slug))
  const rules = data?.items.filter((rule) => rule.kind === kind) ?? []
  if (rules.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 font-semibold">{t('alerts.detail.rules')}</h3>
      <ul className="divide-y divide-line">
        {rules.map((rule) => (
          <li key={rule.id} className="space-y-1 py-2">
            <RuleSummary rule={rule} />
            {mayWrite && (
              <Button size="small" onClick={() => setEdited(rule)}>
                {t('alerts.rules.edit')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {edited && <RuleDialog rule={edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </section>
  )
}
