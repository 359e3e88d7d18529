import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { type Scope, unfiltered } from '../answers/scope.ts'
import { visibilityScoreMilli } from '../answers/visibility-score.ts'
import { daysAfter } from '../core/days.ts'
import { newId } from '../core/ids.ts'
import { evaluateChanges, verifyChanges } from './changes.ts'
import { readPastChanges } from './established-changes.ts'
import {
  addAnswers,
  createHistory,
  type EntityFacts,
  type History,
  type WrittenAnswer,
} from './random-history.fixture.ts'
import { readWindow, refresh } from './rollups.ts'
import { seededRandom } from './statistics/seeded-random.ts'

const service = await testService()

const start = '2025-01-01'
const stepDay = 50
const lastDay = 75

/** The tests change it one after another, and evaluate it again if they changed what is stored. */
const history = await createStepHistory()

test('changes are the same whether days are evaluated daily, at once, or again after they were deleted', async () => {
  for (let day = 40; day <= lastDay; day += 1) await evaluateOn(history, day + 1)
  const daily = await storedChanges(history)
  expect(
    daily.log.filter(
      ({ number, platform, group_key }) => number === 'score' && platform === '' && group_key === '',
    ),
  ).toMatchObject([{ direction: 'up', day: expect.stringMatching(/^2025-02-2/) }])
  expect(daily.states.find(({ number, platform }) => number === 'score' && platform === '')).toMatchObject({
    status: 'up',
  })
  for (const table of ['change_states', 'change_log', 'change_evaluations'])
    await sql`delete from ${sql.table(table)} where brand_id = ${history.brand.id}`.execute(history.ctx.db)
  await evaluateOn(history, lastDay + 1)
  expect(await storedChanges(history)).toEqual(daily)
})

test('a trend has the established changes of its days and view, also past ones', async () => {
  const ctx = onDay(history, lastDay + 1)
  await evaluateOn(history, lastDay + 1)
  const changesIn = async (from: number, to: number, filter: Partial<Scope> = {}) => {
    const days = { from: daysAfter(start, from), to: daysAfter(start, to) }
    const scope = { ...unfiltered, brand: history.brand as Scope['brand'], ...days, ...filter }
    return readWindow(ctx, scope, readPastChanges)
  }
  const up = expect.objectContaining({ number: 'score', status: 'up' })
  expect(await changesIn(0, lastDay)).toContainEqual(up)
  expect(await changesIn(0, lastDay, { platforms: ['gemini'] })).toContainEqual(up)
  expect(await changesIn(0, stepDay - 14)).toEqual([])
  expect(await changesIn(0, lastDay, { prompts: { branded: ['false'] } })).toEqual([])
})

test('verification finds a stored change that the answers do not confirm', async () => {
  const { ctx, brand } = history
  await evaluateOn(history, lastDay + 1)
  const verify = () => verifyChanges(onDay(history, lastDay + 1), brand.id)
  expect(await verify()).toBeUndefined()
  await sql`update change_log set mean_after = mean_after + 1 where brand_id = ${brand.id} and metric = 'mention_rate' and platform = 'gemini'`.execute(
    ctx.db,
  )
  expect(await verify()).toEqual({ series: 'mention_rate gemini', through: daysAfter(start, lastDay) })
  await sql`delete from change_log where brand_id = ${brand.id} and metric <> 'score'`.execute(ctx.db)
  expect(await verify()).toBeDefined()
  await evaluateAgain()
})

test('a prompt without answers changes its topic without another evaluation of the days', async () => {
  const { owner, brand, topics } = history
  await evaluateOn(history, lastDay + 1)
  const before = await storedChanges(history)
  await sql`update change_log set mean_after = -1 where brand_id = ${brand.id}`.execute(history.ctx.db)
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'What is new?', topic_id: topics[0].id })
  await evaluateOn(history, lastDay + 1)
  const { log, states } = await storedChanges(history)
  expect(log).toMatchObject(before.log.map(() => ({ mean_after: -1 })))
  expect(states).toEqual(before.states)
})

test('a deleted competitor has no changes, and its mentions are no longer part of the share of voice', async () => {
  await evaluateOn(history, lastDay + 1)
  const [deleted] = history.competitors
  const withCompetitor = await storedChanges(history)
  expect(withCompetitor.states.some(({ entity }) => entity === deleted?.number)).toBe(true)
  await sql`delete from competitors where brand_id = ${history.brand.id} and entity_no = ${deleted?.number}`.execute(
    history.ctx.db,
  )
  await evaluateOn(history, lastDay + 1)
  const without = await storedChanges(history)
  expect(without.states.some(({ entity }) => entity === deleted?.number)).toBe(false)
})

