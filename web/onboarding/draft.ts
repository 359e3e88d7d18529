/** A brand that is being set up: the form's values as the API takes them, and the topic of its prompts. */
import type { Returns } from '../api.ts'
import { getText, readLines, textOrNull } from '../ui/form/form-values.ts'

export type Draft = ReturnType<typeof readDraft>

export const readDraft = (values: FormData) => ({
  brand: {
    name: getText(values, 'name'),
    domain: getText(values, 'domain'),
    aliases: readLines(values, 'aliases'),
    industry: textOrNull(values, 'industry'),
    description: textOrNull(values, 'description'),
    region: textOrNull(values, 'region'),
    language: textOrNull(values, 'language'),
    competitors: filledRows(values).map((row) => ({
      name: getText(values, `competitors.${row}.name`),
      domain: textOrNull(values, `competitors.${row}.domain`),
    })),
  },
  offering: textOrNull(values, 'offering'),
  rows: filledRows(values),
})

const rowPattern = /^competitors\.(\d+)\.\w+$/

/** The indexes of the rows with input. */
function filledRows(values: FormData): number[] {
  const filled = [...values].flatMap(([name, value]) => {
    const row = rowPattern.exec(name)?.[1]
    return row !== undefined && typeof value === 'string' && value.trim() !== '' ? [Number(row)] : []
  })
  return [...new Set(filled)].toSorted((a, b) => a - b)
}

/**
 * The server counts the submitted rows and reports single aliases; the form has empty rows and one field for all
 * aliases.
 */
export function fieldName(path: string, sent: Draft | null): string {
  if (path.startsWith('aliases.')) return 'aliases'
  const place = rowPattern.exec(path)?.[1]
  if (place === undefined || sent === null) return path
  return path.replace(place, String(sent.rows[Number(place)]))
}

export type Suggestions = Returns<'POST /api/suggestions/brand'>
