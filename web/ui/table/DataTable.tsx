import { ArrowDown, ArrowUp, ChevronsUpDown, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClasses } from '../Button.tsx'
import { classes } from '../classes.ts'
import { copy } from '../copy.ts'

export type Column<T> = {
  label: string
  cell: (row: T) => ReactNode
  /** Aligned to the right. */
  isNumber?: boolean
  /** The API's sort key; without one the column is not sortable. */
  sortBy?: string
  /** Hidden where the table has little room. */
  onlyWide?: boolean
  className?: string
}

export type Sort = { by: string; order: 'asc' | 'desc' }

type DataTableProps<T> = {
  /** The content of the table, for screen readers. */
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
}

/**
 * The first column names the row. Wide tables scroll, also by keyboard; on a phone each row is a block of label and
 * value pairs.
 */
export function DataTable<T>({ caption, columns, rows, keyOf, sort, onSort }: DataTableProps<T>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="card relative @container overflow-x-auto">
      <table className="w-full border-collapse text-sm max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <thead className={onSort ? 'max-sm:block' : 'max-sm:sr-only'}>
          <tr className="border-b border-line text-left max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:gap-y-1 max-sm:px-4 max-sm:py-2">
            {columns.map((column) => (
              <HeadCell key={column.label} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="hover:bg-sunken max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-2 max-sm:px-4 max-sm:py-3"
            >
              {columns.map((column, index) => (
                <BodyCell key={column.label} column={column} isFirst={index === 0}>
                  {column.cell(row)}
                </BodyCell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const cellClasses = <T,>({ isNumber, onlyWide, className }: Column<T>) =>
  classes(
    'align-top sm:px-3 sm:py-2.5 sm:first:pl-5 sm:last:pr-5',
    isNumber && 'tabular-nums sm:text-right',
    onlyWide && 'hidden @4xl:table-cell',
    className,
  )

const labelAbove =
  'max-sm:before:block max-sm:before:text-xs max-sm:before:text-muted max-sm:before:content-[attr(data-label)]'

function BodyCell<T>({
  column,
  isFirst,
  children,
}: {
  column: Column<T>
  isFirst: boolean
  children: ReactNode
}) {
  if (!isFirst)
    return (
      <td
        data-label={column.label}
        className={classes(cellClasses(column), labelAbove, column.isNumber && 'sm:whitespace-nowrap')}
      >
        {children}
      </td>
    )
  return (
    <th
      scope="row"
      className={classes(
        cellClasses(column),
        'text-left font-normal max-sm:col-span-2 max-sm:min-w-0 max-sm:[overflow-wrap:anywhere]',
      )}
    >
      {children}
    </th>
  )
}

type HeadCellProps<T> = {
  column: Column<T>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

function HeadCell<T>({ column, sort, onSort }: HeadCellProps<T>) {
  const { label, sortBy, isNumber } = column
  const shape = classes(cellClasses(column), 'align-bottom text-xs font-medium text-muted')
  if (sortBy === undefined || !onSort) {
    return (
      <th scope="col" className={classes(shape, 'max-sm:sr-only')}>
        {label}
      </th>
    )
  }
  const order = sort?.by === sortBy ? sort.order : null
  const Icon = order === null ? ChevronsUpDown : order === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
      className={shape}
    >
      <button
        type="button"
        onClick={() => onSort({ by: sortBy, order: order === 'desc' ? 'asc' : 'desc' })}
        className={classes(
          'inline-flex items-center gap-1 rounded-md font-medium hover:text-ink',
          isNumber && 'flex-row-reverse',
          order !== null && 'text-ink',
        )}
      >
        {label}
        <Icon aria-hidden className="size-3.5 shrink-0" />
      </button>
    </th>
  )
}

/** `isCompact`: only the icon, where a card has little room. */
export function CsvLink({ href, isCompact = false }: { href: string; isCompact?: boolean }) {
  if (isCompact)
    return (
      <a
        href={href}
        download
        aria-label={copy.table.downloadCsv}
        title={copy.table.downloadCsv}
        className="rounded-lg p-2 text-muted hover:bg-sunken hover:text-ink"
      >
        <Download aria-hidden className="size-4" />
      </a>
    )
  return (
    <a href={href} download className={buttonClasses('secondary', 'small')}>
      <Download aria-hidden className="size-4" />
      {copy.table.downloadCsv}
    </a>
  )
}
