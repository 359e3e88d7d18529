/** Returns the keys of a table of labels, for an enumeration with at least one value. */
export function getKeys<K extends string>(labels: Record<K, unknown>): [K, ...K[]] {
  // Object.keys has the type string[]; every table of labels has an entry.
  return Object.keys(labels) as [K, ...K[]]
}
