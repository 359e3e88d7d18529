import { expect, test } from 'vitest'
import { placeNotes } from './chart-notes.ts'

const note = (day: string, text = 'Relaunch') => ({ day, text })
const days = ['2026-11-01', '2026-11-02', '2026-11-03']
const weeks = ['2026-10-26', '2026-11-02']

test('a note is placed at its day, and at the week that contains it', () => {
  expect(placeNotes([note('2026-11-02')], days, 1)).toEqual([
    { date: '2026-11-02', text: 'Relaunch', label: 'Relaunch', isOwn: true },
  ])
  expect(placeNotes([note('2026-11-08'), note('2026-11-01')], weeks, 7)).toMatchObject([
    { date: '2026-11-02' },
    { date: '2026-10-26' },
  ])
})

test('a note before or after the days of the chart is not shown', () => {
  expect(placeNotes([note('2026-10-31'), note('2026-11-04')], days, 1)).toEqual([])
  expect(placeNotes([note('2026-11-09')], weeks, 7)).toEqual([])
})

test('a long note has a short label and its whole text in the tooltip', () => {
  const text = 'The whole site was relaunched in three languages'
  const [placed] = placeNotes([note('2026-11-02', text)], days, 1)
  expect(placed).toMatchObject({ text, label: 'The whole site was relaunch…' })
})
