/**
 * Scans the answers of the last 90 days twice: first for the names that they list, then for how they mention those that
 * are not tracked. The second scan parses answers as if the name was tracked, so the suggested count is the count that
 * accepting gives.
 */
import { sql } from 'kysely'
import { MAX_SEARCHED_LENGTH } from '../answers/analysis.ts'
import { analysisPool } from '../answers/analysis-pool.ts'
import { getEntities } from '../answers/analyzer.ts'
import { getTextOffset, outlineAnswer } from '../answers/outline.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import type { TrackedEntity } from '../brands/name-changes.ts'
import type { Context } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { yieldToEventLoop } from '../core/yield-to-event-loop.ts'
import type { JobHandler, RunningJob } from '../jobs/job.ts'
import { outlineForNames } from './extract-names.ts'
import {
  addAnswer,
  addUsages,
  candidatesIn,
  competitorsAmong,
  createNameScan,
  type SuggestionCandidate,
} from './name-scan.ts'
import { type CountedName, replaceSuggestions } from './store-suggestions.ts'

const windowDays = 90
const maxAnswers = 20_000
/** A user reviews the list. */
const maxSuggestions = 200
/** Minimum for a name to recur: two answers, and 0.1 % of many. */
const minAnswers = 2
const minAnswersShare = 0.001
const maxExamples = 5
const batchSize = 200

export const scanForCompetitors: JobHandler = async (ctx, running) => {
  for (;;) {
    const brand = await getBrand(ctx, running.job.brand_id)
    const tracked = await trackedEntities(ctx, brand)
    const { from, to } = getWindow(ctx.now())
    const answers = await getAnswers(ctx, brand, from)
    const candidates = await findListedNames(ctx, brand, tracked, answers, running)
    const counted = await countAnswers(ctx, brand, tracked, candidates, answers, running)
    const min = Math.max(minAnswers, answers.length * minAnswersShare)
    const found = competitorsAmong(counted.filter(({ answers: count }) => count >= min))
      .sort((a, b) => b.answers - a.answers)
      .slice(0, maxSuggestions)
    if (await replaceSuggestions(ctx, brand, found)) {
      return { from, to, answers: answers.length, candidates: found.length }
    }
  }
}

function getWindow(now: Date): { from: string; to: string } {
  const first = new Date(now)
  first.setUTCDate(first.getUTCDate() - windowDays + 1)
  return { from: utcDay(first), to: utcDay(now) }
}

type StoredAnswer = { id: string; prompt_id: string; platform: string; day: string; language: string }

/** Lists the answers to scan, newest first. */
function getAnswers(ctx: Context, brand: Brand, from: string): Promise<StoredAnswer[]> {
  return ctx.db
    .selectFrom('answers')
    .select(['id', 'prompt_id', 'platform', 'day', 'language'])
    .where('brand_id', '=', brand.id)
    .where('day', '>=', from)
    .where('status', '=', 'answered')
    .orderBy('day', 'desc')
    .orderBy('answered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxAnswers)
    .execute()
}

type Text = StoredAnswer & { markdown: string; prompt: string }

/** Yields the answers with their texts, in batches to bound memory. */
async function* getTexts(
  ctx: Context,
  brand: Brand,
  answers: StoredAnswer[],
  { signal, report }: RunningJob,
  phase: string,
): AsyncGenerator<Text[]> {
  for (let from = 0; from < answers.length; from += batchSize) {
    signal.throwIfAborted()
    report({ phase, completed: from, total: answers.length })
    const batch = answers.slice(from, from + batchSize)
    const { rows } = await sql<{ id: string; markdown: string; prompt: string }>`
      select x.answer_id as id, x.markdown, p.text as prompt
      from answer_texts x
      join answers a on a.brand_id = x.brand_id and a.id = x.answer_id
      join prompts p on p.brand_id = a.brand_id and p.id = a.prompt_id
      where x.brand_id = ${brand.id}
        and x.answer_id = any(${batch.map(({ id }) => id)}::uuid[])`.execute(ctx.db)
    const texts = new Map(rows.map((row) => [row.id, row]))
    yield batch.flatMap((answer) => {
      const text = texts.get(answer.id)
      if (!text) return []
      const markdown = text.markdown.slice(0, MAX_SEARCHED_LENGTH)
      return [{ ...answer, prompt: text.prompt, markdown }]
    })
  }
}

/** Returns the names that answers list and that are not tracked. */
async function findListedNames(
  ctx: Context,
  brand: Brand,
  tracked: TrackedEntity[],
  answers: StoredAnswer[],
  running: RunningJob,
): Promise<SuggestionCandidate[]> {
  const scan = createNameScan()
  for await (const batch of getTexts(ctx, brand, answers, running, 'looking')) {
    for (const { markdown, language } of batch) {
      addAnswer(scan, markdown, language || null)
      // Scanning blocks the event loop: let requests run between two answers.
      await yieldToEventLoop()
    }
  }
  return candidatesIn(scan, tracked, await dismissedKeys(ctx, brand))
}

/**
 * Returns the keys of dismissed names. They form groups, so that "Acme Pro" is not suggested after "Acme" was
 * dismissed.
 */
async function dismissedKeys(ctx: Context, brand: Brand): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('competitor_suggestions')
    .select('normalized_name')
    .where('brand_id', '=', brand.id)
    .where('status', '=', 'dismissed')
    .execute()
  return new Set(rows.map((row) => row.normalized_name))
}

