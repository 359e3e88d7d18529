/** Notes of a brand as annotations of a chart. */
import { useQuery } from '@tanstack/react-query'
import { type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import type { ChartNote } from '../charts/time-line.ts'

export type Note = Returns<'GET /api/brands/:brand/notes'>['items'][number]

export const notesQuery = (slug: string) =>
  read('GET /api/brands/:brand/notes', { params: { brand: slug }, query: { limit: 500 } })

/** The notes within a chart's days or weeks. */
export function useChartNotes(dates: readonly string[], daysPerDate = 1): ChartNote[] {
  const { slug } = useBrand()
  const { data } = useQuery(notesQuery(slug))
  return placeNotes(data?.items ?? [], dates, daysPerDate)
}

const maxLabelLength = 28

/** Places each note at the date of the chart that contains its day; `dates` are ascending. */
export function placeNotes(
  notes: readonly Pick<Note, 'day' | 'text'>[],
  dates: readonly string[],
  daysPerDate: number,
): ChartNote[] {
  return notes.flatMap(({ day, text }) => {
    const date = dates.findLast((start) => start <= day)
    if (date === undefined || day >= dayAfter(date, daysPerDate)) return []
    const label = text.length <= maxLabelLength ? text : `${text.slice(0, maxLabelLength - 1).trimEnd()}…`
    return [{ date, text, label, isOwn: true }]
  })
}

const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
