import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { promptCategories } from '../../vocabulary/labels.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { personasQuery, topicsQuery } from '../brands/queries.ts'
import { RegionFields } from '../brands/RegionFields.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { SelectField, TextArea, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText, textOrNull } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { useChange } from '../useChange.ts'
import { addFollowUps, FollowUpFields, getFollowUps } from './FollowUpFields.tsx'
import { conversationQuery, promptAddresses } from './queries.ts'
import { getTags } from './tags.ts'

type Prompt = Returns<'GET /api/prompts'>['items'][number]
type Category = Prompt['category']

type PromptDialogProps = { prompt: Prompt; onSaved?: (saved: { id: string }) => void; onClose: () => void }

export function PromptDialog({ prompt, onSaved, onClose }: PromptDialogProps) {
  const { brand, slug } = useBrand()
  const { data: topics } = useQuery(topicsQuery(slug))
  const { data: conversation } = useQuery(conversationQuery(prompt.id))
  /** A new text is a new prompt if this one has answers. */
  const current = useRef(prompt.id)
  const { data: personas } = useQuery(personasQuery(slug))
  const save = useChange(
    async (values: FormData) => {
      const saved = await api('PATCH /api/prompts/:prompt', {
        params: { prompt: current.current },
        body: {
          text: getText(values, 'text'),
          topic_id: textOrNull(values, 'topic_id'),
          tags: getTags(getText(values, 'tags')),
          category: getCategory(getText(values, 'category')) ?? prompt.category,
          ...(prompt.follows === null && {
            region: textOrNull(values, 'region'),
            language: textOrNull(values, 'language'),
            persona_id: textOrNull(values, 'persona_id'),
          }),
        },
      })
      current.current = saved.id
      await addFollowUps(brand.id, saved.id, getFollowUps(values))
      return saved
    },
    promptAddresses,
    (saved) => {
      onClose()
      onSaved?.(saved)
    },
  )
  if (!topics || !conversation || !personas) return null
  return (
    <FormDialog
      title={t('prompts.editDialog.title')}
      action={t('prompts.editDialog.save')}
      mutation={save}
      onClose={onClose}
      fieldByErrorCode={{ conflict: 'text' }}
    >
      <PromptFields prompt={prompt} topics={topics.items} personas={personas.items} />
      <FollowUpFields before={conversation.questions.length} />
    </FormDialog>
  )
}

type PromptFieldsProps = {
  prompt: Pick<
    Prompt,
    | 'text'
    | 'topic_id'
    | 'topic_name'
    | 'tags'
    | 'category'
    | 'region'
    | 'language'
    | 'persona_id'
    | 'follows_text'
  >
  topics: readonly { id: string; name: string }[]
  personas: readonly { id: string; name: string }[]
}

/** The fields of a prompt. A stored value that no list contains is kept. */
export function PromptFields({ prompt, topics, personas }: PromptFieldsProps) {
  return (
    <>
      <TextArea
        label={t('prompts.editDialog.prompt')}
        name="text"
        required
        rows={3}
        defaultValue={prompt.text}
        hint={t('prompts.editDialog.promptHint')}
      />
      <SelectField label={t('prompts.editDialog.topic')} name="topic_id" defaultValue={prompt.topic_id ?? ''}>
        <option value="">{t('prompts.editDialog.noTopic')}</option>
        <Options of={topics.map(({ id, name }) => [id, name])} stored={topicFor(prompt)} />
      </SelectField>
      <TextField
        label={t('prompts.tags.label')}
        name="tags"
        defaultValue={prompt.tags.join(', ')}
        hint={t('prompts.tags.hint')}
      />
      <SelectField label={t('prompts.editDialog.intent')} name="category" defaultValue={prompt.category}>
        <Options of={promptCategories.map((each) => [each, t(`labels.promptCategory.${each}`)] as const)} />
      </SelectField>
      {prompt.follows_text === null ? (
        <>
          <RegionFields of={prompt} />
          <PersonaField personas={personas} chosen={prompt.persona_id} />
        </>
      ) : (
        <p className="text-sm text-muted">
          {t('prompts.followUps.shared', { question: prompt.follows_text })}
        </p>
      )}
    </>
  )
}

type PersonaFieldProps = { personas: readonly { id: string; name: string }[]; chosen: string | null }

/** Nothing for a brand without personas. */
export function PersonaField({ personas, chosen }: PersonaFieldProps) {
  if (personas.length === 0) return null
  return (
    <SelectField
      label={t('brands.filters.persona')}
      name="persona_id"
      defaultValue={chosen ?? ''}
      hint={t('prompts.personas.searchBox')}
    >
      <option value="">{t('brands.filters.noPersona')}</option>
      <Options of={personas.map(({ id, name }) => [id, name])} />
    </SelectField>
  )
}

const topicFor = ({ topic_id, topic_name }: PromptFieldsProps['prompt']) =>
  topic_id === null ? undefined : ([topic_id, topic_name ?? topic_id] as const)

const getCategory = (value: string): Category | undefined => promptCategories.find((each) => each === value)
