/** The keys of an object that has exactly the keys of its type. */
export const getKeys = <Table extends object>(table: Table): readonly (keyof Table)[] =>
  Object.keys(table) as (keyof Table)[]
