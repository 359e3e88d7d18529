import { expect, test } from 'vitest'
import { type Cause, groupByCause, type Occurrence } from './causes.ts'
import { reconcile, type StoredAlert } from './reconcile.ts'

const item = { subject: 'score ', label: 'Score', detail: '', quote: null, tone: 'worse', path: '' } as const

const causeOn = (day: string, changes: Partial<Cause> = {}): Cause => ({
  cause: `numbers worse ${day}`,
  kind: 'number_changed',
  topic: 'numbers worse',
  severity: 'high',
  title: 'Score is down',
  day,
  lastDay: day,
  isOngoing: null,
  items: [item],
  occurrences: [],
  ...changes,
})

const alertOn = (day: string, changes: Partial<StoredAlert> = {}): StoredAlert => ({
  id: day,
  cause: `numbers worse ${day}`,
  kind: 'number_changed',
  topic: 'numbers worse',
  day,
  last_day: day,
  status: 'open',
  resolution: null,
  subjects: ['score '],
  ...changes,
})

const since = '2026-03-01'

test('a cause that moved within a week keeps its alert, and one that moved further is another alert', () => {
  const near = reconcile([alertOn('2026-03-10')], [causeOn('2026-03-12')], since)
  expect(near).toMatchObject({ created: [], updated: [{ id: '2026-03-10' }], resolved: [] })
  const far = reconcile([alertOn('2026-03-10')], [causeOn('2026-03-20')], since)
  expect(far).toMatchObject({ created: [{ day: '2026-03-20' }], resolved: [{ resolution: 'withdrawn' }] })
})

test('a cause about another subject does not take over an alert', () => {
  const other = causeOn('2026-03-12', { items: [{ ...item, subject: 'mention_rate ' }] })
  expect(reconcile([alertOn('2026-03-10')], [other], since).created).toEqual([other])
})

test('earlier causes create no alert, and earlier alerts expire', () => {
  expect(reconcile([], [causeOn('2026-02-28')], since).created).toEqual([])
  const expired = reconcile([alertOn('2026-02-28')], [causeOn('2026-02-28')], since)
  expect(expired).toEqual({
    created: [],
    updated: [],
    resolved: [{ id: '2026-02-28', resolution: 'expired' }],
  })
})

test('what continues for longer than five weeks stays open', () => {
  const failing = { kind: 'run_failed', topic: 'run 1', cause: 'run 1' } as const
  const cause = causeOn('2026-01-01', { ...failing, isOngoing: true, lastDay: '2026-02-01' })
  const stored = alertOn('2026-01-01', failing)
  expect(reconcile([stored], [cause], since)).toMatchObject({ updated: [{ resolution: null }], resolved: [] })
})

test('an alert that was withdrawn is open again when later data confirms its cause', () => {
  const withdrawn = alertOn('2026-03-10', { status: 'resolved', resolution: 'withdrawn' })
  expect(reconcile([withdrawn], [causeOn('2026-03-10')], since).updated).toMatchObject([{ reopened: true }])
})

test('occurrences of a topic within a week of the first one have one cause, whatever their order', () => {
  const occurrences = ['2026-03-09', '2026-03-01', '2026-03-07', '2026-03-08'].map(
    (day): Occurrence => ({
      kind: 'number_changed',
      topic: 'numbers worse',
      day,
      lastDay: day,
      isOngoing: null,
      direction: 'down',
      severity: 'low',
      title: '',
      item,
    }),
  )
  expect(groupByCause(occurrences).map(({ cause }) => cause)).toEqual([
    'numbers worse 2026-03-01',
    'numbers worse 2026-03-08',
  ])
})
