/**
 * Measures the changes of topics on simulated brands with four topics: false ones in 60 daily tests, and the power and delay
 * for a step of one topic. Prints the tables of docs/statistics.md. `node scripts/launch.mjs bench/alerts/topics.ts [brands]`
 */
import { overviewFamily } from '../../src/metrics/statistics/change-detection/overview.ts'
import { replayFamily, startStates } from '../../src/metrics/statistics/change-detection/replay.ts'
import {
  type SimulatedBrand,
  simulateBrand,
  simulatedTopics,
  steadyWorld,
  type World,
} from '../../src/metrics/statistics/change-detection/simulated-brand.fixture.ts'
import { topicFamily } from '../../src/metrics/statistics/change-detection/topics.ts'
import { seededRandom } from '../../src/metrics/statistics/seeded-random.ts'

const brands = Number(process.argv[2] ?? 200)
const topicCount = 4
/** The first day on which all windows can be tested. */
const firstTest = 56
const daysToFind = 28

const worlds: [string, Partial<World>][] = [
  ['Independent', {}],
  ['Prompts that drift', { drift: 0.5 }],
  ['Days that affect a platform', { shock: 0.3 }],
  ['Both', { drift: 0.5, shock: 0.3 }],
]

function measureFalseChanges(title: string, world: Partial<World>): void {
  const random = seededRandom(11)
  const found = times(brands, () => topicChanges({ ...steadyWorld, ...world, days: firstTest + 60 }, random))
  const share = percent(found.filter((changes) => changes.length > 0).length)
  const perMonth = found.flat().length / brands / 2
  console.log(`| ${title} | ${share} | ${perMonth.toFixed(3)} |`)
}

/** `prompts`: of the topic. */
function measurePower(title: string, world: Partial<World>, prompts: number, logit: number): void {
  const random = seededRandom(12)
  const delays: number[] = []
  let inOverview = 0
  for (let brand = 0; brand < brands; brand++) {
    const drawn = draw(
      { ...world, prompts: prompts * topicCount, step: { day: firstTest, logit, prompts } },
      random,
    )
    const days = scoreChangeDays(drawn)
    if (days.topic !== null) delays.push(days.topic - firstTest + 1)
    if (days.overview !== null) inOverview += 1
  }
  const median = delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)] ?? '–'
  console.log(
    `| ${prompts} | ${logit} | ${title} | ${percent(delays.length)} | ${median} days | ${percent(inOverview)} |`,
  )
}

const draw = (world: Partial<World>, random: () => number) =>
  simulateBrand({ ...steadyWorld, ...world, days: firstTest + daysToFind }, random)

/** Returns the day of the first change of the score of the first topic, and of the score of the brand. */
function scoreChangeDays(brand: SimulatedBrand): { topic: number | null; overview: number | null } {
  const to = brand.answers.dayCount - 1
  const topics = getFamily(brand)
  const overview = overviewFamily(brand.answers, brand.sums)
  const ofTopics = replayFamily(topics, { from: firstTest, to }, startStates(topics)).log
  const ofOverview = replayFamily(overview, { from: firstTest, to }, startStates(overview)).log
  const first = ofTopics.find(({ series }) => {
    const name = topics.names[series]
    return name?.number === 'score' && name.topic === '0'
  })
  const whole = ofOverview.find(({ series }) => {
    const name = overview.names[series]
    return name?.number === 'score' && name.platform === null
  })
  return { topic: first?.day ?? null, overview: whole?.day ?? null }
}

function topicChanges(world: World, random: () => number) {
  const family = getFamily(simulateBrand(world, random))
  const { log } = replayFamily(family, { from: firstTest, to: world.days - 1 }, startStates(family))
  return log.filter(({ day, change }) => change.established === day)
}

const getFamily = (brand: SimulatedBrand) =>
  topicFamily(brand.answers, brand.sums, simulatedTopics(brand, topicCount))

const percent = (count: number) => `${((100 * count) / brands).toFixed(1)}%`

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

for (const prompts of [20, 30, 100])
  for (const [title, world] of worlds)
    measureFalseChanges(`${prompts} prompts, ${title}`, { ...world, prompts })
for (const prompts of [8, 15, 25])
  for (const logit of [0.5, 1])
    for (const [title, world] of worlds.slice(0, 2)) measurePower(title, world, prompts, logit)
