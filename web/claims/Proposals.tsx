import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { api, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { Card } from '../ui/page/Card.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { useChange } from '../useChange.ts'
import { type Fact, factAddresses } from './queries.ts'

/** Facts that wait for a decision, each with its source. */
export function Proposals() {
  const { brand } = useBrand()
  const facts = useQuery(
    read('GET /api/metrics/facts', { query: { brand_id: brand.id, status: 'proposed' } }),
  )
  return <QueryBoundary query={facts}>{(data) => <List facts={data.facts} />}</QueryBoundary>
}

function List({ facts }: { facts: Fact[] }) {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const decide = useChange(
    (status: 'approved' | 'rejected') =>
      api('POST /api/brands/:brand/facts/decide', {
        params: { brand: slug },
        body: { ids: [...chosen], status },
      }),
    factAddresses,
    () => setChosen(new Set()),
  )
  return (
    <Card
      title={t('claims.proposals.title')}
      lead={t('claims.proposals.lead')}
      actions={
        mayWrite && (
          <>
            <Button
              disabled={chosen.size === 0 || decide.isPending}
              onClick={() => decide.mutate('approved')}
            >
              {t('claims.proposals.approve', { count: chosen.size })}
            </Button>
            <Button
              look="quiet"
              disabled={chosen.size === 0 || decide.isPending}
              onClick={() => decide.mutate('rejected')}
            >
              {t('claims.proposals.reject')}
            </Button>
          </>
        )
      }
    >
      <ErrorNotice error={decide.error} className="mx-4 mb-3" />
      <DataTable
        isInCard
        caption={t('claims.proposals.lead')}
        rows={facts}
        getKey={({ id }) => id}
        {...(mayWrite && {
          selection: { chosen, onChange: setChosen, getLabel: ({ statement }: Fact) => statement },
        })}
        columns={[
          { label: t('claims.table.fact'), cell: ({ statement }) => statement },
          {
            label: t('claims.proposals.source'),
            cell: ({ source_url, own_pages, value }) =>
              own_pages.length === 0 ? (
                source_url && <PageLink url={source_url} />
              ) : (
                <ul className="space-y-2">
                  {own_pages.map((page) => (
                    <li key={`${page.url} ${page.value}`}>
                      {page.value !== value && (
                        <p className="text-caution">{t('claims.proposals.contradiction')}</p>
                      )}
                      {page.quote === null ? (
                        <p>{t('claims.proposals.structuredData')}</p>
                      ) : (
                        <q>{page.quote}</q>
                      )}
                      <p>
                        <PageLink url={page.url} />
                      </p>
                    </li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </Card>
  )
}

const PageLink = ({ url }: { url: string }) => (
  <ExternalLink href={url} className="link [overflow-wrap:anywhere]">
    {url.replace(/^https?:\/\//, '')}
  </ExternalLink>
)
