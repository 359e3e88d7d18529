import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, invalidate, type Returns } from '../api.ts'
import { competitorsOf } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Section } from '../ui/page/Section.tsx'
import { CompetitorDialog } from './CompetitorDialog.tsx'

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
            <li key={competitor.id} className="flex items-center gap-3 px-4 py-2.5 sm:px-5">
              <div className="min-w-0 flex-1">
                <p className="font-medium [overflow-wrap:anywhere]">
                  {competitor.name}
                  {competitor.domain && <span className="font-normal text-muted"> {competitor.domain}</span>}
                </p>
                {competitor.aliases.length > 0 && (
                  <p className="text-sm text-muted [overflow-wrap:anywhere]">
                    Also: {competitor.aliases.join(', ')}
                  </p>
                )}
              </div>
              {mayWrite && (
                <>
                  <IconButton label={`Edit ${competitor.name}`} onClick={() => setOpen(competitor)}>
                    <Pencil aria-hidden className="size-4" />
                  </IconButton>
                  <IconButton label={`Remove ${competitor.name}`} onClick={() => setLeaving(competitor)}>
                    <Trash2 aria-hidden className="size-4" />
                  </IconButton>
                </>
              )}
            </li>
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
      await invalidate(
        queryClient,
        'GET /api/brands/:brand/competitors',
        'GET /api/brands/:brand/reanalysis',
        'GET /api/metrics/competitor-comparison',
      )
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
