import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Verdict } from '../../vocabulary/claims.ts'
import { t } from '../../vocabulary/texts.ts'
import { RateFigure } from '../answers/AnswersFigure.tsx'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { DeleteDialog } from '../ui/DeleteDialog.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { type Fact, type FactNumbers, factAddresses } from './queries.ts'

type FactTableProps = { rows: readonly FactNumbers[]; onOpen(id: string): void; onEdit(fact: Fact): void }

/** Approved facts with the shares of answers by verdict. */
export function FactTable({ rows, onOpen, onEdit }: FactTableProps) {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const [leaving, setLeaving] = useState<Fact | null>(null)
  const share = (verdict: Verdict) =>
    numberColumn(t(`labels.verdict.${verdict}`), (row: FactNumbers) => (
      <RateFigure
        label={t(`labels.verdict.${verdict}`)}
        pct={row[`${verdict}_pct`]}
        interval={row[`${verdict}_interval`]}
        count={row.compared}
        of={{ verdict, fact: row.fact.id }}
      />
    ))
  return (
    <>
      <DataTable
        isOneLine
        caption={t('claims.table.title')}
        rows={rows}
        getKey={({ fact }) => fact.id}
        columns={[
          {
            label: t('claims.table.fact'),
            cell: ({ fact }) => (
              <button
                type="button"
                title={fact.statement}
                className="max-w-full truncate text-left hover:underline"
                onClick={() => onOpen(fact.id)}
              >
                {fact.statement}
              </button>
            ),
          },
          numberColumn(t('claims.table.wrongOfStated'), (row: FactNumbers) => (
            <RateFigure
              label={t('claims.table.wrongOfStated')}
              pct={row.wrong_of_stated_pct}
              interval={row.wrong_of_stated_interval}
              count={row.stated}
              of={{ verdict: 'wrong', fact: row.fact.id }}
            />
          )),
          share('right'),
          share('wrong'),
          share('outdated'),
          share('not_stated'),
          ...(mayWrite
            ? [
                {
                  label: t('claims.table.actions'),
                  isLabelHidden: true,
                  cell: ({ fact }: FactNumbers) => (
                    <span className="flex justify-end">
                      <IconButton label={t('claims.table.edit', fact)} onClick={() => onEdit(fact)}>
                        <Pencil aria-hidden className="size-4" />
                      </IconButton>
                      <IconButton label={t('claims.table.delete', fact)} onClick={() => setLeaving(fact)}>
                        <Trash2 aria-hidden className="size-4" />
                      </IconButton>
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      {leaving && (
        <DeleteDialog
          request={() =>
            api('DELETE /api/brands/:brand/facts/:id', { params: { brand: slug, id: leaving.id } })
          }
          stale={factAddresses}
          title={t('claims.table.deleteTitle')}
          action={t('claims.table.deleteAction')}
          onClose={() => setLeaving(null)}
        >
          {t('claims.table.deleteConsequence')}
        </DeleteDialog>
      )}
    </>
  )
}
