import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatList } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { NamedRow } from '../brands/NamedRow.tsx'
import { competitorsQuery, personasQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { DeleteDialog } from '../ui/DeleteDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Section } from '../ui/page/Section.tsx'
import { CompetitorDialog } from './CompetitorDialog.tsx'
import { competitorAddresses } from './competitor-addresses.ts'

type Competitor = Returns<'GET /api/brands/:brand/competitors'>['items'][number]

/** The tracked competitors: names, aliases and sites. */
export function TrackedCompetitors() {
  const { slug } = useBrand()
  const { data } = useQuery(competitorsQuery(slug))
  const personas = useQuery(personasQuery(slug)).data?.items ?? []
  const [edited, setEdited] = useState<Competitor | null>(null)
  const [removing, setRemoving] = useState<Competitor | null>(null)
  if (!data || data.items.length === 0) return null
  return (
    <Section title={t('competitors.tracked.title')} lead={t('competitors.tracked.lead')}>
      {personas
        .filter(({ named }) => named.length > 0)
        .map(({ id, name, named }) => (
          <div key={id} className="mb-3">
            <Notice tone="caution">
              {t('competitors.tracked.personaNames', { persona: name, names: formatList(named) })}
            </Notice>
          </div>
        ))}
      <ul className="card divide-y divide-line">
        {data.items.map((competitor) => (
          <NamedRow
            key={competitor.id}
            of={competitor}
            onEdit={() => setEdited(competitor)}
            onRemove={() => setRemoving(competitor)}
          />
        ))}
      </ul>
      {edited && <CompetitorDialog competitor={edited} onClose={() => setEdited(null)} />}
      {removing && (
        <DeleteDialog
          request={() =>
            api('DELETE /api/brands/:brand/competitors/:id', { params: { brand: slug, id: removing.id } })
          }
          stale={competitorAddresses}
          title={t('competitors.remove.title', { name: removing.name })}
          action={t('competitors.remove.action')}
          onClose={() => setRemoving(null)}
        >
          {t('competitors.remove.warning')}
        </DeleteDialog>
      )}
    </Section>
  )
}
