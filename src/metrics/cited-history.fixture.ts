/** A brand whose pages are cited at a rate that changes from week to week. */
import type { SharedService } from '../../test/support.ts'
import { daysAfter } from '../core/days.ts'
import { newId } from '../core/ids.ts'
import { addAnswers, createHistory, type History, type WrittenAnswer } from './random-history.fixture.ts'

export const weeks = Array.from({ length: 12 }, (_, week) => week)
export const answersOfWeek = 40

/** The answers of a week that cite the brand. */
export const cited = (week: number) => 4 + (week % 4) * 4

export const daysOf = (start: string, week: number) =>
  Array.from({ length: 7 }, (_, day) => daysAfter(start, 7 * week + day))

/** `start`: a Monday. The fourth week has too few answers. */
export async function createCitedHistory(
  service: SharedService,
  { platforms, start }: { platforms: readonly string[]; start: string },
): Promise<History> {
  const history = await createHistory(service)
  const answers = weeks.flatMap((week) =>
    Array.from(
      { length: week === 3 ? 12 : answersOfWeek },
      (_, index): WrittenAnswer => ({
        id: newId(),
        day: daysAfter(start, 7 * week + (index % 7)),
        prompt: history.prompts[index % 11] ?? {},
        platform: platforms[index % platforms.length] ?? '',
        model: 'm-1',
        region: '',
        entities: new Map(
          index < cited(week) ? [[0, { mentions: 1, rank: 1, own: 1, milli: 50_000, sentiment: 0 }]] : [],
        ),
        cites: [],
      }),
    ),
  )
  await addAnswers(history, answers)
  return history
}
