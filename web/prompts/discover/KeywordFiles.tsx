import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { t } from '../../../vocabulary/texts.ts'
import { api, type Returns, read } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { useChange } from '../../useChange.ts'
import { candidateAddresses } from './candidates.ts'

type KeywordFile = Returns<'GET /api/brands/:brand/keyword-files'>['items'][number]

/** The uploaded lists of keywords; nothing without one. */
export function KeywordFiles() {
  const { slug } = useBrand()
  const { data } = useQuery(read('GET /api/brands/:brand/keyword-files', { params: { brand: slug } }))
  if (!data || data.items.length === 0) return null
  return (
    <Section title={t('discovery.files.title')}>
      <ul className="card divide-y divide-line">
        {data.items.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
    </Section>
  )
}

function FileRow({ file }: { file: KeywordFile }) {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { id, file_name: name, ...counts } = file
  const remove = useChange<unknown, undefined>(
    () => api('DELETE /api/brands/:brand/keyword-files/:id', { params: { brand: slug, id } }),
    ['GET /api/brands/:brand/keyword-files', ...candidateAddresses],
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="text-sm text-muted tabular-nums">{t('discovery.upload.result', counts)}</p>
      </div>
      {mayWrite && (
        <ConfirmButton
          size="small"
          look="quiet"
          Icon={Trash2}
          label={t('discovery.files.deleteAction')}
          aria-label={t('discovery.files.delete', { name })}
          title={t('discovery.files.delete', { name })}
          action={t('discovery.files.deleteAction')}
          mutation={remove}
        >
          <p>{t('discovery.files.consequence')}</p>
        </ConfirmButton>
      )}
    </li>
  )
}
