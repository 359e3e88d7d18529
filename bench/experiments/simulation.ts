/**
 * Measures experiments on simulated brands: false effects in 12 weeks of daily looks, coverage and power. Prints the tables of
 * docs/experiments.md. `node scripts/launch.mjs bench/experiments/simulation.ts [experiments]`
 */
import { assessExperiment } from '../../src/experiments/statistics/assess-experiment.ts'
import type { ExperimentResult } from '../../src/experiments/statistics/experiment.ts'
import { planExperiment } from '../../src/experiments/statistics/plan-experiment.ts'
import {
  type ExperimentWorld,
  simulateExperiment,
} from '../../src/experiments/statistics/simulated-experiment.fixture.ts'
import { seededRandom } from '../../src/metrics/statistics/seeded-random.ts'

const experiments = Number(process.argv[2] ?? 1_000)
const points = 1_000
const usual = { affected: 10, controls: 20 }
const history = 56

const worlds: [string, ExperimentWorld][] = [
  ['Independent answers', usual],
  ['Prompts that drift', { ...usual, drift: 0.5 }],
  ['Days that affect a platform', { ...usual, shock: 0.3 }],
  ['Drift of a platform', { ...usual, platformDrift: 0.3 }],
  ['Prompts, days and platforms', { ...usual, drift: 0.5, shock: 0.3, platformDrift: 0.3 }],
  ['Prompts that drift strongly (1 logit)', { ...usual, drift: 1 }],
  [
    'Another model on a platform since the action',
    { ...usual, drift: 0.5, modelChange: { day: history, logit: 0.5, spread: 0.5 } },
  ],
  [
    'Half of the prompts run once a week',
    { ...usual, drift: 0.5, shock: 0.3, runsOn: (prompt, day) => prompt % 2 === 0 || day % 7 === 0 },
  ],
  ['All prompts run once a week', { ...usual, drift: 0.5, shock: 0.3, runsOn: (_, day) => day % 7 === 0 }],
  ['Five controls', { affected: 5, controls: 5, drift: 0.5 }],
  ['One affected prompt, five controls', { affected: 1, controls: 5, drift: 0.5 }],
  ['One affected prompt', { affected: 1, controls: 10, drift: 0.5 }],
  ['Three affected prompts', { affected: 3, controls: 8, drift: 0.5 }],
  ['60 controls', { affected: 30, controls: 60, drift: 0.5 }],
  ['Ten answers', { affected: 1, controls: 5, platforms: 1, drift: 0.5, runsOn: (_, day) => day % 6 === 0 }],
  ['Mention rate', { ...usual, drift: 0.5, number: 'mention_rate' }],
  ['Citation rate', { ...usual, drift: 0.5, number: 'citation_rate' }],
  ['Rare mentions', { ...usual, drift: 0.5, level: -3, number: 'mention_rate' }],
]

/** `added` is 10 points on average. */
const all = () => 10 * points
const half = (prompt: number) => (prompt % 2 === 0 ? 20 * points : 0)
const tenth = (prompt: number) => (prompt === 0 ? 100 * points : 0)
const lowerControls = (logit: number) => (prompt: number) => (prompt < usual.affected ? 0 : logit)
const effectWorlds: [string, string, ExperimentWorld][] = [
  ['Independent', '10 points on all prompts', { ...usual, added: all }],
  ['Independent', '20 points on half of the prompts', { ...usual, added: half }],
  ['Independent', '100 points on one prompt', { ...usual, added: tenth }],
  ['Prompts that drift', '10 points on all prompts', { ...usual, drift: 0.5, added: all }],
  ['Prompts that drift', '20 points on half of the prompts', { ...usual, drift: 0.5, added: half }],
  ['Four affected prompts', '20 points on half', { affected: 4, controls: 8, drift: 0.5, added: half }],
  [
    'Controls 1.5 logit lower',
    '20 points on half',
    { ...usual, drift: 0.5, added: half, level: lowerControls(-1.5) },
  ],
  [
    'Controls 3 logit lower',
    '20 points on half',
    { ...usual, drift: 0.5, added: half, level: lowerControls(-3) },
  ],
]

function measureCoverage(title: string, effects: string, world: ExperimentWorld): void {
  const random = seededRandom(24)
  const looks = times(experiments, () => assessExperiment(simulateExperiment(world, random)).current)
  const covered = looks.filter((look) => look !== null && look.low <= all() && look.high >= all())
  const halves = looks.map((look) => (look ? (look.high - look.low) / 2 / points : 0))
  row([
    title,
    `${world.affected}, ${world.controls}`,
    effects,
    percent(covered.length, experiments),
    average(halves).toFixed(1),
  ])
}

