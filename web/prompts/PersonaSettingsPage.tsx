import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2, UserRound } from 'lucide-react'
import { useState } from 'react'
import { formatList } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { type Address, api, type Returns } from '../api.ts'
import { personasQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { DeleteDialog } from '../ui/DeleteDialog.tsx'
import { TextArea, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { useChange } from '../useChange.ts'

type Persona = Returns<'GET /api/brands/:brand/personas'>['items'][number]

/** Who asks prompts. */
export function PersonaSettingsPage() {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const personas = useQuery(personasQuery(slug))
  const [edited, setEdited] = useState<Persona | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Persona | null>(null)
  return (
    <Tab title={t('prompts.personas.title')} within={brand.name} lead={t('prompts.personas.lead')}>
      <QueryBoundary query={personas}>
        {({ items }) => (
          <div className="card">
            {items.length === 0 && (
              <EmptyState Icon={UserRound} title={t('prompts.personas.empty')}>
                {t('prompts.personas.emptyHint')}
              </EmptyState>
            )}
            <ul className="divide-y divide-line">
              {items.map((persona) => (
                <li key={persona.id} className="flex items-start gap-3 px-4 py-2.5 sm:px-5">
                  <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                    <p className="font-medium">{persona.name}</p>
                    <p className="whitespace-pre-line text-sm text-muted">{persona.instruction}</p>
                    {persona.named.length > 0 && (
                      <p className="mt-1 text-sm text-caution">
                        {t('prompts.personas.names', { names: formatList(persona.named) })}
                      </p>
                    )}
                  </div>
                  {mayWrite && (
                    <span className="flex">
                      <IconButton
                        label={t('prompts.personas.edit', { persona: persona.name })}
                        onClick={() => setEdited(persona)}
                      >
                        <Pencil aria-hidden className="size-4" />
                      </IconButton>
                      <IconButton
                        label={t('prompts.personas.delete', { persona: persona.name })}
                        onClick={() => setLeaving(persona)}
                      >
                        <Trash2 aria-hidden className="size-4" />
                      </IconButton>
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {mayWrite && (
              <div className="border-t border-line px-4 py-4 first:border-t-0 sm:px-5">
                <Button onClick={() => setEdited('new')}>
                  <Plus aria-hidden className="size-4" />
                  {t('prompts.personas.add')}
                </Button>
              </div>
            )}
          </div>
        )}
      </QueryBoundary>
      {edited && <EditPersona persona={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {leaving && (
        <DeleteDialog
          request={() =>
            api('DELETE /api/brands/:brand/personas/:id', { params: { brand: slug, id: leaving.id } })
          }
          stale={personaAddresses}
          title={t('prompts.personas.deleteTitle', { persona: leaving.name })}
          action={t('prompts.personas.deleteAction')}
          onClose={() => setLeaving(null)}
        >
          {t('prompts.personas.deleteConsequence')}
        </DeleteDialog>
      )}
    </Tab>
  )
}

/** `persona`: null for a new one. */
function EditPersona({ persona, onClose }: { persona: Persona | null; onClose: () => void }) {
  const { slug } = useBrand()
  const save = useChange(
    (values: FormData) => {
      const body = { name: getText(values, 'name'), instruction: getText(values, 'instruction') }
      return persona === null
        ? api('POST /api/brands/:brand/personas', { params: { brand: slug }, body })
        : api('PATCH /api/brands/:brand/personas/:id', { params: { brand: slug, id: persona.id }, body })
    },
    personaAddresses,
    onClose,
  )
  return (
    <FormDialog
      title={
        persona === null ? t('prompts.personas.add') : t('prompts.personas.edit', { persona: persona.name })
      }
      action={persona === null ? t('prompts.personas.add') : t('prompts.editDialog.save')}
      mutation={save}
      onClose={onClose}
    >
      <TextField
        label={t('prompts.personas.name')}
        name="name"
        required
        maxLength={100}
        defaultValue={persona?.name}
      />
      <TextArea
        label={t('prompts.personas.instruction')}
        name="instruction"
        required
        rows={4}
        maxLength={1_000}
        defaultValue={persona?.instruction}
        placeholder={t('prompts.personas.placeholder')}
        hint={t('prompts.personas.hint')}
      />
    </FormDialog>
  )
}

const personaAddresses: Address[] = [
  'GET /api/brands/:brand/personas',
  'GET /api/metrics/prompt-groups',
  'GET /api/prompts',
]
