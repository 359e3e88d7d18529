import { expect, test } from 'vitest'
import { seededRandom } from '../metrics/statistics/seeded-random.ts'
import { findStops } from './stopped-agents.ts'

const upTo = (days: number) => Array.from({ length: days }, (_, day) => day)
const activeUntil = (last: number, isActive: (day: number) => boolean = () => true) =>
  new Set(upTo(last).filter(isActive))

test('an agent with requests on every day has stopped after a week without, and has returned with the next one', () => {
  // The chance of six days is 1/58 · (1/5)(2/6)(3/7)(4/8)(5/9) = 0.00014, and of seven days 0.6 times as much.
  const stop = { since: 60, activeDays: 56, measuredDays: 56, until: null }
  const [found] = findStops(activeUntil(60), upTo(90))
  expect(found).toEqual({ ...stop, established: 66 })
  expect(findStops(activeUntil(60), upTo(66))).toEqual([])
  const returned = activeUntil(60).add(80)
  expect(findStops(returned, upTo(90))).toMatchObject([{ since: 60, until: 79 }])
})

test('an agent with few days, with requests on the minority of days, or with pauses as long does not stop', () => {
  expect(findStops(activeUntil(27), upTo(90))).toEqual([])
  expect(
    findStops(
      activeUntil(60, (day) => day % 2 === 0),
      upTo(90),
    ),
  ).toEqual([])
  const weekdays = (day: number) => day % 7 < 5
  expect(findStops(activeUntil(63, weekdays), upTo(70))).toEqual([])
  const withHolidays = (day: number) => weekdays(day) && Math.floor(day / 7) % 4 !== 3
  expect(findStops(activeUntil(63, withHolidays), upTo(77))).toEqual([])
})

test('days without a request of any agent are not measured', () => {
  const measured = upTo(90).filter((day) => day < 60 || day >= 85)
  expect(findStops(activeUntil(60), measured)).toEqual([])
  expect(findStops(activeUntil(60), upTo(90))).toHaveLength(1)
})

/** Returns the false alerts per agent and month of agents that never stop. `stay`: the chance that a pause continues. */
function measureErrorRate({ share, stay }: { share: number; stay: number }): number {
  const random = seededRandom(43)
  const [agents, days] = [1_000, 180]
  const toPause = ((1 - stay) * (1 - share)) / share
  let found = 0
  for (let agent = 0; agent < agents; agent += 1) {
    const active = new Set<number>()
    let isActive = true
    for (let day = 0; day < days; day += 1) {
      isActive = isActive ? random() >= toPause : random() >= stay
      if (isActive) active.add(day)
    }
    found += findStops(active, upTo(days)).length
  }
  return (found / agents / (days - 28)) * 30
}

test.each([
  [{ share: 0.7, stay: 0.3 }, 0.005],
  [{ share: 0.9, stay: 0.1 }, 0.002],
  [{ share: 0.8, stay: 0.7 }, 0.05],
])('agents that never stop create few alerts: %o', (world, most) => {
  expect(measureErrorRate(world)).toBeLessThan(most)
})
