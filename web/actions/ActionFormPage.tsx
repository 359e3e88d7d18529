import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { actionKinds, actionNumbers } from '../../vocabulary/actions.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { promptsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { SelectField, TextArea, TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormButtons } from '../ui/form/FormButtons.tsx'
import { getText, textOrNull } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { BackLink } from '../ui/page/BackLink.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { useChange } from '../useChange.ts'
import { Plan } from './Plan.tsx'
import { PromptPicker } from './PromptPicker.tsx'
import { type ActionDetail, actionAddresses, actionQuery, proposalsQuery } from './queries.ts'

/** A new action, from a proposal if the URL names one. */
export function NewActionPage() {
  const { slug } = useBrand()
  const { proposal } = useSearch({ from: '/dashboard/brands/$slug/actions/new' })
  const proposals = useQuery({ ...proposalsQuery(slug), enabled: proposal !== undefined })
  if (proposal === undefined) return <ActionForm start={empty} />
  return (
    <QueryBoundary query={proposals} className="h-96">
      {({ items }) => {
        const found = items.find(({ origin }) => origin === proposal)
        return <ActionForm start={found ? { ...empty, ...found } : empty} />
      }}
    </QueryBoundary>
  )
}

export function EditActionPage() {
  const { id } = useParams({ from: '/dashboard/brands/$slug/actions/$id/edit' })
  const { slug } = useBrand()
  const { data: action } = useSuspenseQuery(actionQuery(slug, id))
  return (
    <ActionForm
      id={id}
      start={{
        ...action,
        origin: null,
        affected_prompt_ids: action.affected.map(({ prompt_id }) => prompt_id),
        control_prompt_ids: action.controls.map(({ prompt_id }) => prompt_id),
      }}
    />
  )
}

type Start = Pick<
  ActionDetail,
  | 'kind'
  | 'title'
  | 'day'
  | 'url'
  | 'cost'
  | 'currency'
  | 'hours'
  | 'note'
  | 'number'
  | 'weeks'
  | 'opportunity_id'
> & { origin: string | null; affected_prompt_ids: string[]; control_prompt_ids: string[] | null }

/** `control_prompt_ids` null: the proposed ones. */
const empty: Start = {
  kind: 'published_page',
  title: '',
  day: new Date().toISOString().slice(0, 10),
  url: null,
  cost: null,
  currency: null,
  hours: null,
  note: '',
  number: 'score',
  weeks: 4,
  opportunity_id: null,
  origin: null,
  affected_prompt_ids: [],
  control_prompt_ids: null,
}

