/** A form field as text; a file or a missing field is empty. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

/** Like `textOf`, but null for empty input. */
export const textOrNull = (values: FormData, name: string): string | null =>
  textOf(values, name).trim() || null

/** One entry per non-empty line. */
export const linesOf = (values: FormData, name: string): string[] =>
  textOf(values, name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
