import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Shuffle } from 'lucide-react'
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
import { aiFileSearch, type FileName } from './search.ts'

/** The machine-readable files about the brand, each as it is served, with an editor to override it. */
export function AiFilesPage() {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { file = 'llms.txt' } = aiFileSearch(useSearch({ from: '/dashboard/brands/$slug/ai-files' }))
  const files = useQuery(aiFilesQuery(slug))
  const items = files.data?.items
  const shown = items?.find((each) => each.file === file)
  return (
    <Page
      title="AI files"
      within={brand.name}
      lead={`Machine-readable files about ${brand.name}, generated from your settings`}
      actions={
        items && (
          <>
            <CopyButton text={items.map(({ url }) => url).join('\n')} label="Copy all links" />
            {mayWrite && <NewAddress slug={slug} />}
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
      <p className="mt-6 max-w-3xl text-sm text-muted">
        Link to them from your site, or proxy your own <code className="font-mono text-ink">/llms.txt</code>{' '}
        to the first one. No study so far has found that such files change what engines cite, but agents that
        read them get facts you have checked.
      </p>
    </Page>
  )
}

function FileLinks({ items, file }: { items: AiFile[]; file: FileName }) {
  const { slug, filter } = useBrand()
  return (
    <div className="mb-4 flex">
      <LinkTabs
        label="Files"
        tabs={items.map((each) => ({
          label: each.is_edited ? `${each.file} (edited)` : each.file,
          isHere: each.file === file,
          to: '/dashboard/brands/$slug/ai-files',
          params: { slug },
          search: { ...filter, file: each.file },
        }))}
      />
    </div>
  )
}

function NewAddress({ slug }: { slug: string }) {
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
      label="Regenerate link"
      title="Regenerate the link?"
      action="Regenerate link"
      mutation={move}
    >
      The old URL stops working immediately, and links to it cannot be restored.
    </ConfirmButton>
  )
}
