/** Checks the texts of alerts, digests and reports. */

/**
 * Returns the texts of a value that contain a day as YYYY-MM-DD, or a number with more decimals than its format has:
 * one for percentages, two for positions. Costs may have more. Paths, ids and times of the API are not texts for people.
 */
export function rawValuesIn(value: unknown): string[] {
  if (typeof value === 'string') return rawValue.test(value) ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, each]) => (isText(key) ? rawValuesIn(each) : []))
}

const rawValue = /\b\d{4}-\d\d-\d\d\b|\d\.\d{2,}%|(?<!\$[\d,]*)\d\.\d{3,}/

const isText = (key: string): boolean =>
  !/^(path|id|share|cause|subject|since|established|day|lastDay|html)$|_(id|ids|at|day|until)$/.test(key)
