import { ArrowDown, ArrowUp, ChevronsUpDown, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { buttonClasses } from '../Button.tsx'
import { classes } from '../classes.ts'

export type Column<T> = {
  label: string
  cell: (row: T) => ReactNode
  /** Aligned to the right. */
  isNumber?: boolean
  /** The API's sort key; without one the column is not sortable. */
  sortBy?: string
  /** Hidden where the table has little room. */
  onlyWide?: boolean
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
  className?: string
}

export type Sort = { by: string; order: 'asc' | 'desc' }

export type DataTableProps<T> = {
  /** The content of the table, for screen readers. */
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  getKey: (row: T) => string
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** Each row is one line: columns are as wide as their content, and the first one takes the rest and is cut. */
  isOneLine?: boolean
  /** Adds a checkbox to each row. */
  selection?: Selection<T> | undefined
  /** Rows that have just been added. */
  isNew?: (row: T) => boolean
  /** Part of a card, which has the border. */
  isInCard?: boolean
}

type Selection<T> = {
  chosen: ReadonlySet<string>
  onChange(chosen: ReadonlySet<string>): void
  /** The name of a row's checkbox. */
  getLabel: (row: T) => string
}

/**
 * The first column names the row. Wide tables scroll, also by keyboard; on a phone each row is a block of label and
 * value pairs.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { caption, columns, rows, getKey, sort, onSort, isOneLine = false, selection, isNew } = props
  const { isInCard = false } = props
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
      tabIndex={0}
      className={classes('relative @container overflow-x-auto', isInCard ? 'border-t border-line' : 'card')}
    >
      <table
        className={classes(
          'w-full border-collapse text-sm max-sm:block',
          isInCard ? '[--edge-padding:--spacing(4)]' : '[--edge-padding:--spacing(5)]',
          isOneLine
            ? '[--cell-padding:--spacing(2)] sm:[&_:is(td,th)]:whitespace-nowrap sm:[&_tbody_tr]:h-10 sm:[&_tbody_:is(td,th)]:py-1 sm:[&_tbody_:is(td,th)]:align-middle'
            : '[--cell-padding:--spacing(3)]',
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className={onSort ? 'max-sm:block' : 'max-sm:sr-only'}>
          <tr className="border-b border-line text-left max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:gap-y-1 max-sm:px-4 max-sm:py-2">
            {selection && (
              <th scope="col" className="w-10 align-middle sm:pl-4">
                <SelectAll keys={rows.map(getKey)} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.label} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block">
          {rows.map((row) => (
            <tr
              key={getKey(row)}
              data-row
              className={classes(
                'max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-2 max-sm:px-4 max-sm:py-3',
                selection && 'max-sm:relative max-sm:pl-12',
                selection?.chosen.has(getKey(row)) || isNew?.(row) ? 'bg-accent-soft' : 'hover:bg-sunken',
              )}
            >
              {selection && (
                <td className="w-10 align-middle max-sm:absolute max-sm:left-4 max-sm:top-3.5 sm:pl-4">
                  <input
                    type="checkbox"
                    aria-label={selection.getLabel(row)}
                    checked={selection.chosen.has(getKey(row))}
                    onChange={() => selection.onChange(toggled(selection.chosen, getKey(row)))}
                    className="block size-4 accent-accent"
                  />
                </td>
              )}
              {columns.map((column, index) => (
                <BodyCell
                  key={column.label}
                  column={column}
                  isFirst={index === 0}
                  isCut={isOneLine && index === 0}
                >
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

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(key)) next.add(key)
  return next
}

function SelectAll<T>({ keys, selection }: { keys: readonly string[]; selection: Selection<T> }) {
  const { chosen, onChange } = selection
  const isEvery = keys.length > 0 && keys.every((key) => chosen.has(key))
  return (
    <input
      type="checkbox"
      aria-label={t('ui.table.selectAll')}
      checked={isEvery}
      ref={(box) => {
        if (box) box.indeterminate = chosen.size > 0 && !isEvery
      }}
      onChange={() => onChange(isEvery ? new Set() : new Set(keys))}
      className="block size-4 accent-accent"
    />
  )
}

const cellClasses = <T,>({ isNumber, onlyWide, className }: Column<T>) =>
  classes(
    'align-top sm:px-(--cell-padding) sm:py-2.5 sm:first:pl-(--edge-padding) sm:last:pr-(--edge-padding)',
    isNumber && 'tabular-nums sm:text-right',
    onlyWide && 'hidden @4xl:table-cell',
    className,
  )

const labelAbove =
  'max-sm:before:block max-sm:before:text-xs max-sm:before:text-muted max-sm:before:content-[attr(data-label)]'

function BodyCell<T>({
  column,
  isFirst,
  isCut,
  children,
}: {
  column: Column<T>
  isFirst: boolean
  /** The column gets the width that the others do not need. */
  isCut: boolean
  children: ReactNode
}) {
  if (!isFirst)
    return (
      <td
        data-label={column.label}
        className={classes(
          cellClasses(column),
          !column.isLabelHidden && labelAbove,
          column.isNumber && 'sm:whitespace-nowrap',
        )}
      >
        {children}
      </td>
    )
  return (
    <th
      scope="row"
      className={classes(
        cellClasses(column),
        isCut && 'sm:w-full sm:min-w-48 sm:max-w-0',
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
        {column.isLabelHidden ? <span className="sr-only">{label}</span> : label}
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
        aria-label={t('ui.table.downloadCsv')}
        title={t('ui.table.downloadCsv')}
        className="rounded-lg p-2 text-muted hover:bg-sunken hover:text-ink"
      >
        <Download aria-hidden className="size-4" />
      </a>
    )
  return (
    <a href={href} download className={buttonClasses('secondary', 'small')}>
      <Download aria-hidden className="size-4" />
      {t('ui.table.downloadCsv')}
    </a>
  )
}
