import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { FilterBar } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { Page } from '../ui/page/Page.tsx'
import { AddPrompt } from './AddPrompt.tsx'
import { copy } from './copy.ts'
import { PastePromptsDialog } from './PastePromptsDialog.tsx'
import { PromptTable } from './PromptTable.tsx'
import { TopicTable } from './TopicTable.tsx'

/** The tracked prompts with their metrics. */
export function PromptsPage() {
  const { brand } = useBrand()
  const { mayWrite } = useCurrentUser()
  const [isPasting, setPasting] = useState(false)
  return (
    <Page
      title={copy.page.title}
      within={brand.name}
      lead={copy.page.lead}
      actions={
        mayWrite && (
          <Button onClick={() => setPasting(true)}>
            <ClipboardPaste aria-hidden className="size-4" />
            {copy.page.import}
          </Button>
        )
      }
    >
      {mayWrite && <AddPrompt brandId={brand.id} />}
      <FilterBar />
      <PromptTable />
      <TopicTable />
      {isPasting && <PastePromptsDialog brandId={brand.id} onClose={() => setPasting(false)} />}
    </Page>
  )
}
