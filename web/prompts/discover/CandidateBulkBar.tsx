import { useQuery } from '@tanstack/react-query'
import { Check, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { formatCost } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { read } from '../../api.ts'
import { topicsQuery } from '../../brands/queries.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { SelectField, TextField } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { Options } from '../../ui/form/Options.tsx'
import { Action, BulkFrame } from '../BulkBar.tsx'
import { getTags } from '../tags.ts'
import type { Candidate } from './candidates.ts'
import { useDismiss, useRestore, useTrack } from './decisions.ts'

type CandidateBulkBarProps = {
  candidates: { query: string; text: string }[]
  status: Candidate['status']
  /** Clears the selection. */
  onDone(): void
}

/** Actions for all selected candidates. */
export function CandidateBulkBar({ candidates, status, onDone }: CandidateBulkBarProps) {
  const [isTracking, setTracking] = useState(false)
  const dismiss = useDismiss(onDone)
  const restore = useRestore(onDone)
  const queries = candidates.map(({ query }) => query)
  return (
    <BulkFrame
      label={t('discovery.bulk.label')}
      status={t('discovery.bulk.selected', { count: candidates.length })}
      error={dismiss.error ?? restore.error}
      isActive={!isTracking}
      onClear={onDone}
    >
      {status === 'open' ? (
        <>
          <Action onClick={() => setTracking(true)}>
            <Check aria-hidden className="size-4" />
            {t('discovery.bulk.track')}
          </Action>
          <Action onClick={() => dismiss.mutate(queries)}>
            <X aria-hidden className="size-4" />
            {t('discovery.candidates.dismiss')}
          </Action>
        </>
      ) : (
        <Action onClick={() => restore.mutate(queries)}>
          <RotateCcw aria-hidden className="size-4" />
          {t('discovery.candidates.restore')}
        </Action>
      )}
      {isTracking && (
        <TrackDialog candidates={candidates} onDone={onDone} onClose={() => setTracking(false)} />
      )}
    </BulkFrame>
  )
}

type TrackDialogProps = Pick<CandidateBulkBarProps, 'candidates' | 'onDone'> & { onClose(): void }

function TrackDialog({ candidates, onDone, onClose }: TrackDialogProps) {
  const { slug } = useBrand()
  const { data: topics } = useQuery(topicsQuery(slug))
  const { data: cost } = useQuery(read('GET /api/brands/:brand/prompt-cost', { params: { brand: slug } }))
  const track = useTrack(onDone)
  const count = candidates.length
  const save = {
    ...track,
    mutate: (values: FormData) =>
      track.mutate({
        prompts: candidates,
        topic_id: getText(values, 'topic_id') || null,
        tags: getTags(getText(values, 'tags')),
      }),
  }
  return (
    <FormDialog
      title={t('discovery.bulk.trackTitle', { count })}
      action={t('discovery.candidates.track')}
      mutation={save}
      onClose={onClose}
    >
      <SelectField label={t('prompts.editDialog.topic')} name="topic_id">
        <option value="">{t('prompts.editDialog.noTopic')}</option>
        <Options of={(topics?.items ?? []).map(({ id, name }) => [id, name])} />
      </SelectField>
      <TextField label={t('discovery.bulk.tags')} name="tags" hint={t('prompts.tags.hint')} />
      {cost?.cost_micros ? (
        <p className="text-sm text-muted">
          {t('discovery.bulk.cost', {
            cost: formatCost(cost.cost_micros * count),
            queries: cost.queries * count,
          })}
        </p>
      ) : null}
    </FormDialog>
  )
}
