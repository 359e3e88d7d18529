import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatTime, noData } from '../../vocabulary/formats.ts'
import { logSenders, signingSenders } from '../../vocabulary/log-senders.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { Notice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { ListTable } from '../ui/table/ListTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { useChange } from '../useChange.ts'
import { logSourcesQuery } from './queries.ts'
import { UploadLogButton } from './UploadLogButton.tsx'

type LogSource = Returns<'GET /api/brands/:brand/log-sources'>['items'][number]
type Added = Returns<'POST /api/brands/:brand/log-sources'>

const stale = ['GET /api/brands/:brand/log-sources'] as const

/** What sends logs of the brand's servers, and the upload of a log. */
export function LogSources() {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const sources = useQuery(logSourcesQuery(slug))
  return (
    <Section
      title={t('traffic.logSources.title')}
      lead={t('traffic.logSources.lead')}
      actions={
        mayWrite && (
          <>
            <UploadLogButton />
            <AddButton />
          </>
        )
      }
    >
      <QueryBoundary query={sources}>
        {({ items }) => (
          <ListTable
            empty={t('traffic.logSources.empty')}
            caption={t('traffic.logSources.caption')}
            columns={columns(mayWrite)}
            rows={items}
          />
        )}
      </QueryBoundary>
    </Section>
  )
}

const columns = (mayWrite: boolean): Column<LogSource>[] => [
  {
    label: t('traffic.logSources.source'),
    cell: ({ name, sender }) => (
      <>
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        <span className="block text-xs text-muted">{t(`labels.logSender.${sender}`)}</span>
      </>
    ),
  },
  {
    label: t('traffic.logSources.lastReceived'),
    cell: ({ last_received_at }) => (last_received_at ? formatTime(last_received_at) : noData),
  },
  numberColumn(t('traffic.logSources.lines'), ({ lines }) => formatCount(lines)),
  numberColumn(t('traffic.logSources.stored'), ({ stored }) => formatCount(stored)),
  numberColumn(t('traffic.logSources.unreadable'), ({ unreadable }) => formatCount(unreadable)),
  ...(mayWrite
    ? [
        {
          label: t('traffic.logSources.delete'),
          isLabelHidden: true,
          cell: (source: LogSource) => <DeleteSource source={source} />,
        },
      ]
    : []),
]

function DeleteSource({ source: { id, name } }: { source: LogSource }) {
  const { slug } = useBrand()
  const remove = useChange(
    () => api('DELETE /api/brands/:brand/log-sources/:id', { params: { brand: slug, id } }),
    stale,
  )
  return (
    <DeleteButton
      label={t('traffic.logSources.delete')}
      title={t('traffic.logSources.deleteNamed', { name })}
      mutation={remove}
    >
      {t('traffic.logSources.deleteHint')}
    </DeleteButton>
  )
}

function AddButton() {
  const [isOpen, setOpen] = useState(false)
  const [added, setAdded] = useState<Added | null>(null)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {t('traffic.logSources.add')}
      </Button>
      {isOpen && (
        <AddDialog
          onAdded={(source) => {
            setOpen(false)
            setAdded(source)
          }}
          onClose={() => setOpen(false)}
        />
      )}
      {added && <SetupDialog added={added} onClose={() => setAdded(null)} />}
    </>
  )
}

function AddDialog({ onAdded, onClose }: { onAdded(added: Added): void; onClose(): void }) {
  const { slug } = useBrand()
  const [sender, setSender] = useState(logSenders[0] as (typeof logSenders)[number])
  const add = useChange(
    (values: FormData) =>
      api('POST /api/brands/:brand/log-sources', {
        params: { brand: slug },
        body: {
          sender,
          name: getText(values, 'name'),
          secret: getText(values, 'secret') || null,
          verification_code: getText(values, 'verification_code') || null,
        },
      }),
    stale,
    onAdded,
  )
  return (
    <FormDialog
      title={t('traffic.logSources.add')}
      action={t('traffic.logSources.add')}
      mutation={add}
      onClose={onClose}
    >
      <SelectField
        label={t('traffic.logSources.sender')}
        name="sender"
        value={sender}
        onChange={({ target }) => setSender(logSenders.find((each) => each === target.value) ?? sender)}
      >
        <Options of={logSenders.map((each) => [each, t(`labels.logSender.${each}`)])} />
      </SelectField>
      <TextField
        label={t('traffic.logSources.name')}
        name="name"
        required
        maxLength={100}
        hint={t('traffic.logSources.nameHint')}
      />
      {signingSenders.includes(sender) && (
        <>
          <TextField
            label={t('traffic.logSources.secret')}
            name="secret"
            autoComplete="off"
            hint={t('traffic.logSources.secretHint')}
          />
          <TextField
            label={t('traffic.logSources.verificationCode')}
            name="verification_code"
            autoComplete="off"
            hint={t('traffic.logSources.verificationCodeHint')}
          />
        </>
      )}
    </FormDialog>
  )
}

function SetupDialog({ added: { source, setup }, onClose }: { added: Added; onClose(): void }) {
  return (
    <Dialog title={t('traffic.logSources.setUp', { name: source.name })} onClose={onClose}>
      <Notice tone="caution">{t('traffic.logSources.setUpHint')}</Notice>
      <div className="mt-4 space-y-2">
        {setup.map(({ field, value }) => (
          <CopyField key={field} label={t(`traffic.logSources.fields.${field}`)} value={value} />
        ))}
      </div>
    </Dialog>
  )
}