test('a topic with five prompts has established changes, and a smaller one has none', async () => {
  const [shoes, bags] = history.topics
  await moveToTopic(history, history.prompts.slice(0, 5), shoes)
  await moveToTopic(history, history.prompts.slice(5, 9), bags)
  await moveToTopic(history, history.prompts.slice(9), null)
  await evaluateOn(history, lastDay + 1)
  const { log } = await storedChanges(history)
  const changed = log.filter(({ number, group_key }) => number === 'score' && group_key.startsWith('topic:'))
  expect(changed).toMatchObject([
    { group_key: `topic:${shoes.id}`, platform: '', entity: 0, direction: 'up' },
  ])
})

test('all answers to a prompt belong to its current topic, also after it was moved or its topic was deleted', async () => {
  const [shoes, bags] = history.topics
  await moveToTopic(history, history.prompts, shoes)
  await evaluateOn(history, lastDay + 1)
  expect(await groupsWithScoreUp('topic')).toEqual([shoes.id])
  await moveToTopic(history, history.prompts.slice(0, 6), bags)
  await evaluateOn(history, lastDay + 1)
  const moved = await storedChanges(history)
  expect(await groupsWithScoreUp('topic')).toEqual([shoes.id, bags.id].sort())
  await evaluateAgain()
  expect(await storedChanges(history)).toEqual(moved)
  await history.owner.ok(`DELETE /api/brands/${history.brand.id}/topics/${bags.id}`)
  await evaluateOn(history, lastDay + 1)
  expect(await groupsWithScoreUp('topic')).toEqual([shoes.id])
  expect(await verifyChanges(onDay(history, lastDay + 1), history.brand.id)).toBeUndefined()
})

test('a prompt belongs to each of its tags, and its days are evaluated again when a tag is added or removed', async () => {
  const tag = (prompts: readonly { id: string }[], change: { add_tags?: string[]; remove_tags?: string[] }) =>
    history.owner.ok('POST /api/prompts/bulk', {
      brand_id: history.brand.id,
      prompt_ids: prompts.map(({ id }) => id),
      ...change,
    })
  const { prompts } = history
  await tag(prompts, { remove_tags: [...new Set(prompts.flatMap(({ tags }) => tags))] })
  await tag(prompts.slice(0, 6), { add_tags: ['retail', 'b2b'] })
  await tag(prompts.slice(6, 10), { add_tags: ['b2b', 'none'] })
  await evaluateOn(history, lastDay + 1)
  expect(await groupsWithScoreUp('tag')).toEqual(['b2b', 'retail'])
  const tagged = await storedChanges(history)
  await evaluateAgain()
  expect(await storedChanges(history)).toEqual(tagged)
  await tag(prompts.slice(0, 2), { remove_tags: ['retail'] })
  await tag(prompts.slice(10), { add_tags: ['none'] })
  await evaluateOn(history, lastDay + 1)
  expect(await groupsWithScoreUp('tag')).toEqual(['b2b', 'none'])
  expect(await verifyChanges(onDay(history, lastDay + 1), history.brand.id)).toBeUndefined()
})

test('a persona and the country of answers with the language of their prompts are groups, and prompts without them are in none', async () => {
  await evaluateOn(history, lastDay + 1)
  const [persona] = history.personas
  const [brandId, ids] = [history.brand.id, history.prompts.map(({ id }) => id)]
  const change = async (persona_id: string | null, language: string) => {
    await sql`
      update prompts set persona_id = ${persona_id}, language = ${language}
      where brand_id = ${brandId} and id = any(${ids}::uuid[])`.execute(history.ctx.db)
    await evaluateOn(history, lastDay + 1)
    return [await groupsWithScoreUp('persona'), await groupsWithScoreUp('market')]
  }
  expect(await change(persona.id, 'de')).toEqual([[persona.id], ['none/de']])
  expect(await change(null, '')).toEqual([[], []])
})

test('late answers to closed days give the changes that an evaluation of all days gives', async () => {
  await evaluateOn(history, lastDay + 1)
  const before = await storedChanges(history)
  await addAnswers(history, stepAnswers(history, { from: 30, to: 49, step: 30, seed: 2 }))
  await refresh(history.ctx, history.brand.id)
  expect((await storedChanges(history)).evaluated).toBe(daysAfter(start, 29))
  await evaluateOn(history, lastDay + 1)
  const replayed = await storedChanges(history)
  expect(replayed.log).not.toEqual(before.log)
  await evaluateAgain()
  expect(await storedChanges(history)).toEqual(replayed)
})

test('answers of the current day leave the changes of closed days evaluated', async () => {
  await evaluateOn(history, lastDay + 1)
  await addAnswers(history, stepAnswers(history, { from: lastDay + 1, to: lastDay + 1, step: 0, seed: 3 }))
  await refresh(history.ctx, history.brand.id)
  expect((await storedChanges(history)).evaluated).toBe(daysAfter(start, lastDay))
})

