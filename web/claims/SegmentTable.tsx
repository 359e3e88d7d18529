import { formatCount } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { Card } from '../ui/page/Card.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { ClaimFigure } from './ClaimFigure.tsx'
import type { Claims } from './queries.ts'

/** The claims of each model, about one fact or about all of them. */
export const SegmentTable = ({ rows, fact }: { rows: Claims['by_model']; fact?: string }) => (
  <Card title={t('claims.table.platforms')}>
    <DataTable
      isInCard
      caption={t('claims.table.wrongOfStated')}
      rows={rows}
      getKey={({ platform, model }) => `${platform} ${model}`}
      columns={[
        { label: t('claims.table.platform'), cell: ({ platform }) => platformLabels[platform] },
        { label: t('claims.table.model'), cell: ({ model }) => model ?? t('claims.table.unknownModel') },
        {
          label: t('claims.table.compared'),
          isNumber: true,
          cell: ({ compared }) => formatCount(compared),
        },
        {
          label: t('claims.table.wrongOfStated'),
          isNumber: true,
          cell: (row) => (
            <ClaimFigure
              label={t('claims.table.wrongOfStated')}
              pct={row.wrong_of_stated_pct}
              interval={row.wrong_of_stated_interval}
              count={row.stated}
              verdict="wrong"
              filter={{ platform: row.platform, ...(row.model && { model: row.model }) }}
              {...(fact && { fact })}
            />
          ),
        },
      ]}
    />
  </Card>
)
