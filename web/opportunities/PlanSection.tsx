import { useQuery } from '@tanstack/react-query'
import { formatDay, joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, read } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField, TextArea, TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText, textOrNull } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { SavedMessage } from '../ui/form/SavedMessage.tsx'
import { Section } from '../ui/page/Section.tsx'
import { useChange } from '../useChange.ts'
import type { OpportunityDetail } from './queries.ts'
import { contentAddresses } from './queries.ts'

/** Who owns the opportunity, by when, and a comment. */
export function PlanSection({ opportunity }: { opportunity: OpportunityDetail }) {
  const { mayWrite } = useCurrentUser()
  return (
    <Section title={t('opportunities.plan.title')}>
      {mayWrite ? <PlanForm opportunity={opportunity} /> : <PlanFacts opportunity={opportunity} />}
    </Section>
  )
}

function PlanFacts({ opportunity: { owner, due_on, comment } }: { opportunity: OpportunityDetail }) {
  return (
    <div className="card space-y-2 px-4 py-3 text-sm">
      <p>
        {owner === null && due_on === null && comment === ''
          ? t('opportunities.plan.none')
          : joinFacts([
              owner?.name ?? t('opportunities.plan.unassigned'),
              due_on === null
                ? t('opportunities.plan.noDueDate')
                : t('opportunities.plan.dueOn', { due: formatDay(due_on) }),
            ])}
      </p>
      {comment !== '' && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{comment}</p>}
    </div>
  )
}

function PlanForm({
  opportunity: { id, brand_id, owner, due_on, comment },
}: {
  opportunity: OpportunityDetail
}) {
  const { data } = useQuery(read('GET /api/brands/:brand/members', { params: { brand: brand_id } }))
  const save = useChange(
    (values: FormData) =>
      api('PATCH /api/content/:id', {
        params: { id },
        body: {
          owner_id: textOrNull(values, 'owner_id'),
          due_on: textOrNull(values, 'due_on'),
          comment: getText(values, 'comment'),
        },
      }),
    contentAddresses,
  )
  const members = data?.items ?? []
  return (
    <div className="card px-4 py-3">
      <Form error={save.error} onSubmit={save.mutate} className="space-y-3">
        <SelectField
          // The options arrive after the field, whose default would otherwise be lost.
          key={members.length}
          label={t('opportunities.plan.owner')}
          name="owner_id"
          defaultValue={owner?.user_id ?? ''}
        >
          <option value="">{t('opportunities.plan.unassigned')}</option>
          <Options of={members.map(({ user_id, name }) => [user_id, name])} />
        </SelectField>
        <TextField
          label={t('opportunities.plan.due')}
          name="due_on"
          type="date"
          defaultValue={due_on ?? ''}
        />
        <TextArea
          label={t('opportunities.plan.comment')}
          name="comment"
          rows={3}
          maxLength={2_000}
          hint={t('opportunities.plan.commentHint')}
          defaultValue={comment}
        />
        <div className="flex items-center gap-3">
          <Button type="submit" size="small" busy={save.isPending}>
            {t('opportunities.plan.save')}
          </Button>
          <SavedMessage isSaved={save.isSuccess} />
        </div>
      </Form>
    </div>
  )
}
