/** Returns the label of a value that may be unknown, such as one of a newer version of the service. */
export const getLabel = (labels: Readonly<Record<string, string>>, value: string): string | undefined =>
  Object.hasOwn(labels, value) ? labels[value] : undefined
