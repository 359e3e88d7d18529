import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Shuffle } from 'lucide-react'
import type { FileName } from '../../vocabulary/ai-files.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { LinkTabs } from '../ui/page/LinkTabs.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { AiFileView } from './AiFileView.tsx'
import { type AiFile, aiFilesQuery } from './queries.ts'

/** The machine-readable files about the brand, each as it is served, with an editor to override it. */
export function AiFilesPage() {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { file = 'llms.txt' } = useSearch({ from: '/dashboard/brands/$slug/ai-files' })
  const files = useQuery(aiFilesQuery(slug))
  const items = files.data?.items
  const shown = items?.find((each) => each.file === file)
  return (
    <Page
      title={t('aiFiles.page.title')}
      within={brand.name}
      lead={t('aiFiles.page.lead', { brand: brand.name })}
      actions={
        items && (
          <>
            <CopyButton text={items.map(({ url }) => url).join('\n')} label={t('aiFiles.page.copyLinks')} />
            {mayWrite && <RegenerateLinks slug={slug} />}
          </>
        )
      }
    >
      <QueryBoundary query={files} className="h-96">
        {() => (
          <>
            {items && <FileLinks items={items} file={file} />}
            {shown && <AiFileView key={file} slug={slug} file={shown} />}
          </>
        )}
      </QueryBoundary>
      <p className="mt-6 max-w-3xl text-sm text-muted">{t('aiFiles.page.usage')}</p>
    </Page>
  )
}

function FileLinks({ items, file }: { items: AiFile[]; file: FileName }) {
  const { slug, filter } = useBrand()
  return (
    <div className="mb-4 flex">
      <LinkTabs
        label={t('aiFiles.page.files')}
        tabs={items.map((each) => ({
          label: each.is_edited ? t('aiFiles.page.edited', { file: each.file }) : each.file,
          isHere: each.file === file,
          to: '/dashboard/brands/$slug/ai-files',
          params: { slug },
          search: { ...filter, file: each.file },
        }))}
      />
    </div>
  )
}

function RegenerateLinks({ slug }: { slug: string }) {
  const queryClient = useQueryClient()
  const move = useMutation({
    mutationFn: () => api('POST /api/brands/:brand/ai-files/move', { params: { brand: slug } }),
    onSuccess: (moved) => {
      queryClient.setQueryData(aiFilesQuery(slug).queryKey, moved)
    },
  })
  return (
    <ConfirmButton
      size="small"
      Icon={Shuffle}
      label={t('aiFiles.regenerateLinks.action')}
      title={t('aiFiles.regenerateLinks.title')}
      action={t('aiFiles.regenerateLinks.action')}
      mutation={move}
    >
      {t('aiFiles.regenerateLinks.warning')}
    </ConfirmButton>
  )
}
