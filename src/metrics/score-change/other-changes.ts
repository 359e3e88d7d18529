/** Other differences between two compared windows: models, prompts, platforms, and queries that are not counted. */
import { z } from 'zod'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { localizedText } from '../../languages/localized.ts'
import { message } from '../../languages/message.ts'
import { Platform } from '../fields.ts'
import {
  computeTotal,
  listAnsweredDays,
  listCounts,
  listPlatformDays,
  type PlatformDay,
} from '../not-counted.ts'
import type { BrandRows, Period } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { groupRows, rowsWhere } from '../row-groups.ts'
import { sumBy } from '../sum-by.ts'

export const OtherChange = z.object({
  kind: z
    .enum(['model_changed', 'prompts_changed', 'platforms_changed', 'partial_run'])
    .describe('Kind of difference between the windows.'),
  note: localizedText().describe('The difference, as a sentence.'),
  platform: Platform.nullable().describe(
    'Platform whose model changed or that did not answer on some days; null for other differences.',
  ),
  model_used: z.string().nullable().describe('The new model; null for other differences.'),
})

type Note = z.input<typeof OtherChange>

/** Returns the differences between a window and the one before. */
export async function findOtherChanges(window: Window, previous: Period): Promise<Note[]> {
  const [before, now] = [await getReplies(window, previous), await getReplies(window, window)]
  return [
    ...modelChanges(before.rows, now.rows),
    ...addedAndRemoved('prompts_changed', getIds(before, 'prompts'), getIds(now, 'prompts')),
    ...addedAndRemoved('platforms_changed', getIds(before, 'platforms'), getIds(now, 'platforms')),
    ...outages(before, now),
    ...notCountedNotes(before, now),
  ]
}

/** What the queries of a window returned. `answered`: the days with answers by platform. */
type Replies = {
  rows: BrandRows
  notCounted: PlatformDay[]
  answered: ReadonlyMap<string, string[]>
}

const getReplies = async (window: Window, period: Period): Promise<Replies> => ({
  rows: period,
  notCounted: await listPlatformDays(window, period.scope),
  answered: await listAnsweredDays(window, period.scope),
})

/** `answered`: those with answers; `queried`: also those whose queries all failed. */
type Ids = { answered: ReadonlySet<string>; queried: ReadonlySet<string> }

function getIds({ rows, notCounted }: Replies, of: 'prompts' | 'platforms'): Ids {
  const answered = rows.rows.map(({ prompt_id, platform }) => (of === 'prompts' ? prompt_id : platform))
  const others = notCounted.flatMap(({ prompts, platform }) => (of === 'prompts' ? prompts : [platform]))
  return { answered: new Set(answered), queried: new Set([...answered, ...others]) }
}

/** Lists the new models of platforms that answered in both windows. */
function modelChanges(before: BrandRows, now: BrandRows): Note[] {
  return [...groupRows(now, ({ platform }) => platform)].flatMap(([platform, rows]) => {
    const { rows: rowsBefore } = rowsWhere(before, (row) => row.platform === platform)
    if (rowsBefore.length === 0) return []
    const known = new Set(rowsBefore.map(({ model }) => model))
    return [...groupRows(rows, ({ model }) => model)]
      .filter(([model]) => model !== '' && !known.has(model))
      .map(([model, ofModel]): Note => {
        const name = Platform.parse(platform)
        return {
          kind: 'model_changed',
          note: message('metrics.otherChanges.onPlatformOfModelOfAnswersAre', {
            platform: platformLabels[name],
            ofModel: ofModel.count('answers'),
            answers: rows.count('answers'),
            model,
          }),
          platform: name,
          model_used: model,
        }
      })
  })
}

/** Describes prompts or platforms that were queried in one of the windows only, which the change leaves out. */
function addedAndRemoved(kind: 'prompts_changed' | 'platforms_changed', before: Ids, now: Ids): Note[] {
  const added = [...now.answered].filter((id) => !before.queried.has(id)).length
  const removed = [...before.answered].filter((id) => !now.queried.has(id)).length
  if (added + removed === 0) return []
  const note =
    kind === 'prompts_changed'
      ? message('metrics.otherChanges.promptsAddedAndRemovedRemovedSince', { added, removed })
      : message('metrics.otherChanges.platformsAddedAndRemovedRemovedSince', { added, removed })
  return [{ kind, note, platform: null, model_used: null }]
}

/** Describes the platforms that did not answer on some days on which they were queried. */
function outages(before: Replies, now: Replies): Note[] {
  const platforms = [...before.notCounted, ...now.notCounted].map(({ platform }) => platform)
  return [...new Set(platforms)].sort().flatMap((platform) => {
    const [daysBefore, daysNow] = [getDays(before, platform), getDays(now, platform)]
    if (daysBefore.answered === daysBefore.queried && daysNow.answered === daysNow.queried) return []
    const name = Platform.parse(platform)
    const note = message('metrics.otherChanges.platformAnsweredOnAnsweredOfDays', {
      platform: platformLabels[name],
      answered: daysNow.answered,
      queried: daysNow.queried,
      answeredBefore: daysBefore.answered,
      queriedBefore: daysBefore.queried,
    })
    return [{ kind: 'partial_run', note, platform: name, model_used: null }]
  })
}

type AnsweredDays = { answered: number; queried: number }

function getDays({ answered, notCounted }: Replies, platform: string): AnsweredDays {
  const days = new Set(answered.get(platform))
  const others = notCounted.filter((each) => each.platform === platform).map(({ day }) => day)
  return { answered: days.size, queried: new Set([...days, ...others]).size }
}

/** Describes the failed queries, and the refused and empty answers, of both windows. */
function notCountedNotes(before: Replies, now: Replies): Note[] {
  if (before.notCounted.length + now.notCounted.length === 0) return []
  const part = ({ rows, notCounted }: Replies) => {
    const counts = {
      failed: sumBy(notCounted, ({ failed }) => failed),
      refused: sumBy(notCounted, ({ refused }) => refused),
      empty: sumBy(notCounted, ({ empty }) => empty),
    }
    const total = computeTotal(counts)
    const queries = total + rows.count('answers')
    return total === 0
      ? message('metrics.otherChanges.n0OfQueries', { queries })
      : message('metrics.otherChanges.totalOfQueriesCounts', {
          total,
          queries,
          counts: listCounts(counts),
        })
  }
  const note = message('metrics.otherChanges.notCountedNowInThisPeriod', {
    now: part(now),
    before: part(before),
  })
  return [{ kind: 'partial_run', note, platform: null, model_used: null }]
}
