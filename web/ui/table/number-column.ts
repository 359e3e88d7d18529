import type { ReactNode } from 'react'
import type { Column } from './DataTable.tsx'

/** Returns a column of numbers. */
export const numberColumn = <T>(
  label: string,
  cell: (row: T) => ReactNode,
  options?: Pick<Column<T>, 'onlyWide' | 'sortBy'>,
): Column<T> => ({ label, isNumber: true, cell, ...options })
