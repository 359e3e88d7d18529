import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import type { Scope } from '../answers/scope.ts'
import {
  createWrittenHistory,
  getScope,
  type History,
  historyDays,
  historyPlatforms,
  isSelected,
  promptFilters,
  type WrittenAnswer,
} from './random-history.fixture.ts'
import { dayNumber, readDays } from './rollups.ts'
import { headlineNumbers } from './statistics/change-detection/overview.ts'

const service = await sharedService()

test('the sums of each day equal the sums of the answers, for any days and filter', async () => {
  const history = await createWrittenHistory(service, 1_500, 1)
  const scopes = fc.record({
    offset: fc.nat(historyDays - 1),
    length: fc.integer({ min: 1, max: 56 }),
    platforms: fc.option(fc.subarray(historyPlatforms, { minLength: 1 })),
    regions: fc.option(fc.subarray(['US', 'DE'], { minLength: 1 })),
    prompts: promptFilters(history),
  })
  await fc.assert(
    fc.asyncProperty(scopes, async (days) => {
      const scope = getScope(history, days)
      expect(await storedSums(history, scope)).toEqual(countedSums(history, scope))
    }),
    { numRuns: 25, seed: 1 },
  )
})

type DayScope = Scope & { from: string; to: string }

/** By cell and day: n, then y and x of each number, then the score of each competitor. */
async function storedSums(history: History, scope: DayScope): Promise<Map<string, number[]>> {
  const { answers, sums, competitorScores } = await readDays(history.ctx, scope)
  const scores = history.competitors.flatMap(({ number }) => competitorScores.get(number) ?? [])
  const stored = new Map<string, number[]>()
  for (const [cell, { prompt, platform, region }] of answers.cells.entries())
    for (let day = 0; day < answers.dayCount; day += 1) {
      const at = cell * answers.dayCount + day
      const n = answers.n.daily[at] ?? 0
      expect(answers.active.daily[at]).toBe(n > 0 ? 1 : 0)
      const columns = [...headlineNumbers.map((name) => sums[name]), ...scores]
      if (n > 0)
        stored.set(getKey({ prompt, platform, region, day: answers.firstDay + day }), [
          n,
          ...columns.flatMap(({ y, x }) => [y.daily[at] ?? 0, x.daily[at] ?? 0]),
        ])
    }
  return stored
}

function countedSums(history: History, scope: DayScope): Map<string, number[]> {
  const counted = new Map<string, number[]>()
  for (const answer of history.answers) {
    if (answer.day < scope.from || answer.day > scope.to) continue
    if (scope.platforms && !scope.platforms.includes(answer.platform)) continue
    if (scope.regions && !scope.regions.includes(answer.region)) continue
    if (!isSelected(scope.prompts, answer.prompt)) continue
    const { platform, region } = answer
    const key = getKey({ prompt: answer.prompt.id, platform, region, day: dayNumber(answer.day) })
    const known = counted.get(key)
    counted.set(
      key,
      toValues(answer, history).map((value, index) => value + (known?.[index] ?? 0)),
    )
  }
  return counted
}

function toValues({ entities }: WrittenAnswer, { competitors }: History): number[] {
  const facts = (entity: number) => entities.get(entity) ?? { mentions: 0, rank: 0, own: 0, milli: 0 }
  const { mentions, rank, own, milli } = facts(0)
  const isNamed = Number(mentions > 0)
  const sentiment = entities.get(0)?.sentiment ?? 0
  const others = competitors.map(({ number }) => facts(number))
  const allMentions = others.reduce((sum, other) => sum + other.mentions, mentions)
  return [
    1,
    ...[milli, 1],
    ...[isNamed, 1],
    ...[Number(own > 0), 1],
    ...[rank - isNamed, isNamed],
    ...[Number(sentiment === 1), Number(sentiment > 0)],
    ...[mentions, allMentions],
    ...others.flatMap(({ milli }) => [milli, 1]),
  ]
}

type CellDay = { prompt: string; platform: string; region: string; day: number }

const getKey = ({ prompt, platform, region, day }: CellDay) => `${prompt} ${platform} ${region} ${day}`
