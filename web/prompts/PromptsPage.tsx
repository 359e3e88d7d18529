import { useBrand } from '../brands/useBrand.ts'
import { Page } from '../ui/Page.tsx'
import { PromptsSection } from './PromptsSection.tsx'

export function PromptsPage() {
  const { brand } = useBrand()
  return (
    <Page
      title="Prompts"
      within={brand.name}
      lead="The questions that the engines are asked, again and again."
    >
      <PromptsSection brandId={brand.id} />
    </Page>
  )
}
