import { formatCount } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { RateFigure } from '../answers/AnswersFigure.tsx'
import { Card } from '../ui/page/Card.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import type { Claims } from './queries.ts'

type Segment = Claims['by_model'][number]

/** The claims of each model, about one fact or about all of them. */
export const SegmentTable = ({ rows, fact }: { rows: Segment[]; fact?: string }) => (
  <Card title={t('claims.table.platforms')}>
    <DataTable
      isInCard
      caption={t('claims.table.wrongOfStated')}
      rows={rows}
      getKey={({ platform, model }) => `${platform} ${model}`}
      columns={[
        { label: t('claims.table.platform'), cell: ({ platform }) => platformLabels[platform] },
        { label: t('claims.table.model'), cell: ({ model }) => model ?? t('claims.table.unknownModel') },
        numberColumn(t('claims.table.compared'), ({ compared }: Segment) => formatCount(compared)),
        numberColumn(t('claims.table.wrongOfStated'), (row: Segment) => (
          <RateFigure
            label={t('claims.table.wrongOfStated')}
            pct={row.wrong_of_stated_pct}
            interval={row.wrong_of_stated_interval}
            count={row.stated}
            of={{ verdict: 'wrong', ...(fact && { fact }) }}
            filter={{ platform: row.platform, ...(row.model && { model: row.model }) }}
          />
        )),
      ]}
    />
  </Card>
)
