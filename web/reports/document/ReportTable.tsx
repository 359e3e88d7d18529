import { classes } from '../../ui/classes.ts'
import type { Column } from '../../ui/table/DataTable.tsx'

/** `onlyWide`: hidden on phones. */
export type ReportColumn<T> = Pick<Column<T>, 'label' | 'cell' | 'isNumber' | 'onlyWide'>

type ReportTableProps<T> = {
  caption: string
  columns: readonly ReportColumn<T>[]
  rows: readonly T[]
  getKey(row: T): string
  isOwn?(row: T): boolean
}

/** A table of a report: all rows, no sorting, and no row is split between two printed pages. */
export function ReportTable<T>({ caption, columns, rows, getKey, isOwn }: ReportTableProps<T>) {
  const cell = ({ isNumber, onlyWide }: ReportColumn<T>) =>
    classes(
      'py-2 align-top first:pl-2 last:pr-2 print:py-1.5',
      isNumber ? 'pl-4 text-right tabular-nums whitespace-nowrap' : 'pr-2 text-left not-first:pl-4',
      onlyWide && 'max-sm:hidden print:table-cell',
    )
  return (
    <div className="-mx-2 overflow-x-auto print:overflow-visible">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={classes(cell(column), 'text-xs font-medium text-muted')}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={getKey(row)}
              className={classes(
                'break-inside-avoid border-b border-line last:border-0',
                isOwn?.(row) && 'bg-accent-soft font-semibold',
              )}
            >
              {columns.map((column) => (
                <td key={column.label} className={cell(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
