/** Returns the keys of an object that has exactly the keys of its type, and at least one. */
export const getKeys = <K extends string>(table: Readonly<Record<K, unknown>>): [K, ...K[]] =>
  // The type of Object.keys is string[].
  Object.keys(table) as [K, ...K[]]
