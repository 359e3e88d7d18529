import { useBrand } from '../brands/useBrand.ts'
import { Page } from '../ui/Page.tsx'
import { RunSection } from './RunSection.tsx'

/** Asking the engines now, and what came of it. */
export function RunsPage() {
  const { brand } = useBrand()
  return (
    <Page title="Runs" within={brand.name} lead="Asking the engines: by schedule, or now.">
      <RunSection brand={brand} />
    </Page>
  )
}
