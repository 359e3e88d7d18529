import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Shuffle } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { LinkTabs } from '../ui/page/LinkTabs.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { AiFileView } from './AiFileView.tsx'
import { type AiFile, aiFilesQuery } from './queries.ts'
import { aiFileSearch, type FileName } from './search.ts'

/** The files about the brand that programs can read: each as it is served, to be taken over by hand. */
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
      lead={`Files about ${brand.name} for programs that read rather than look, made from what is stored whenever somebody asks for them.`}
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
        Link them from your site, or let your server pass its own{' '}
        <code className="font-mono text-ink">/llms.txt</code> on to the first one. No study so far found that
        such files change what engines cite; agents that look for them find facts that you have checked.
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
          label: each.is_edited ? `${each.file} (by hand)` : each.file,
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
  const [isAsked, setAsked] = useState(false)
  const queryClient = useQueryClient()
  const move = useMutation({
    mutationFn: () => api('POST /api/brands/:brand/ai-files/move', { params: { brand: slug } }),
    onSuccess: (moved) => {
      queryClient.setQueryData(aiFilesQuery(slug).queryKey, moved)
      setAsked(false)
    },
  })
  return (
    <>
      <Button size="small" onClick={() => setAsked(true)}>
        <Shuffle aria-hidden className="size-4" />
        New address
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Give the files a new address?"
          action="Give a new address"
          busy={move.isPending}
          error={move.error}
          onConfirm={() => move.mutate()}
          onClose={() => setAsked(false)}
        >
          At the old address there is nothing any more, at once: links to it break, and they cannot be brought
          back.
        </ConfirmDialog>
      )}
    </>
  )
}
