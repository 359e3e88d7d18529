import type { ReactNode } from 'react'
import type { Column } from './DataTable.tsx'

/** A column of numbers, which are aligned to the right. */
export const numberColumn = <T>(
  label: string,
  cell: (row: T) => ReactNode,
  rest: Pick<Column<T>, 'sortBy' | 'onlyWide' | 'className'> = {},
): Column<T> => ({ label, cell, isNumber: true, ...rest })
