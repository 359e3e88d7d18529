import { useSearch } from '@tanstack/react-router'
import { Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { FilterBar, useFilterChoice } from '../brands/FilterBar.tsx'
import { noFilters } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { Page } from '../ui/page/Page.tsx'
import { AddPromptDialog } from './AddPromptDialog.tsx'
import { GroupTable } from './GroupTable.tsx'
import { ImportDialog } from './import/ImportDialog.tsx'
import { PromptList } from './PromptList.tsx'
import { PromptTabs } from './PromptTabs.tsx'
import { promptsSearch } from './search.ts'

/** The tracked prompts with their metrics. */
export function PromptsPage() {
  const { brand } = useBrand()
  const { mayWrite } = useCurrentUser()
  const search = promptsSearch(useSearch({ from: '/dashboard/brands/$slug/prompts' }))
  const choose = useFilterChoice()
  const [open, setOpen] = useState<'add' | 'import' | null>(null)
  const [added, setAdded] = useState<readonly string[]>([])
  const close = () => setOpen(null)
  const show = (ids: readonly string[]) => {
    setAdded((old) => [...ids, ...old])
    // A filter could hide the new prompts.
    choose({ ...noFilters, q: '', status: '' })
  }
  return (
    <Page
      title={t('prompts.page.title')}
      within={brand.name}
      filters={<FilterBar />}
      actions={
        mayWrite && (
          <>
            <Button onClick={() => setOpen('import')}>
              <Upload aria-hidden className="size-4" />
              {t('prompts.page.import')}
            </Button>
            <Button look="primary" onClick={() => setOpen('add')}>
              <Plus aria-hidden className="size-4" />
              {t('prompts.page.add')}
            </Button>
          </>
        )
      }
    >
      <PromptTabs here="prompts" />
      <PromptList search={search} added={added} />
      {search.view === undefined && <GroupTable chosen={search.groups} />}
      {open === 'add' && <AddPromptDialog onAdded={show} onClose={close} />}
      {open === 'import' && <ImportDialog onImported={show} onClose={close} />}
    </Page>
  )
}
