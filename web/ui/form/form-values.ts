/** A form field as text; a file or a missing field is empty. */
export function getText(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

/** Like `getText`, but null for empty input. */
export const textOrNull = (values: FormData, name: string): string | null =>
  getText(values, name).trim() || null

/** One entry per non-empty line. */
export const readLines = (values: FormData, name: string): string[] =>
  getText(values, name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
