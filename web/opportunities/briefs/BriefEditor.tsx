import { t } from '../../../vocabulary/texts.ts'
import { api } from '../../api.ts'
import { TextArea, TextField } from '../../ui/form/Field.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormButtons } from '../../ui/form/FormButtons.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { UnsavedChangesGuard } from '../../ui/form/UnsavedChangesGuard.tsx'
import { useChange } from '../../useChange.ts'
import type { OpportunityDetail } from '../queries.ts'
import { contentAddresses } from '../queries.ts'
import { type Brief, type BriefContent, outlineText, splitLines, toOutline } from './brief.ts'

type BriefEditorProps = { opportunity: OpportunityDetail; brief: Brief; onClose(): void }

export function BriefEditor({ opportunity, brief, onClose }: BriefEditorProps) {
  const { id, brief_written_at: replaces } = opportunity
  const save = useChange(
    (changed: BriefContent) =>
      api('PUT /api/content/:id/brief', { params: { id }, body: { replaces, brief: changed } }),
    contentAddresses,
    onClose,
  )
  return (
    <UnsavedChangesGuard>
      <Form
        error={save.error}
        getName={fieldOfPath}
        onSubmit={(values) => save.mutate(briefIn(values))}
        className="space-y-5 px-4 py-5 sm:px-6"
      >
        <BriefFields brief={brief} />
        <FormButtons busy={save.isPending} onCancel={onClose}>
          {t('briefs.briefEditor.save')}
        </FormButtons>
      </Form>
    </UnsavedChangesGuard>
  )
}

function BriefFields({ brief }: { brief: Brief }) {
  return (
    <>
      <TextField
        label={t('briefs.briefEditor.title')}
        name="title"
        required
        maxLength={300}
        defaultValue={brief.title}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('briefs.briefEditor.contentType')}
          name="content_type"
          required
          maxLength={60}
          defaultValue={brief.content_type}
          hint={t('briefs.briefEditor.contentTypeHint')}
        />
        <TextField
          label={t('briefs.briefEditor.wordCount')}
          name="target_word_count"
          type="number"
          min={0}
          max={100_000}
          required
          defaultValue={brief.target_word_count}
        />
      </div>
      <TextField
        label={t('briefs.briefEditor.audience')}
        name="audience"
        required
        maxLength={500}
        defaultValue={brief.audience}
      />
      <TextArea
        label={t('briefs.briefEditor.outline')}
        name="outline"
        required
        rows={18}
        defaultValue={outlineText(brief.outline)}
        hint={t('briefs.briefEditor.outlineHint')}
      />
      <div className="grid gap-5 lg:grid-cols-2">
        <TextArea
          label={t('briefs.brief.questions')}
          name="questions_to_answer"
          rows={6}
          defaultValue={brief.questions_to_answer.join('\n')}
          hint={t('briefs.briefEditor.onePerLine')}
        />
        <TextArea
          label={t('briefs.brief.keywords')}
          name="target_keywords"
          rows={6}
          defaultValue={brief.target_keywords.join('\n')}
          hint={t('briefs.briefEditor.onePerLine')}
        />
      </div>
      <TextArea
        label={t('briefs.brief.sources')}
        name="sources_to_cite"
        rows={6}
        defaultValue={brief.sources_to_cite.join('\n')}
        hint={t('briefs.briefEditor.oneUrlPerLine')}
      />
      <TextArea
        label={t('briefs.brief.competitors')}
        name="competitor_insights"
        required
        rows={4}
        defaultValue={brief.competitor_insights}
      />
      <TextField
        label={t('briefs.brief.callToAction')}
        name="call_to_action"
        required
        maxLength={1_000}
        defaultValue={brief.call_to_action}
      />
    </>
  )
}

/** The server reports `brief.outline[2].heading`; the form has one field for the outline. */
const fieldOfPath = (path: string) => /^brief\.(\w+)/.exec(path)?.[1] ?? path

function briefIn(values: FormData): BriefContent {
  return {
    title: getText(values, 'title'),
    content_type: getText(values, 'content_type'),
    target_word_count: Number(getText(values, 'target_word_count')),
    audience: getText(values, 'audience'),
    outline: toOutline(getText(values, 'outline')),
    target_keywords: splitLines(getText(values, 'target_keywords')),
    questions_to_answer: splitLines(getText(values, 'questions_to_answer')),
    sources_to_cite: splitLines(getText(values, 'sources_to_cite')),
    competitor_insights: getText(values, 'competitor_insights'),
    call_to_action: getText(values, 'call_to_action'),
  }
}
