/**
 * Measures the changes of groups of prompts on simulated brands: false ones in 60 daily tests with topics alone, and with topics,
 * tags, personas and markets at once, and the power and delay for a step of one group. Prints the tables of docs/statistics.md.
 * `node scripts/launch.mjs bench/alerts/groups.ts topics|all|steps [brands]`; `steps`: only the power of `all`.
 */
import { groupFamily } from '../../src/metrics/statistics/change-detection/groups.ts'
import { overviewFamily } from '../../src/metrics/statistics/change-detection/overview.ts'
import { replayFamily, startStates } from '../../src/metrics/statistics/change-detection/replay.ts'
import {
  type GroupCounts,
  type SimulatedBrand,
  simulateBrand,
  simulatedGroups,
  steadyWorld,
  type World,
} from '../../src/metrics/statistics/change-detection/simulated-brand.fixture.ts'
import { seededRandom } from '../../src/metrics/statistics/seeded-random.ts'

const part = process.argv[2] ?? 'topics'
const brands = Number(process.argv[3] ?? 200)
const seed = part === 'topics' ? 11 : 21
/** The first day on which all windows can be tested. */
const firstTest = 56
const daysToFind = 28

const worlds: [string, Partial<World>][] = [
  ['Independent', {}],
  ['Prompts that drift', { drift: 0.5 }],
  ['Days that affect a platform', { shock: 0.3 }],
  ['Both', { drift: 0.5, shock: 0.3 }],
]

function measureFalseChanges(title: string, world: World, counts: Partial<GroupCounts>): void {
  const random = seededRandom(seed)
  const found = times(brands, () => groupChanges({ ...world, days: firstTest + 60 }, counts, random))
  const share = percent(found.filter((changes) => changes > 0).length)
  const perMonth = found.reduce((sum, changes) => sum + changes, 0) / brands / 2
  console.log(`| ${world.prompts} prompts, ${title} | ${share}, ${perMonth.toFixed(3)} |`)
}

/** A step of the prompts of one group. */
function measurePower(
  title: string,
  world: World,
  counts: Partial<GroupCounts>,
  key: string,
  logit: number,
): void {
  const random = seededRandom(seed + 1)
  const { prompts } = world
  const affects = (prompt: number) => simulatedGroups(prompt, prompts, counts).includes(key)
  const size = times(prompts, (prompt) => prompt).filter(affects).length
  const step = { day: firstTest, logit, affects }
  const delays: number[] = []
  let inOverview = 0
  for (let brand = 0; brand < brands; brand++) {
    const drawn = simulateBrand({ ...world, days: firstTest + daysToFind, step }, random)
    const days = scoreChangeDays(drawn, counts, key)
    if (days.group !== null) delays.push(days.group - firstTest + 1)
    if (days.overview !== null) inOverview += 1
  }
  const median = delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)] ?? '–'
  console.log(
    `| ${key}, ${size} | ${logit} | ${title} | ${percent(delays.length)} | ${median} days | ${percent(inOverview)} |`,
  )
}

/** Returns the day of the first change of the score of a group, and of the score of the brand. */
function scoreChangeDays(
  brand: SimulatedBrand,
  counts: Partial<GroupCounts>,
  key: string,
): { group: number | null; overview: number | null } {
  const days = { from: firstTest, to: brand.answers.dayCount - 1 }
  const groups = getFamily(brand, counts)
  const overview = overviewFamily(brand.answers, brand.sums)
  const first = replayFamily(groups, days, startStates(groups)).log.find(({ series }) => {
    const name = groups.names[series]
    return name?.number === 'score' && name.group === key
  })
  const whole = replayFamily(overview, days, startStates(overview)).log.find(({ series }) => {
    const name = overview.names[series]
    return name?.number === 'score' && name.platform === null
  })
  return { group: first?.day ?? null, overview: whole?.day ?? null }
}

function groupChanges(world: World, counts: Partial<GroupCounts>, random: () => number): number {
  const family = getFamily(simulateBrand(world, random), counts)
  const { log } = replayFamily(family, { from: firstTest, to: world.days - 1 }, startStates(family))
  return log.filter(({ day, change }) => change.established === day).length
}

const getFamily = (brand: SimulatedBrand, counts: Partial<GroupCounts>) =>
  groupFamily(brand.answers, brand.sums, ({ prompt }) =>
    simulatedGroups(Number(prompt), brand.answers.promptCount, counts),
  )

const percent = (count: number) => `${((100 * count) / brands).toFixed(1)}%`

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const topics = { topic: 4 }
const fewTags = { topic: 4, tag: 8, persona: 3, market: 5 }
const manyTags = { ...fewTags, tag: 20 }
const falseChanges: [prompts: number, counts: Partial<GroupCounts>][] =
  part === 'topics'
    ? [20, 30, 100].map((prompts) => [prompts, topics])
    : [
        [30, fewTags],
        [100, manyTags],
      ]
const steps: [prompts: number, counts: Partial<GroupCounts>, key: string, logits: number[]][] =
  part === 'topics'
    ? [32, 60, 100].map((prompts) => [prompts, topics, 'topic:0', [0.5, 1]])
    : [
        [100, manyTags, 'topic:0', [0.5]],
        [100, manyTags, 'persona:0', [0.5]],
        [100, manyTags, 'tag:0', [1]],
        [100, manyTags, 'market:0', [1]],
      ]
if (part !== 'steps')
  for (const [prompts, counts] of falseChanges)
    for (const [title, world] of worlds)
      measureFalseChanges(title, { ...steadyWorld, ...world, prompts }, counts)
for (const [prompts, counts, key, logits] of steps)
  for (const logit of logits)
    for (const [title, world] of worlds.slice(0, 2))
      measurePower(title, { ...steadyWorld, ...world, prompts }, counts, key, logit)
