/** The marks of events on a line chart: a dotted line for each day, with a label where there is space. */
import { getWidth } from './canvas-text.ts'
import type { ChartColors, ChartNote, TimeLine } from './time-line.ts'

/** More labels would cover each other. */
const mostNoteLabels = 6

/** Average width of a character of a label, and the gap between labels. */
const characterPx = 6
const labelGapPx = 12

/** The label of a user's note takes the space of the labels this many dates before and after it. */
const labelDays = 5

/** Returns a series without points, so that the events stay when lines are switched off. */
export function eventMarks(
  { dates, isInverse }: TimeLine,
  notes: readonly ChartNote[],
  ink: ChartColors,
  width: number,
) {
  const labels = new Map<string, string>()
  // Notes of users come last, so that they replace other labels of their day.
  const own = notes.filter(({ isOwn }) => isOwn)
  for (const { date, label } of [...notes, ...own]) if (label !== undefined) labels.set(date, label)
  const isCovered = (date: string) =>
    own.some(
      (note) => note.date !== date && Math.abs(dates.indexOf(note.date) - dates.indexOf(date)) <= labelDays,
    )
  for (const date of [...labels.keys()])
    if (isCovered(date) && !own.some((note) => note.date === date)) labels.delete(date)
  removeCrowded(labels, dates, width)
  const colorOn = (date: string) =>
    own.some((note) => note.date === date) ? (ink.series[0] ?? ink.text) : ink.muted
  return {
    type: 'line',
    data: dates.map(() => null),
    silent: true,
    tooltip: { show: false },
    markLine: {
      symbol: 'none',
      silent: true,
      data: [...new Set(notes.map(({ date }) => date))].map((date) => ({
        xAxis: date,
        lineStyle: { color: colorOn(date), type: 'dotted', width: 1 },
        label: {
          show: labels.has(date) && (labels.size <= mostNoteLabels || own.some((note) => note.date === date)),
          // At the top: an inverse axis ends at the bottom.
          position: isInverse ? 'start' : 'end',
          // Centered on the first date, the label would extend over the axis.
          align: date === dates[0] ? 'left' : 'center',
          formatter: labels.get(date) ?? '',
          color: colorOn(date),
          fontSize: 11,
        },
      })),
    },
  }
}

/** Removes each label that would overlap with the label before it. The first date's label starts at its line, others are centered. */
function removeCrowded(labels: Map<string, string>, dates: readonly string[], width: number): void {
  let end = Number.NEGATIVE_INFINITY
  for (const [index, date] of dates.entries()) {
    const label = labels.get(date)
    if (label === undefined) continue
    const x = (index / dates.length) * width
    const labelWidth = getWidth(label) * characterPx
    const start = index === 0 ? x : x - labelWidth / 2
    if (start < end) labels.delete(date)
    else end = start + labelWidth + labelGapPx
  }
}