function measureErrors(title: string, world: ExperimentWorld): void {
  const random = seededRandom(21)
  const results = times(experiments, () => assessExperiment(simulateExperiment(world, random)))
  const compared = results.filter(({ current }) => current !== null)
  const share = (is: (result: ExperimentResult) => boolean) =>
    percent(compared.filter(is).length, compared.length)
  const scale = world.number === undefined ? points : 0.01
  const halves = compared.map(({ current }) => ((current?.high ?? 0) - (current?.low ?? 0)) / 2 / scale)
  row([
    title,
    `${world.affected}, ${world.controls}`,
    share(({ established }) => established !== null),
    share(({ established, end }) => established !== null && established.day < end),
    share(({ current }) => current !== null && current.low <= 0 && current.high >= 0),
    average(halves).toFixed(1),
    percent(experiments - compared.length, experiments),
    share(({ warnings }) => warnings.some(({ kind }) => kind === 'controls_changed')),
  ])
}

/** A step of 0.5 logit. */
function measurePower(title: string, world: ExperimentWorld, logit: number): void {
  const random = seededRandom(22)
  const days: number[] = []
  const effects: number[] = []
  let found = 0
  for (let index = 0; index < experiments / 2; index += 1) {
    const experiment = simulateExperiment({ ...world, logit }, random)
    const { state, established, current } = assessExperiment(experiment)
    effects.push((current?.effect ?? 0) / points)
    if (state !== 'up' || !established) continue
    found += 1
    days.push(established.day - experiment.actionDay)
  }
  const within = (weeks: number) => percent(days.filter((day) => day <= 7 * weeks).length, experiments / 2)
  const median = days.toSorted((a, b) => a - b)[Math.floor(days.length / 2)] ?? '–'
  row([
    title,
    `${world.affected}, ${world.controls}`,
    average(effects).toFixed(1),
    within(2),
    within(4),
    within(8),
    percent(found, experiments / 2),
    `${median} days`,
  ])
}

/** Compares the plan with experiments in which the effect is added to the number. */
async function measurePlans(title: string, world: ExperimentWorld): Promise<void> {
  const random = seededRandom(23)
  const effects = [2, 5, 10, 20].map((effect) => effect * points)
  for (const weeks of [4, 12]) {
    const planned = effects.map(() => [] as number[])
    const actual = effects.map(() => [] as number[])
    for (let index = 0; index < experiments / 5; index += 1) {
      const experiment = simulateExperiment({ ...world, weeks }, random)
      const { looks } = assessExperiment(experiment)
      const threshold = Math.min(...looks.map(({ effect, high, low }) => (high - low) / 2 - effect))
      for (const [at, effect] of effects.entries()) actual[at]?.push(threshold < effect ? 1 : 0)
      if (index >= 20) continue
      const plan = await planExperiment({ ...experiment, lastDay: experiment.actionDay - 1, effects }, () =>
        Promise.resolve(),
      )
      for (const [at] of effects.entries())
        planned[at]?.push(plan.durations.find((each) => each.weeks === weeks)?.powers[at]?.probability ?? 0)
    }
    row([
      title,
      `${world.affected}, ${world.controls}`,
      `${weeks}`,
      ...effects.map(
        (_, at) =>
          `${Math.round(100 * average(planned[at] ?? []))}%, ${Math.round(100 * average(actual[at] ?? []))}%`,
      ),
    ])
  }
}

const row = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
const percent = (count: number, of: number) => (of === 0 ? '–' : `${((100 * count) / of).toFixed(1)}%`)
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

for (const [title, world] of worlds) measureErrors(title, world)
for (const [title, effects, world] of effectWorlds) measureCoverage(title, effects, world)
for (const logit of [0.5, 1])
  for (const [title, world] of worlds.filter(([name]) =>
    ['Independent answers', 'Prompts that drift', 'Three affected prompts', '60 controls'].includes(name),
  ))
    measurePower(`${title}, ${logit}`, world, logit)
for (const [title, world] of worlds.filter(([name]) =>
  ['Independent answers', 'Prompts that drift', 'Three affected prompts'].includes(name),
))
  await measurePlans(title, world)
