import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, type Returns } from '../api.ts'
import { NamedRow } from '../brands/NamedRow.tsx'
import { competitorsOf } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Section } from '../ui/page/Section.tsx'
import { CompetitorDialog } from './CompetitorDialog.tsx'
import { invalidateCompetitors } from './invalidate-competitors.ts'

type Competitor = Returns<'GET /api/brands/:brand/competitors'>['items'][number]

/** The tracked competitors: names, aliases and sites. */
export function TrackedCompetitors() {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { data } = useQuery(competitorsOf(slug))
  const [open, setOpen] = useState<'new' | Competitor | null>(null)
  const [leaving, setLeaving] = useState<Competitor | null>(null)
  if (!data) return null
  return (
    <Section
      title="Tracked competitors"
      lead="Changes are applied to past answers too."
      actions={
        mayWrite && (
          <Button size="small" onClick={() => setOpen('new')}>
            <Plus aria-hidden className="size-4" />
            Add competitor
          </Button>
        )
      }
    >
      {data.items.length > 0 && (
        <ul className="card divide-y divide-line">
          {data.items.map((competitor) => (
            <NamedRow
              key={competitor.id}
              of={competitor}
              onEdit={() => setOpen(competitor)}
              onRemove={() => setLeaving(competitor)}
            />
          ))}
        </ul>
      )}
      {open !== null && (
        <CompetitorDialog competitor={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
      {leaving && <RemoveCompetitor competitor={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  )
}

function RemoveCompetitor({ competitor, onClose }: { competitor: Competitor; onClose: () => void }) {
  const { slug } = useBrand()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () =>
      api('DELETE /api/brands/:brand/competitors/:id', { params: { brand: slug, id: competitor.id } }),
    onSuccess: async () => {
      onClose()
      await invalidateCompetitors(queryClient)
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${competitor.name}?`}
      action="Remove competitor"
      mutation={remove}
      onClose={onClose}
    >
      It will be removed from all comparisons, past ones included. Answers are kept.
    </ConfirmDialog>
  )
}
