/** The annotations of a trend: what differs between two buckets, and which queries are not counted. */
import { z } from 'zod'
import { localizedText } from '../../languages/localized.ts'
import { joinFactMessages, type Message, type MessageOrText, message } from '../../languages/message.ts'
import { Pct } from '../fields.ts'
import { type BucketCounts, type Counts, computeTotal, listCounts } from '../not-counted.ts'
import type { TimeBucket } from '../rollup-rows.ts'
import { ratioPct } from '../values.ts'

export const Annotation = z.object({
  kind: z
    .enum([
      'model_changed',
      'prompts_changed',
      'platforms_changed',
      'sentiment_method_changed',
      'cited_pages_changed',
      'partial_run',
    ])
    .describe('Kind of difference from the previous bucket.'),
  note: localizedText().describe('The difference, as a sentence.'),
  new_models: z
    .array(z.string())
    .describe('Names of the models that answered for the first time; empty for other kinds.'),
  not_counted_pct: Pct.describe(
    'Share of the queries of the bucket that are not counted; null for other kinds.',
  ),
})

export type TrendAnnotation = z.input<typeof Annotation>

/** A bucket, and its replies that are not counted. */
export type BucketWithCounts = { bucket: TimeBucket; notCounted: BucketCounts }

/** Describes what differs from the previous bucket with answers. */
export function changeNotes(before: BucketWithCounts, now: BucketWithCounts): TrendAnnotation[] {
  const [previous, current] = [before.bucket, now.bucket]
  const newModels =
    current.models === previous.models
      ? []
      : current.models.filter((model) => !previous.models.includes(model))
  const hasSameModels = newModels.length === 0 && previous.models.length === current.models.length
  // The first model of a new platform is not a change of model.
  const changed = newModels.filter((model) =>
    previous.models.some((other) => platformFor(other) === platformFor(model)),
  )
  const notes: [TrendAnnotation['kind'], Message | false | null][] = [
    [
      'model_changed',
      changed.length > 0 &&
        message('metrics.trendAnnotations.answeredByModelsForTheFirst', {
          models: joinFactMessages(changed.map(describeModel)),
        }),
    ],
    ['prompts_changed', promptChange(before, now)],
    ['platforms_changed', !hasSameModels && platformChange(previous, current)],
  ]
  return notes.flatMap(([kind, note]) => {
    if (!note) return []
    const new_models = kind === 'model_changed' ? changed.map(modelName).filter((name) => name !== '') : []
    return { kind, note, new_models, not_counted_pct: null }
  })
}

export function notCountedNotes(answers: number, counts: Counts): TrendAnnotation[] {
  const total = computeTotal(counts)
  if (total === 0) return []
  const note = message('metrics.trendAnnotations.totalOfQueriesAreNotCounted', {
    total,
    queries: total + answers,
    counts: listCounts(counts),
  })
  return [{ kind: 'partial_run', note, new_models: [], not_counted_pct: ratioPct(total, total + answers) }]
}

/** `from`: the first day whose answers a language model classifies; null if the method has not changed. */
export const methodNotes = (from: string | null, days: { first: string; last: string }): TrendAnnotation[] =>
  from === null || from < days.first || from > days.last
    ? []
    : [
        {
          kind: 'sentiment_method_changed',
          note: message('metrics.trendAnnotations.modelClassifiesSentiment', {
            day: Date.parse(from),
          }),
          new_models: [],
          not_counted_pct: null,
        },
      ]

/** `pages`: the changed pages of the bucket, by their addresses. */
export function changedPageNotes(pages: readonly { url: string }[]): TrendAnnotation[] {
  if (pages.length === 0) return []
  const note = message('metrics.trendAnnotations.citedPagesChanged', {
    count: pages.length,
    pages: pages.map(({ url }) => url.replace(/^https?:\/\//, '')).join(', '),
  })
  return [{ kind: 'cited_pages_changed', note, new_models: [], not_counted_pct: null }]
}

/** Returns null when the same prompts were queried. A prompt whose queries failed has not been added or removed. */
function promptChange(previous: BucketWithCounts, current: BucketWithCounts): Message | null {
  if (isSame(previous.bucket.prompts, current.bucket.prompts)) return null
  const added = promptsOnlyIn(current, previous)
  const removed = promptsOnlyIn(previous, current)
  if (added + removed === 0) return null
  return message('metrics.trendAnnotations.promptsAddedAndRemovedRemovedSince', { added, removed })
}

function promptsOnlyIn(one: BucketWithCounts, other: BucketWithCounts): number {
  const queried = new Set([...other.bucket.prompts, ...other.notCounted.prompts])
  return one.bucket.prompts.filter((prompt) => !queried.has(prompt)).length
}

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((number, index) => number === b[index])

/** Null when the same platforms answered. */
function platformChange(previous: TimeBucket, current: TimeBucket): Message | null {
  const before = new Set(previous.models.map(platformFor))
  const now = new Set(current.models.map(platformFor))
  const added = [...now].filter((platform) => !before.has(platform))
  const removed = [...before].filter((platform) => !now.has(platform))
  if (added.length + removed.length === 0) return null
  const listed = { added: added.join(', '), removed: removed.join(', ') }
  if (removed.length === 0) return message('metrics.trendAnnotations.platformsAdded', { added: listed.added })
  if (added.length === 0)
    return message('metrics.trendAnnotations.platformsRemoved', { removed: listed.removed })
  return message('metrics.trendAnnotations.platformsThatAnsweredInThisBucket', {
    added: listed.added,
    removed: listed.removed,
  })
}

const platformFor = (model: string) => model.slice(0, model.indexOf(' '))
const describeModel = (model: string): MessageOrText =>
  modelName(model) ||
  message('metrics.trendAnnotations.platformModelNotNamed', { platform: platformFor(model) })

/** Returns an empty string for a model that the engine does not name. */
const modelName = (model: string): string => model.slice(model.indexOf(' ') + 1)
