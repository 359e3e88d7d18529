import { expect, test } from 'vitest'
import { type DayColumn, dayColumn } from '../../metrics/statistics/change-detection/daily-sums.ts'
import { seededRandom } from '../../metrics/statistics/seeded-random.ts'
import { assessExperiment } from './assess-experiment.ts'
import type { Experiment } from './experiment.ts'
import { type ExperimentWorld, simulateExperiment } from './simulated-experiment.fixture.ts'

const draw = (world: Partial<ExperimentWorld> = {}, seed = 1): Experiment =>
  simulateExperiment({ affected: 10, controls: 20, ...world }, seededRandom(seed))

const warningsOf = (experiment: Experiment) => assessExperiment(experiment).warnings
const kindsOf = (experiment: Experiment) => warningsOf(experiment).map(({ kind }) => kind)

test('an effect is up or down since its first significant look, with the answers and prompts of both groups', () => {
  const up = assessExperiment(draw({ logit: 1.5 }))
  expect(up).toMatchObject({ state: 'up', missing: [], baseline: { from: 0, to: 55 }, end: 140 })
  expect(up.established?.low).toBeGreaterThan(0)
  expect(up.current).toMatchObject({
    day: 140,
    affected: { prompts: 10, answers: { before: 10 * 3 * 56, after: 10 * 3 * 84 } },
    controls: { prompts: 20, answers: { before: 20 * 3 * 56, after: 20 * 3 * 84 } },
  })
  expect(assessExperiment(draw({ logit: -1.5 })).state).toBe('down')
})

test('without an effect, the experiment runs until its planned end, and then says how large an effect could be at most', () => {
  const experiment = draw()
  expect(assessExperiment({ ...experiment, today: 139 }).state).toBe('running')
  const ended = assessExperiment(experiment)
  expect(ended.state).toBe('no_effect_found')
  expect(ended.largest).toBe(Math.max(-(ended.current?.low ?? 0), ended.current?.high ?? 0))
})

test('an effect on half of the prompts has the interval of the same mean effect on all of them', () => {
  const assess = (added: (prompt: number) => number) => assessExperiment(draw({ drift: 0.5, added })).current
  const [all, half] = [assess(() => 10_000), assess((prompt) => (prompt % 2 === 0 ? 20_000 : 0))]
  expect(half?.effect).toBeCloseTo(all?.effect ?? Number.NaN, 6)
  const widthOf = (look: typeof all) => (look ? look.high - look.low : Number.NaN)
  expect(widthOf(half) / widthOf(all)).toBeGreaterThan(0.95)
  expect(widthOf(half) / widthOf(all)).toBeLessThan(1.05)
})

test('answers that all have the same weight have the intervals of answers without weights', () => {
  const experiment = draw({ drift: 0.5, runsOn: (prompt, day) => prompt % 2 === 0 || day % 3 === 0 })
  const { answers, sums } = experiment
  const weigh = ({ daily }: DayColumn) =>
    dayColumn(
      daily.map((value) => 7 * value),
      answers.dayCount,
    )
  const weighted = assessExperiment({
    ...experiment,
    answers: { ...answers, n: weigh(answers.n) },
    sums: { y: weigh(sums.y), x: weigh(sums.x) },
  })
  const plain = assessExperiment(experiment)
  expect(plain.looks.length).toBe(78)
  expect(weighted.looks.length).toBe(78)
  for (const [index, look] of plain.looks.entries()) {
    const other = weighted.looks[index]
    expect(other?.effect).toBeCloseTo(look.effect, 6)
    expect(other?.low).toBeCloseTo(look.low, 6)
    expect(other?.high).toBeCloseTo(look.high, 6)
    expect(other?.affected.answers).toEqual(look.affected.answers)
  }
})

test('a look does not depend on the days after it, and days after the planned end do not count', () => {
  const experiment = draw({ logit: 0.5, drift: 0.5 })
  const all = assessExperiment(experiment)
  for (const today of [63, 80, 139])
    expect(assessExperiment({ ...experiment, today }).current).toEqual(
      all.looks.find(({ day }) => day === today),
    )
  const short = { ...experiment, weeks: 4 }
  expect(assessExperiment({ ...short, today: 140 })).toEqual(assessExperiment({ ...short, today: 84 }))
})

test('the last interval is narrower than the one of the day before, because it is the last look', () => {
  const { looks } = assessExperiment(draw({ drift: 0.5 }))
  const width = (index: number) => (looks.at(index)?.high ?? 0) - (looks.at(index)?.low ?? 0)
  expect(width(-1) / width(-2)).toBeLessThan(0.9)
})

