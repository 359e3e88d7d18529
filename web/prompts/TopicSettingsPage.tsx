import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Tags, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { type Address, api, type Returns } from '../api.ts'
import { promptsQuery, topicsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { DeleteDialog } from '../ui/DeleteDialog.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { useChange } from '../useChange.ts'

type Topic = Returns<'GET /api/brands/:brand/topics'>['items'][number]

/** The topics that group prompts. */
export function TopicSettingsPage() {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const topics = useQuery(topicsQuery(slug))
  const [renaming, setRenaming] = useState<Topic | null>(null)
  const [leaving, setLeaving] = useState<Topic | null>(null)
  return (
    <Tab title={t('prompts.topicSettings.title')} within={brand.name} lead={t('prompts.topicSettings.lead')}>
      <QueryBoundary query={topics}>
        {({ items }) => (
          <div className="card">
            {items.length === 0 && (
              <EmptyState Icon={Tags} title={t('prompts.topicSettings.empty')}>
                {t('prompts.topicSettings.emptyHint')}
              </EmptyState>
            )}
            <ul className="divide-y divide-line">
              {items.map((topic) => (
                <li key={topic.id} className="flex items-center gap-3 px-4 py-2.5 sm:px-5">
                  <p className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{topic.name}</p>
                  <PromptCount topicId={topic.id} />
                  {mayWrite && (
                    <span className="flex">
                      <IconButton
                        label={t('prompts.topicSettings.rename', { topic: topic.name })}
                        onClick={() => setRenaming(topic)}
                      >
                        <Pencil aria-hidden className="size-4" />
                      </IconButton>
                      <IconButton
                        label={t('prompts.topicSettings.delete', { topic: topic.name })}
                        onClick={() => setLeaving(topic)}
                      >
                        <Trash2 aria-hidden className="size-4" />
                      </IconButton>
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {mayWrite && <AddTopic />}
          </div>
        )}
      </QueryBoundary>
      {renaming && <RenameTopic topic={renaming} onClose={() => setRenaming(null)} />}
      {leaving && (
        <DeleteDialog
          request={() =>
            api('DELETE /api/brands/:brand/topics/:id', { params: { brand: slug, id: leaving.id } })
          }
          stale={topicAddresses}
          title={t('prompts.topicSettings.deleteTitle', { topic: leaving.name })}
          action={t('prompts.topicSettings.deleteAction')}
          onClose={() => setLeaving(null)}
        >
          {t('prompts.topicSettings.deleteConsequence')}
        </DeleteDialog>
      )}
    </Tab>
  )
}

function PromptCount({ topicId }: { topicId: string }) {
  const { brand } = useBrand()
  const { data } = useQuery(promptsQuery(brand.id))
  if (!data) return null
  const count = data.items.filter(({ topic_id }) => topic_id === topicId).length
  return (
    <span className="text-sm text-muted tabular-nums">{t('prompts.topicSettings.prompts', { count })}</span>
  )
}

/** Afterwards, the field is empty and focused for the next topic. */
function AddTopic() {
  const { slug } = useBrand()
  const box = useRef<HTMLDivElement>(null)
  const add = useChange(
    (values: FormData) =>
      api('POST /api/brands/:brand/topics', {
        params: { brand: slug },
        body: { name: getText(values, 'name') },
      }),
    topicAddresses,
    () => {
      const input = box.current?.querySelector('input')
      if (input) input.value = ''
      input?.focus()
    },
  )
  return (
    <div ref={box} className="border-t border-line px-4 py-4 *:max-w-xl first:border-t-0 sm:px-5">
      <Form
        error={add.error}
        onSubmit={add.mutate}
        fieldByErrorCode={{ conflict: 'name' }}
        className="flex items-start gap-2"
      >
        <TextField label={t('prompts.topicSettings.new')} name="name" maxLength={200} required />
        <Button type="submit" busy={add.isPending} className="mt-6">
          <Plus aria-hidden className="size-4" />
          {t('prompts.addForm.add')}
        </Button>
      </Form>
    </div>
  )
}

function RenameTopic({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const { slug } = useBrand()
  const rename = useChange(
    (values: FormData) =>
      api('PATCH /api/brands/:brand/topics/:id', {
        params: { brand: slug, id: topic.id },
        body: { name: getText(values, 'name') },
      }),
    topicAddresses,
    onClose,
  )
  return (
    <FormDialog
      title={t('prompts.topicSettings.rename', { topic: topic.name })}
      action={t('prompts.topicSettings.renameAction')}
      mutation={rename}
      onClose={onClose}
      fieldByErrorCode={{ conflict: 'name' }}
    >
      <TextField
        label={t('prompts.topicSettings.name')}
        name="name"
        required
        maxLength={200}
        defaultValue={topic.name}
      />
    </FormDialog>
  )
}

const topicAddresses: Address[] = [
  'GET /api/brands/:brand/topics',
  'GET /api/metrics/topics',
  'GET /api/metrics/prompt-groups',
  'GET /api/prompts',
]
