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

/** An amount of dollars in millionths; null for empty input, which means no limit. */
export const microsIn = (values: FormData, name: string): number | null => {
  const dollars = textOrNull(values, name)
  return dollars === null ? null : Math.round(Number(dollars) * 1_000_000)
}

const dayMs = 86_400_000

/** The time after the number of days in the field `expiry`; null for 0, which is no expiry. */
export function expiryIn(values: FormData): string | null {
  const days = Number(getText(values, 'expiry'))
  return days === 0 ? null : new Date(Date.now() + days * dayMs).toISOString()
}

/** The content of a file for a body in JSON. */
export function toBase64(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(file)
  return promise
}
