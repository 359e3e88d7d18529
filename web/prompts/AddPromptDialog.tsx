import { useQuery } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { personasQuery, topicsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { SelectField, TextArea, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText, textOrNull } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { useChange } from '../useChange.ts'
import { FollowUpFields, getFollowUps } from './FollowUpFields.tsx'
import { PromptCost } from './PromptCost.tsx'
import { PersonaField } from './PromptDialog.tsx'
import { promptAddresses } from './queries.ts'
import { getTags } from './tags.ts'

type AddPromptDialogProps = {
  /** To edit before the prompt is added. */
  text?: string
  onAdded(ids: readonly string[]): void
  onClose(): void
}

export function AddPromptDialog({ text, onAdded, onClose }: AddPromptDialogProps) {
  const { brand, slug } = useBrand()
  const { data: topics } = useQuery(topicsQuery(slug))
  const { data: personas } = useQuery(personasQuery(slug))
  const add = useChange(
    (values: FormData) =>
      api('POST /api/prompts', {
        body: {
          brand_id: brand.id,
          text: getText(values, 'text'),
          topic_id: textOrNull(values, 'topic_id'),
          tags: getTags(getText(values, 'tags')),
          persona_id: textOrNull(values, 'persona_id'),
          follow_ups: getFollowUps(values),
        },
      }),
    promptAddresses,
    ({ id }) => {
      onAdded([id])
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('prompts.addPrompt.title')}
      action={t('prompts.addPrompt.add')}
      mutation={add}
      onClose={onClose}
      fieldByErrorCode={{ conflict: 'text' }}
    >
      <TextArea
        label={t('prompts.addPrompt.label')}
        name="text"
        required
        defaultValue={text}
        rows={2}
        maxLength={2000}
        placeholder={t('prompts.addPrompt.placeholder')}
        hint={
          <>
            {t('prompts.addPrompt.hint')} <PromptCost />
          </>
        }
      />
      <SelectField label={t('prompts.editDialog.topic')} name="topic_id">
        <option value="">{t('prompts.editDialog.noTopic')}</option>
        <Options of={(topics?.items ?? []).map(({ id, name }) => [id, name])} />
      </SelectField>
      <TextField label={t('prompts.tags.label')} name="tags" hint={t('prompts.tags.hint')} />
      <PersonaField personas={personas?.items ?? []} chosen={null} />
      <FollowUpFields before={1} />
    </FormDialog>
  )
}
