import { Download } from 'lucide-react'
import { Button } from '../Button.tsx'

type Cell = string | number | null

type SaveCsvProps<T> = {
  /** Without an ending. */
  fileName: string
  columns: readonly (readonly [label: string, value: (row: T) => Cell])[]
  rows: readonly T[]
}

/** The rows that are shown as a file, for lists that the service gives no file of. */
export function DownloadCsv<T>({ fileName, columns, rows }: SaveCsvProps<T>) {
  const save = () => {
    const lines = [
      columns.map(([label]) => label),
      ...rows.map((row) => columns.map(([, value]) => value(row))),
    ]
    const text = lines.map((cells) => cells.map(cellOf).join(',')).join('\r\n')
    const href = URL.createObjectURL(new Blob([`${text}\r\n`], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = href
    link.download = `${fileName}.csv`
    link.click()
    URL.revokeObjectURL(href)
  }
  return (
    <Button size="small" onClick={save}>
      <Download aria-hidden className="size-4" />
      CSV
    </Button>
  )
}

/** A text that a spreadsheet would take for a formula is kept one by an apostrophe. */
function cellOf(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
