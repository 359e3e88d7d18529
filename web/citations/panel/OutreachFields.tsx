import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { formatDay, noData } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { api, type Returns, read } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { Options } from '../../ui/form/Options.tsx'
import { SavedMessage } from '../../ui/form/SavedMessage.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { useChange } from '../../useChange.ts'
import { outreachStatuses } from '../search.ts'
import type { SourceDetail } from './Part.tsx'

type Status = Returns<'PATCH /api/brands/:brand/outreach'>['status']

type Edit = {
  status?: Status
  owner_id?: string | null
  contact?: string
  follow_up_on?: string | null
  notes?: string
}

/** Status, owner, contact and notes of the outreach. Each field is saved when it changes. */
export function OutreachFields({ source: { domain, outreach } }: { source: SourceDetail }) {
  const { mayWrite } = useCurrentUser()
  return mayWrite ? <Fields domain={domain} outreach={outreach} /> : <Facts outreach={outreach} />
}

type Outreach = SourceDetail['outreach']

function Facts({ outreach: { status, owner, contact, follow_up_on, notes } }: { outreach: Outreach }) {
  const facts = [
    [t('citations.outreach.status'), t(`citations.outreach.statuses.${status}`)],
    [t('citations.outreach.owner'), owner?.name ?? noData],
    [t('citations.outreach.contact'), contact || noData],
    [t('citations.outreach.followUp'), follow_up_on === null ? noData : formatDay(follow_up_on)],
    ...(notes === '' ? [] : ([[t('citations.outreach.notes'), notes]] as const)),
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="whitespace-pre-line [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Fields({ domain, outreach }: { domain: string; outreach: Outreach }) {
  const { brand } = useBrand()
  const { data: members } = useQuery(read('GET /api/brands/:brand/members', { params: { brand: brand.id } }))
  const save = useChange(
    (edit: Edit) =>
      api('PATCH /api/brands/:brand/outreach', { params: { brand: brand.id }, body: { domain, ...edit } }),
    ['GET /api/metrics/source-detail', 'GET /api/metrics/source-targets'],
  )
  const { status, status_changed_at, owner, contact, follow_up_on, notes } = outreach
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3 gap-y-2">
        <Labeled
          label={t('citations.outreach.status')}
          note={
            status_changed_at !== null && t('citations.outreach.since', { day: formatDay(status_changed_at) })
          }
        >
          <Select
            isWide
            isCompact
            value={save.isPending ? (save.variables.status ?? status) : status}
            onChange={({ target }) => save.mutate({ status: asStatus(target.value) })}
          >
            <Options
              of={outreachStatuses.map((each) => [each, t(`citations.outreach.statuses.${each}`)] as const)}
            />
          </Select>
        </Labeled>
        <Labeled label={t('citations.outreach.owner')}>
          <Select
            isWide
            isCompact
            value={owner?.user_id ?? ''}
            onChange={({ target }) => save.mutate({ owner_id: target.value || null })}
          >
            <option value="">{t('opportunities.plan.unassigned')}</option>
            <Options
              of={(members?.items ?? []).map(({ user_id, name }) => [user_id, name])}
              stored={owner ? [owner.user_id, owner.name] : undefined}
            />
          </Select>
        </Labeled>
        <Labeled label={t('citations.outreach.contact')}>
          <SavedInput
            maxLength={300}
            placeholder={t('citations.outreach.contactHint')}
            stored={contact}
            onSave={(text) => save.mutate({ contact: text })}
          />
        </Labeled>
        <Labeled label={t('citations.outreach.followUp')}>
          <SavedInput
            type="date"
            stored={follow_up_on ?? ''}
            onSave={(day) => save.mutate({ follow_up_on: day || null })}
          />
        </Labeled>
        <div className="col-span-2">
          <Labeled label={t('citations.outreach.notes')}>
            <textarea
              rows={2}
              maxLength={2_000}
              defaultValue={notes}
              onBlur={({ target }) => target.value.trim() !== notes && save.mutate({ notes: target.value })}
              className="control py-1 text-sm"
            />
          </Labeled>
        </div>
      </div>
      <ErrorNotice error={save.error} />
      <SavedMessage isSaved={save.isSuccess} />
    </>
  )
}

const control = 'control min-h-8 py-0.5 text-sm'

/** The select has only these values. */
const asStatus = (value: string): Status => outreachStatuses.find((each) => each === value) ?? 'new'

function Labeled({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className="block min-w-0">
      <span className="mb-0.5 flex flex-wrap justify-between gap-x-2 text-xs text-muted">
        {label} {note && <span>{note}</span>}
      </span>
      {children}
    </label>
  )
}

type SavedInputProps = Omit<ComponentProps<'input'>, 'className'> & {
  stored: string
  onSave(text: string): void
}

/** Saved when the focus leaves it, or on Enter. */
const SavedInput = ({ stored, onSave, ...rest }: SavedInputProps) => (
  <input
    {...rest}
    defaultValue={stored}
    onBlur={({ target }) => target.value.trim() !== stored && onSave(target.value)}
    onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    className={control}
  />
)
