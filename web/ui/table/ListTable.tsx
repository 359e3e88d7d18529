import { DataTable, type DataTableProps } from './DataTable.tsx'

type ListTableProps<T> = Pick<DataTableProps<T>, 'caption' | 'columns' | 'rows'> & {
  /** Shown instead of a table without rows. */
  empty: string
}

/** A short list of rows with an id, such as settings. */
export function ListTable<T extends { id: string }>({ empty, ...table }: ListTableProps<T>) {
  if (table.rows.length === 0) return <p className="card px-4 py-3 text-sm text-muted sm:px-5">{empty}</p>
  return <DataTable {...table} getKey={({ id }) => id} />
}
