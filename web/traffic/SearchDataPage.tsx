import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { connectionLabels } from '../../vocabulary/data-sources.ts'
import { inParentheses } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { FilterBar } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { SelectField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { Options } from '../ui/form/Options.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Connections } from './Connections.tsx'
import { FileImports } from './FileImports.tsx'
import { connectionsQuery } from './queries.ts'
import { SearchNumbers } from './SearchNumbers.tsx'
import { TrafficTabs } from './TrafficTabs.tsx'

/** What search engines report about the site, and the connections that it is imported by. */
export function SearchDataPage() {
  const { brand, slug } = useBrand()
  const { data } = useQuery(connectionsQuery(slug))
  const [chosen, choose] = useState<string | null>(null)
  const withSearch = (data?.items ?? []).filter(({ kind, days }) => kind !== 'ga4' && days > 0)
  const shown = withSearch.find(({ id }) => id === chosen) ?? withSearch[0]
  return (
    <Page
      title={t('traffic.search.title')}
      within={brand.name}
      lead={t('traffic.search.lead')}
      filters={<FilterBar parts={['days']} />}
    >
      <TrafficTabs here="search" />
      <Connections />
      {withSearch.length > 1 && (
        <Form error={null} onSubmit={() => undefined} className="mt-8 max-w-md">
          <SelectField
            label={t('traffic.search.source')}
            name="source"
            value={shown?.id ?? ''}
            hint={t('traffic.search.sourceHint')}
            onChange={({ target }) => choose(target.value)}
          >
            <Options
              of={withSearch.map(({ id, kind, property_name }) => [
                id,
                `${connectionLabels[kind]} ${inParentheses(property_name)}`,
              ])}
            />
          </SelectField>
        </Form>
      )}
      {shown && <SearchNumbers connection={shown} />}
      <FileImports />
    </Page>
  )
}
