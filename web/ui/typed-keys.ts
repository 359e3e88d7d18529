/** The names of a table of ours, which holds no others than its type says. */
export const keysOf = <Table extends object>(table: Table): readonly (keyof Table)[] =>
  Object.keys(table) as (keyof Table)[]
