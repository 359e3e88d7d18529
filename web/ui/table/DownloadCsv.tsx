import { Download } from 'lucide-react'
import { formatCsvCell } from '../../../vocabulary/csv-cell.ts'
import { t } from '../../../vocabulary/texts.ts'
import { Button } from '../Button.tsx'
import { saveFile } from '../save-file.ts'

type Cell = string | number | null

type DownloadCsvProps<T> = {
  /** Without extension. */
  fileName: string
  columns: readonly (readonly [label: string, value: (row: T) => Cell])[]
  rows: readonly T[]
}

/** Downloads the shown rows, for lists without a CSV route. */
export function DownloadCsv<T>({ fileName, columns, rows }: DownloadCsvProps<T>) {
  const save = () => {
    const lines = [
      columns.map(([label]) => label),
      ...rows.map((row) => columns.map(([, value]) => value(row))),
    ]
    const text = lines.map((cells) => cells.map(buildCell).join(',')).join('\r\n')
    saveFile(`${fileName}.csv`, 'text/csv', `${text}\r\n`)
  }
  return (
    <Button size="small" onClick={save}>
      <Download aria-hidden className="size-4" />
      {t('ui.table.downloadCsv')}
    </Button>
  )
}

const buildCell = (value: Cell): string =>
  typeof value === 'string' ? formatCsvCell(value) : String(value ?? '')
