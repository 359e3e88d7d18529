import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatCost, joinFacts } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, read } from '../api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { useChange } from '../useChange.ts'
import type { EngineKey } from './engine-key.ts'
import { KeyDialog } from './KeyDialog.tsx'
import { ReliabilityOfBackend } from './Reliability.tsx'

/** The backends with the key, the spend and the limit of each. For owners and admins. */
export const KeysSection = () => (
  <Section title={t('engines.keys.title')} lead={t('engines.keys.lead')}>
    <KeyList />
  </Section>
)

/** For owners and admins. `showsReliability`: what was measured of each backend, where the page does not show it elsewhere. */
export function KeyList({ showsReliability = false }: { showsReliability?: boolean }) {
  const keys = useQuery(read('GET /api/engine-keys'))
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <QueryBoundary query={keys} className="h-96">
      {({ items }) => {
        const engineKey = items.find(({ backend }) => backend === edited)
        return (
          <>
            <ul aria-label={t('engines.keys.title')} className="card divide-y divide-line">
              {items.map((each) => (
                <KeyRow key={each.backend} engineKey={each} onEdit={() => setEdited(each.backend)}>
                  {showsReliability && <ReliabilityOfBackend label={each.label} className="mt-1" />}
                </KeyRow>
              ))}
            </ul>
            {engineKey && <KeyDialog engineKey={engineKey} onClose={() => setEdited(null)} />}
          </>
        )
      }}
    </QueryBoundary>
  )
}

type KeyRowProps = { engineKey: EngineKey; onEdit(): void; children: ReactNode }

function KeyRow({ engineKey, onEdit, children }: KeyRowProps) {
  const { label, platforms, serving, key, is_readable, spend_limit_micros, spent_micros } = engineKey
  const isUsedUp = spend_limit_micros !== null && spent_micros >= spend_limit_micros
  const isSet = key === 'organization' || spend_limit_micros !== null
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {label}
          <KeyBadge engineKey={engineKey} />
        </p>
        <p className="text-sm text-muted">
          {joinFacts((serving.length > 0 ? serving : platforms).map((platform) => platformLabels[platform]))}
        </p>
        {children}
        {!is_readable && <p className="mt-1 text-sm text-bad">{t('engines.keys.unreadable')}</p>}
        {isUsedUp && <p className="mt-1 text-sm text-bad">{t('engines.keys.limitReached')}</p>}
      </div>
      <p className="text-sm text-muted tabular-nums sm:text-right">
        {t('engines.keys.typicalCost', { cost: formatCost(engineKey.typical_cost_micros) })}
        <br />
        {spend_limit_micros === null
          ? t('engines.keys.spent', { cost: formatCost(spent_micros) })
          : t('engines.keys.spentOfLimit', {
              cost: formatCost(spent_micros),
              limit: formatCost(spend_limit_micros),
            })}
      </p>
      <div className="flex gap-2">
        <Button
          size="small"
          aria-label={
            isSet ? t('engines.keys.editOf', { backend: label }) : t('engines.keys.addTo', { backend: label })
          }
          onClick={onEdit}
        >
          {isSet ? t('engines.keys.edit') : t('engines.keys.add')}
        </Button>
        {key === 'organization' && <RemoveButton engineKey={engineKey} />}
      </div>
    </li>
  )
}

function RemoveButton({ engineKey: { backend, label } }: { engineKey: EngineKey }) {
  const remove = useChange(
    () => api('DELETE /api/engine-keys/:backend', { params: { backend } }),
    ['GET /api/engine-keys', 'GET /api/platforms', 'GET /api/brands/:brand/prompt-cost'],
  )
  return (
    <ConfirmButton
      look="risky"
      size="small"
      label={t('engines.keys.remove')}
      aria-label={t('engines.keys.removeOf', { backend: label })}
      title={t('engines.keys.removeTitle', { backend: label })}
      action={t('engines.keys.removeAction')}
      mutation={remove}
    >
      {t('engines.keys.removed')}
    </ConfirmButton>
  )
}

function KeyBadge({ engineKey: { key, last_characters, is_readable } }: { engineKey: EngineKey }) {
  if (key === null) return <Badge>{t('engines.keys.none')}</Badge>
  if (key === 'environment') return <Badge>{t('engines.keys.fromServer')}</Badge>
  return (
    <Badge tone={is_readable ? 'accent' : 'bad'}>
      {(last_characters ?? '') === ''
        ? t('engines.keys.ownShort')
        : t('engines.keys.own', { last: last_characters ?? '' })}
    </Badge>
  )
}
