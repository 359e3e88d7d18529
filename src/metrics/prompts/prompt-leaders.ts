/** Prompts won and lost: those with another leader than in the previous window. */
import { z } from 'zod'
import {
  CompetitorId,
  CompetitorName,
  Count,
  Platform,
  PromptId,
  PromptText,
  ResultCount,
  Score,
  TopicName,
} from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import { readPeriodChanges } from '../period-changes.ts'
import { describePrompts } from '../period-groups.ts'
import { RowChange } from '../period-state.ts'
import type { Period } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { pastDays } from '../statistics/change-detection/usual-change.ts'
import { describeMetric, MetricHeader, metricHeader } from '../values.ts'
import { computeStandings, listTracked, type Standing, type Tracked } from './leaders.ts'
import { readPromptNames } from './prompt-names.ts'

const Scores = {
  previous_score: Score.describe('Visibility score in the previous window.'),
  score: Score.describe('Visibility score in this window.'),
}

const outcomes = ['lost', 'won', 'other'] as const

const ChangedPrompt = z.object({
  prompt_id: PromptId,
  prompt_text: PromptText,
  topic_name: TopicName,
  outcome: z
    .enum(outcomes)
    .describe(
      '`lost`: the brand led before. `won`: the brand leads now. `other`: from a competitor to another.',
    ),
  brand: z.object(Scores),
  competitor: z
    .object({ competitor_id: CompetitorId, name: CompetitorName, ...Scores })
    .describe('The competitor that leads now, or that led before when the brand leads now.'),
  platforms: z
    .array(Platform)
    .describe(
      'Platforms on which the lead passed between the same two, or, for `other`, to the same competitor.',
    ),
  result_count: ResultCount,
  previous_result_count: Count.describe('Answers in the previous window.'),
  change: RowChange.describe('Change of the score of the brand.'),
})

const PromptLeaders = z
  .object({
    ...MetricHeader,
    previous_window: MetricHeader.window.nullable().describe('Null without a first day.'),
    compared: Count.describe('Prompts with a leader in both windows.'),
    kept: Count.describe('Compared prompts whose leader is the same.'),
    prompts: z.array(ChangedPrompt).describe('Largest change of the lead first.'),
  })
  .meta({ id: 'PromptLeaders' })

export const promptLeaders = defineMetric({
  summary: 'List the prompts won and lost',
  description: describeMetric(
    ['visibility_score'],
    'The leader of a prompt is the tracked brand with the highest score, and the own brand if it shares the highest score. Lists the prompts with another leader than in the previous window. With few answers, a leader can change by chance: `change` shows whether the score of the brand differs by more than usual.',
  ),
  query: {},
  numbers: ['score'],
  entities: 'rows',
  previous: { numbers: ['score'], entities: 'rows', entityNumbers: ['score'] },
  pastDays,
  returns: PromptLeaders,
  read,
})

type Changed = Omit<z.input<typeof ChangedPrompt>, 'prompt_text' | 'topic_name' | 'change'>

async function read(window: Window): Promise<z.input<typeof PromptLeaders>> {
  const { scope, previous } = window
  const header = { ...metricHeader(scope), previous_window: previous && metricHeader(previous.scope).window }
  if (previous === null) return { ...header, compared: 0, kept: 0, prompts: [] }
  const { compared, changed } = findChanged(window, previous)
  const names = await readPromptNames(
    window,
    scope.brand.id,
    changed.map(({ prompt_id }) => prompt_id),
  )
  const getChange = describePrompts(window, previous, await readPeriodChanges(window))
  return {
    ...header,
    compared,
    kept: compared - changed.length,
    prompts: changed
      .toSorted((a, b) => moved(b) - moved(a))
      .flatMap((each) => {
        const name = names.get(each.prompt_id)
        const change = getChange(each.prompt_id)
        return name ? [{ ...each, prompt_text: name.text, topic_name: name.topic_name, change }] : []
      }),
  }
}

/** By how much the lead over the competitor changed. */
const moved = ({ brand, competitor }: Changed): number =>
  Math.abs(
    (brand.score ?? 0) -
      (competitor.score ?? 0) -
      (brand.previous_score ?? 0) +
      (competitor.previous_score ?? 0),
  )

function findChanged(window: Window, previous: Period) {
  const tracked = listTracked(window)
  const byCompetitor = new Map(tracked.map((each) => [each.competitor_id, each]))
  const [before, now] = [standingsOf(previous, tracked), standingsOf(window, tracked)]
  const changed: Changed[] = []
  let compared = 0
  for (const [prompt_id, standing] of now.byPrompt) {
    const earlier = before.byPrompt.get(prompt_id)
    if (!earlier?.leader || !standing.leader) continue
    compared += 1
    const [from, to] = [earlier.leader.competitor_id, standing.leader.competitor_id]
    if (from === to) continue
    const [own, competitor] = [byCompetitor.get(null), byCompetitor.get(to ?? from)]
    if (!own || competitor?.competitor_id == null) continue
    const scores = (of: Tracked) => ({ previous_score: earlier.getScore(of), score: standing.getScore(of) })
    changed.push({
      prompt_id,
      outcome: from === null ? 'lost' : to === null ? 'won' : 'other',
      brand: scores(own),
      competitor: { competitor_id: competitor.competitor_id, name: competitor.name, ...scores(competitor) },
      platforms: listPlatforms(before.byPlatform.get(prompt_id), now.byPlatform.get(prompt_id), { from, to }),
      result_count: standing.answers,
      previous_result_count: earlier.answers,
    })
  }
  return { compared, changed }
}

type Standings = ReadonlyMap<string, Standing>

function standingsOf(period: Period, tracked: readonly Tracked[]) {
  const byPlatform = new Map<string, Map<string, Standing>>()
  for (const [key, standing] of computeStandings(
    period,
    tracked,
    ({ prompt_id, platform }) => `${prompt_id} ${platform}`,
  )) {
    const [prompt = '', platform = ''] = key.split(' ')
    const known = byPlatform.get(prompt) ?? new Map<string, Standing>()
    byPlatform.set(prompt, known.set(platform, standing))
  }
  return { byPrompt: computeStandings(period, tracked, ({ prompt_id }) => prompt_id), byPlatform }
}

type Passed = { from: string | null; to: string | null }

function listPlatforms(before: Standings | undefined, now: Standings | undefined, { from, to }: Passed) {
  const leads = (standings: Standings | undefined, platform: string) => standings?.get(platform)?.leader
  return [...(now?.keys() ?? [])]
    .filter((platform) => {
      const [earlier, later] = [leads(before, platform), leads(now, platform)]
      if (!earlier || later?.competitor_id !== to) return false
      return from === null || to === null ? earlier.competitor_id === from : earlier.competitor_id !== to
    })
    .toSorted()
    .map((platform) => Platform.parse(platform))
}