async function countAnswers(
  ctx: Context,
  brand: Brand,
  tracked: TrackedEntity[],
  candidates: SuggestionCandidate[],
  answers: StoredAnswer[],
  running: RunningJob,
): Promise<CountedName[]> {
  if (candidates.length === 0) return []
  const byId = new Map(candidates.map((candidate) => [candidate.key, newCount(candidate)]))
  const names = namesToCount(tracked, candidates)
  for await (const batch of getTexts(ctx, brand, answers, running, 'counting')) {
    const found = await ctx.use(analysisPool).find(
      ctx.organizationId,
      names,
      batch.map(({ markdown, prompt, language }) => ({ markdown, prompt, language: language || null })),
    )
    for (const [index, answer] of batch.entries()) {
      addUsages(candidates, outlineForNames(answer.markdown, answer.language || null).text)
      for (const { id, start, end } of found[index] ?? []) {
        const counted = byId.get(id)
        if (!counted) continue
        addOccurrence(counted, answer)
        if (counted.examples.length < maxExamples)
          counted.examples.push({ answer_id: answer.id, start, end, snippet: snippetAt(answer, start) })
      }
      await yieldToEventLoop()
    }
  }
  return [...byId.values()]
}

/** Returns the names as if the suggestions were accepted. Products are parsed separately. */
const namesToCount = (tracked: TrackedEntity[], candidates: SuggestionCandidate[]): string =>
  getEntities([
    ...tracked.filter(({ kind }) => kind !== 'product'),
    ...candidates.map(({ key, name }) => ({ id: key, name })),
  ])

const newCount = (candidate: SuggestionCandidate): CountedName => ({
  candidate,
  answers: 0,
  prompts: new Set(),
  platforms: new Set(),
  firstDay: '',
  lastDay: '',
  examples: [],
})

function addOccurrence(counted: CountedName, { prompt_id, platform, day }: StoredAnswer): void {
  counted.answers += 1
  counted.prompts.add(prompt_id)
  counted.platforms.add(platform)
  // Answers are ordered newest first.
  counted.lastDay ||= day
  counted.firstDay = day
}

const snippetBefore = 80
const snippetAfter = 120

/** Returns the visible text around an offset of the markdown, within its block. */
function snippetAt({ markdown, language }: Text, start: number): string {
  const outline = outlineAnswer(markdown, language || null)
  const { text } = outline
  const at = getTextOffset(outline, start)
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  const lineEnd = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at)
  const before = text.slice(Math.max(lineStart, at - snippetBefore), at)
  const after = text.slice(at, Math.min(lineEnd, at + snippetAfter))
  // Drops a truncated word, if spaces separate words.
  const first = at - before.length > lineStart ? `…${before.replace(/^\S{0,20}\s/, '')}` : before
  const last = at + after.length < lineEnd ? `${after.replace(/\s\S{0,20}$/, '')}…` : after
  return `${first}${last}`.replaceAll('\uFFFC', '').toWellFormed().replaceAll('\0', '').trim()
}