test('answers whose first day is the current one leave the changes of closed days verified', async () => {
  const unanswered = await createHistory(service)
  await evaluateOn(unanswered, 10)
  await addAnswers(unanswered, stepAnswers(unanswered, { from: 10, to: 10, step: 0, seed: 4 }))
  expect(await verifyChanges(onDay(unanswered, 10), unanswered.brand.id)).toBeUndefined()
})

test('a brand without answers has no states', async () => {
  const unanswered = await createHistory(service)
  await evaluateOn(unanswered, 10)
  expect(await storedChanges(unanswered)).toEqual({
    evaluated: daysAfter(start, 9),
    log: [],
    states: [],
  })
})

/** Answers of two platforms to all prompts. The brand is mentioned three times as often from the step on. */
async function createStepHistory(): Promise<History> {
  const history = await createHistory(service)
  await addAnswers(history, stepAnswers(history, { from: 0, to: lastDay, step: stepDay, seed: 1 }))
  return history
}

type Step = { from: number; to: number; step: number; seed: number }

function stepAnswers(history: History, { from, to, step, seed }: Step): WrittenAnswer[] {
  const random = seededRandom(seed)
  const competitor = history.competitors[0]?.number ?? 0
  const answers: WrittenAnswer[] = []
  for (let day = from; day <= to; day += 1)
    for (const prompt of history.prompts)
      for (const platform of ['chatgpt', 'gemini']) {
        const isNamed = random() < (day < step ? 0.3 : 0.9)
        const isCompetitorNamed = random() < 0.5
        answers.push({
          id: newId(),
          day: daysAfter(start, day),
          prompt,
          platform,
          model: day % 20 < 10 ? 'm-1' : 'm-2',
          region: '',
          entities: new Map([
            [0, getFacts(isNamed, 1)],
            ...(isCompetitorNamed ? [[competitor, getFacts(true, isNamed ? 2 : 1)] as const] : []),
          ]),
          cites: [],
        })
      }
  return answers
}

/** `topic`: null for none. */
async function moveToTopic(
  history: History,
  prompts: readonly { id: string }[],
  topic: { id: string } | null,
) {
  const body = {
    brand_id: history.brand.id,
    prompt_ids: prompts.map(({ id }) => id),
    topic_id: topic?.id ?? null,
  }
  await history.owner.ok('POST /api/prompts/bulk', body)
}

/** Returns the values of the groups of a grouping. */
const groupsWithScoreUp = async (grouping: string): Promise<string[]> =>
  (await storedChanges(history)).log
    .filter(
      ({ number, group_key, day, established, direction }) =>
        number === 'score' &&
        group_key.startsWith(`${grouping}:`) &&
        day === established &&
        direction === 'up',
    )
    .map(({ group_key }) => group_key.slice(grouping.length + 1))
    .sort()

function getFacts(isNamed: boolean, rank: number): EntityFacts {
  return {
    mentions: Number(isNamed),
    rank: isNamed ? rank : 0,
    own: 0,
    milli: visibilityScoreMilli({ named: isNamed, cited: false, rank: isNamed ? rank : null }),
    sentiment: isNamed ? 1 : 0,
  }
}

const evaluateOn = (history: History, today: number) =>
  evaluateChanges(onDay(history, today), history.brand.id)

async function evaluateAgain(): Promise<void> {
  await sql`delete from change_evaluations where brand_id = ${history.brand.id}`.execute(history.ctx.db)
  await evaluateOn(history, lastDay + 1)
}

/** `today`: the number of days since the start. */
const onDay = ({ ctx }: History, today: number) => ({
  ...ctx,
  now: () => new Date(`${daysAfter(start, today)}T12:00:00Z`),
})

type StoredRow = { number: string; platform: string; entity: number; status: string }

type StoredLogRow = Omit<StoredRow, 'status'> & {
  group_key: string
  day: string
  established: string
  direction: string
}

async function storedChanges({ ctx: { db }, brand }: History) {
  const log = await sql<StoredLogRow>`
    select metric as number, * from change_log where brand_id = ${brand.id} order by day, metric, platform, entity, group_key`.execute(
    db,
  )
  const states = await sql<StoredRow>`
    select metric as number, * from change_states where brand_id = ${brand.id} order by metric, platform, entity`.execute(
    db,
  )
  const evaluations = await sql<{ evaluated_through: string }>`
    select evaluated_through from change_evaluations where brand_id = ${brand.id}`.execute(db)
  return {
    evaluated: evaluations.rows[0]?.evaluated_through,
    log: log.rows,
    states: states.rows,
  }
}
