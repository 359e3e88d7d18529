import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { Button } from '../ui/Button.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'

type ChangesTableProps<T> = { caption: string; columns: readonly Column<T>[]; rows: readonly T[] }

const rowsPerPage = 20

/** A table of prompts on platforms, of which there can be thousands. */
export function ChangesTable<T extends { prompt_id: string; platform: string }>({
  caption,
  columns,
  rows,
}: ChangesTableProps<T>) {
  const [shown, setShown] = useState(rowsPerPage)
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows.slice(0, shown)}
        getKey={({ prompt_id, platform }) => `${prompt_id} ${platform}`}
      />
      {shown < rows.length && (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => setShown(shown + 5 * rowsPerPage)}>{t('ui.table.showMore')}</Button>
        </div>
      )}
    </>
  )
}