function ActionForm({ id, start }: { id?: string; start: Start }) {
  const { brand, slug } = useBrand()
  const navigate = useNavigate()
  const prompts = useQuery(promptsQuery(brand.id))
  const [affected, setAffected] = useState<ReadonlySet<string>>(new Set(start.affected_prompt_ids))
  const [chosen, setControls] = useState<ReadonlySet<string> | null>(
    start.control_prompt_ids && new Set(start.control_prompt_ids),
  )
  const [number, setNumber] = useState(start.number)
  const [day, setDay] = useState(start.day)
  const [proposed, setProposed] = useState<ReadonlySet<string>>(new Set())
  const controls = chosen ?? proposed
  const save = useChange(
    (values: FormData) => {
      const body = {
        kind: actionKinds.find((kind) => kind === getText(values, 'kind')) ?? start.kind,
        title: getText(values, 'title'),
        day,
        url: textOrNull(values, 'url'),
        cost: numberOrNull(values, 'cost'),
        currency: textOrNull(values, 'currency')?.toUpperCase() ?? null,
        hours: numberOrNull(values, 'hours'),
        note: getText(values, 'note'),
        number,
        weeks: Number(getText(values, 'weeks')),
        opportunity_id: start.opportunity_id,
        affected_prompt_ids: [...affected],
        control_prompt_ids: [...controls].filter((prompt) => !affected.has(prompt)),
      }
      return id === undefined
        ? api('POST /api/brands/:brand/actions', {
            params: { brand: slug },
            body: { ...body, origin: start.origin },
          })
        : api('PATCH /api/brands/:brand/actions/:id', { params: { brand: slug, id }, body })
    },
    actionAddresses,
    (action) => void navigate({ to: '/dashboard/brands/$slug/actions/$id', params: { slug, id: action.id } }),
  )
  const leave = () =>
    void navigate(
      id === undefined
        ? { to: '/dashboard/brands/$slug/actions', params: { slug } }
        : { to: '/dashboard/brands/$slug/actions/$id', params: { slug, id } },
    )
  return (
    <Page
      back={
        <BackLink to="/dashboard/brands/$slug/actions" params={{ slug }}>
          {t('actions.detail.back')}
        </BackLink>
      }
      title={id === undefined ? t('actions.add') : t('actions.form.edit')}
      within={brand.name}
    >
      <Form error={save.error} onSubmit={save.mutate} className="mt-4 max-w-4xl space-y-5">
        <div className="card space-y-4 p-4 sm:p-5">
          <TextField
            label={t('actions.form.title')}
            name="title"
            required
            maxLength={200}
            defaultValue={start.title}
          />
          <div className="flex flex-wrap gap-4">
            <SelectField label={t('actions.form.kind')} name="kind" defaultValue={start.kind}>
              <Options of={actionKinds.map((kind) => [kind, t(`actions.kinds.${kind}`)] as const)} />
            </SelectField>
            <TextField
              label={t('actions.form.day')}
              name="day"
              type="date"
              required
              value={day}
              onChange={({ target }) => setDay(target.value)}
            />
          </div>
          <TextField
            label={t('actions.form.url')}
            name="url"
            type="url"
            maxLength={2000}
            defaultValue={start.url ?? ''}
            hint={t('actions.form.urlHint')}
          />
          <div className="flex flex-wrap gap-4">
            <TextField
              label={t('actions.form.cost')}
              name="cost"
              type="number"
              min={0}
              step="any"
              defaultValue={start.cost ?? ''}
            />
            <TextField
              label={t('actions.form.currency')}
              name="currency"
              maxLength={3}
              placeholder="EUR"
              defaultValue={start.currency ?? ''}
            />
            <TextField
              label={t('actions.form.hours')}
              name="hours"
              type="number"
              min={0}
              step="any"
              defaultValue={start.hours ?? ''}
            />
          </div>
          <TextArea
            label={t('actions.form.note')}
            name="note"
            rows={3}
            maxLength={2000}
            defaultValue={start.note}
          />
        </div>
        <Section title={t('actions.form.experiment')} lead={t('actions.form.experimentLead')}>
          <div className="card space-y-4 p-4 sm:p-5">
            <div className="flex flex-wrap gap-4">
              <SelectField
                label={t('actions.form.number')}
                name="number"
                value={number}
                onChange={({ target }) =>
                  setNumber(actionNumbers.find((each) => each === target.value) ?? 'score')
                }
              >
                <Options of={actionNumbers.map((each) => [each, t(`actions.numbers.${each}`)] as const)} />
              </SelectField>
              <TextField
                label={t('actions.form.weeks')}
                name="weeks"
                type="number"
                min={1}
                max={26}
                required
                defaultValue={start.weeks}
                hint={t('actions.form.weeksHint')}
              />
            </div>
            <QueryBoundary query={prompts}>
              {({ items }) => (
                <>
                  <PromptPicker
                    label={t('actions.form.affected')}
                    hint={t('actions.form.affectedHint')}
                    prompts={items}
                    chosen={affected}
                    onChange={setAffected}
                  />
                  <PromptPicker
                    label={t('actions.form.controls')}
                    hint={t('actions.form.controlsHint')}
                    prompts={items.filter((prompt) => !affected.has(prompt.id))}
                    chosen={controls}
                    onChange={setControls}
                  />
                </>
              )}
            </QueryBoundary>
            <Plan
              request={{
                affected_prompt_ids: [...affected],
                control_prompt_ids: chosen && [...chosen].filter((prompt) => !affected.has(prompt)),
                day: day || null,
                number,
                action_id: id ?? null,
              }}
              onProposed={setProposed}
              onReset={chosen === null ? undefined : () => setControls(null)}
            />
          </div>
        </Section>
        <FormButtons busy={save.isPending} onCancel={leave}>
          {t('actions.form.save')}
        </FormButtons>
      </Form>
    </Page>
  )
}

function numberOrNull(values: FormData, name: string): number | null {
  const text = textOrNull(values, name)
  return text === null ? null : Number(text)
}
