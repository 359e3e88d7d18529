/** Prints the error rates and delays of alerts about agents that stopped (docs/alerts.md). */
import { seededRandom } from '../../src/metrics/statistics/seeded-random.ts'
import { findStops } from '../../src/traffic/stopped-agents.ts'

/** `stay`: the chance that a day of a pause is followed by another one; null if days are independent. */
type World = { title: string; share: number; stay: number | null; isOnWeekdays?: true }

const worlds: World[] = [
  { title: 'On 70% of days, independent', share: 0.7, stay: null },
  { title: 'On 90% of days, independent', share: 0.9, stay: null },
  { title: 'On 80% of days, half of the days of a pause continue it', share: 0.8, stay: 0.5 },
  { title: 'On 80% of days, 70% of the days of a pause continue it', share: 0.8, stay: 0.7 },
  { title: 'On weekdays', share: 0.95, stay: null, isOnWeekdays: true },
]

const agents = 4_000
const days = 180
const stopDay = 150
const measured = Array.from({ length: days }, (_, day) => day)

for (const world of worlds) {
  const random = seededRandom(7)
  let alerts = 0
  const delays: number[] = []
  for (let agent = 0; agent < agents; agent += 1) {
    const active = simulate(world, random)
    alerts += findStops(active, measured).length
    const stopped = new Set([...active].filter((day) => day < stopDay))
    const found = findStops(stopped, measured).find(({ established }) => established >= stopDay)
    if (found) delays.push(found.established - stopDay + 1)
  }
  delays.sort((a, b) => a - b)
  const rate = ((alerts / agents) * 30) / (days - 28)
  const [median, most] = [0.5, 0.9].map((share) => delays[Math.floor(share * delays.length)])
  const missed = (100 * (agents - delays.length)) / agents
  console.log(
    `| ${world.title} | ${rate.toFixed(3)} | ${median} days, ${most} days | ${missed.toFixed(0)}% |`,
  )
}

function simulate({ share, stay, isOnWeekdays }: World, random: () => number): Set<number> {
  const continues = stay ?? 1 - share
  const toPause = ((1 - continues) * (1 - share)) / share
  const active = new Set<number>()
  let isActive = true
  for (const day of measured) {
    isActive = isActive ? random() >= toPause : random() >= continues
    if (isActive && !(isOnWeekdays && day % 7 > 4)) active.add(day)
  }
  return active
}