test.each<[string, Partial<Experiment>, object[]]>([
  ['no controls', { controls: new Set() }, [{ what: 'controls', have: 0, need: 5 }]],
  [
    'four controls',
    { controls: new Set(['10', '11', '12', '13']) },
    [{ what: 'controls', have: 4, need: 5 }],
  ],
  ['prompts without answers', { affected: new Set(['gone']) }, [{ what: 'prompts', have: 0, need: 1 }]],
  ['two days after the action', { today: 58 }, [{ what: 'days', have: 2, need: 7 }]],
  ['an action on the first days', { actionDay: 5 }, [{ what: 'baseline_days', have: 5, need: 14 }]],
  ['an action in the future', { actionDay: 200 }, [{ what: 'days', have: -60, need: 7 }]],
])('with too little data, the result says what is missing: %s', (_, changed, missing) => {
  const result = assessExperiment({ ...draw(), ...changed })
  expect(result).toMatchObject({ state: 'too_little_data', current: null, established: null, largest: null })
  expect(result.missing).toEqual(expect.arrayContaining(missing))
})

test('nine answers of the affected prompts are too few', () => {
  const every = (days: number) => (_: number, day: number) => day % days === 0
  const world = { affected: 1, controls: 10, platforms: 1, history: 56 }
  expect(assessExperiment(draw({ ...world, runsOn: every(7) })).missing).toEqual([
    { what: 'answers', have: 8, need: 10 },
  ])
  expect(assessExperiment(draw({ ...world, runsOn: every(5) })).missing).toEqual([])
})

test('answers that are all equal have no interval', () => {
  const experiment = draw()
  const same = { ...experiment, sums: { ...experiment.sums, y: experiment.sums.x } }
  expect(assessExperiment(same).missing).toEqual([{ what: 'variation', have: 0, need: 1 }])
})

test('an experiment without faults has no warnings', () => {
  expect(warningsOf(draw({ drift: 0.5 }))).toEqual([])
})

test('controls that changed too are a warning with the change', () => {
  const experiment = draw({ logit: 1.5 })
  const swapped = { ...experiment, affected: experiment.controls, controls: experiment.affected }
  const warning = warningsOf(swapped).find(({ kind }) => kind === 'controls_changed')
  expect(warning?.kind === 'controls_changed' && warning.low).toBeGreaterThan(0)
})

test('a prompt in both groups counts as affected only', () => {
  const experiment = draw()
  const both = { ...experiment, controls: new Set([...experiment.controls, '0']) }
  expect(warningsOf(both)).toEqual([{ kind: 'prompts_in_both_groups', prompts: ['0'] }])
  expect(assessExperiment(both).current).toEqual(assessExperiment(experiment).current)
})

test('few controls are a warning', () => {
  expect(warningsOf(draw({ affected: 3, controls: 6 }))).toEqual([{ kind: 'few_controls', have: 6, need: 8 }])
})

test('other actions on prompts of a group are a warning, those on other prompts or days are not', () => {
  const otherActions = [
    { day: 60, prompts: new Set(['0', 'x']) },
    { day: 20, prompts: new Set(['1']) },
    { day: 70, prompts: new Set(['15']) },
    { day: 141, prompts: new Set(['0']) },
    { day: 60, prompts: new Set(['x']) },
  ]
  expect(warningsOf({ ...draw(), otherActions })).toEqual([
    { kind: 'other_action', group: 'affected', days: [20, 60] },
    { kind: 'other_action', group: 'controls', days: [70] },
  ])
})

test('a model that appears or vanishes around the action is a warning, a rare one or a later change is not', () => {
  const days = (count: (day: number) => number) => Array.from({ length: 141 }, (_, day) => count(day))
  const models = new Map([
    ['old', days((day) => (day < 58 ? 30 : 0))],
    ['new', days((day) => (day < 58 ? 0 : 30))],
    ['rare', days((day) => (day < 58 ? 0 : 1))],
    ['constant', days((day) => (day < 100 ? 60 : 0))],
  ])
  expect(warningsOf({ ...draw(), models })).toEqual([
    { kind: 'models_changed', appeared: ['new'], vanished: ['old'] },
  ])
})

test('answers without counterparts in the other group cause a warning that states the compared share', () => {
  const experiment = draw({ runsOn: (prompt, day) => prompt < 10 || day % 2 === 0 })
  expect(warningsOf(experiment)).toEqual([{ kind: 'unequal_sampling', group: 'affected', sharePct: 50 }])
})

test('an established effect that is no longer significant is a warning', () => {
  const experiment = draw({ logit: 1.5 })
  const { answers, sums } = experiment
  // From the fifth week on, the affected prompts have the answers of the days before the action.
  const faded = sums.y.daily.map((value, at) => {
    const day = at % answers.dayCount
    const isAffected = at < 30 * answers.dayCount
    return isAffected && day > 84 ? (sums.y.daily[at - 84] ?? 0) * 0.5 : value
  })
  const result = assessExperiment({ ...experiment, sums: { ...sums, y: { ...sums.y, daily: faded } } })
  expect(result.state).toBe('up')
  expect(result.warnings.map(({ kind }) => kind)).toEqual(['no_longer_significant'])
})

test('warnings do not need a comparison', () => {
  expect(kindsOf({ ...draw(), controls: new Set() })).toEqual(['few_controls'])
})
