/** Established changes of the numbers of the brand and of its topics, and of the scores of its competitors (docs/statistics.md). */
import { getLabel } from '../../../vocabulary/label.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { listEntities } from '../../brands/entities.ts'
import { dayValue, type Message, type MessageOrText, message } from '../../languages/message.ts'
import { type EstablishedSeriesChange, listEstablishedChanges } from '../../metrics/established-changes.ts'
import { numberName, numberText } from '../../metrics/number-texts.ts'
import { type FindOccurrences, type Occurrence, pathTo, type Tone } from './occurrence.ts'

/** All changes of the log: a group can begin before the range. */
export const findNumberChanges: FindOccurrences = async (ctx, brandId) => {
  const topics = await ctx.db
    .selectFrom('topics')
    .select(['id', 'name'])
    .where('brand_id', '=', brandId)
    .execute()
  const changes = await listEstablishedChanges(ctx, brandId)
  return changes
    .filter(({ entity }) => entity === 0)
    .flatMap((change) => {
      if (change.topic === '') return numberOccurrence(change)
      const topic = topics.find(({ id }) => id === change.topic)
      return topic ? topicOccurrence(change, topic) : []
    })
}

export const findCompetitorChanges: FindOccurrences = async (ctx, brandId) => {
  const competitors = await listEntities(ctx, 'competitors', brandId)
  const changes = await listEstablishedChanges(ctx, brandId)
  return changes.flatMap((change) => {
    const competitor = competitors.find(({ entity_no }) => entity_no === change.entity)
    return competitor ? [competitorOccurrence(change, competitor)] : []
  })
}

function numberOccurrence(change: EstablishedSeriesChange): Occurrence {
  const { number, platform } = change
  const isHeadline = number === 'score' && platform === ''
  return {
    ...getOccurrence(change, {
      subject: `${number} ${platform}`,
      label: platform === '' ? numberName(number) : labelOnPlatform(number, platform),
      filter: platform === '' ? {} : { platform },
    }),
    severity: getTone(change) === 'better' ? 'low' : isHeadline ? 'high' : 'medium',
    platform,
  }
}

const labelOnPlatform = (number: EstablishedSeriesChange['number'], platform: string) =>
  message('common.texts.numberOnPlatform', {
    number: numberName(number),
    platform: getLabel(platformLabels, platform) ?? platform,
  })

const topicOccurrence = (
  change: EstablishedSeriesChange,
  { id, name }: { id: string; name: string },
): Occurrence => ({
  ...getOccurrence(change, {
    subject: `${change.number} topic ${id}`,
    label: message('alerts.numbers.numberForTheTopicTopic', {
      number: numberName(change.number),
      topic: name,
    }),
    filter: { topic: id },
  }),
  severity: getTone(change) === 'better' ? 'low' : 'medium',
  topicId: id,
})

/** `filter`: the answers behind the change. */
function getOccurrence(
  change: EstablishedSeriesChange,
  { subject, label, filter }: { subject: string; label: MessageOrText; filter: Record<string, string> },
): Omit<Occurrence, 'severity'> {
  const { number, direction, established, since } = change
  const tone = getTone(change)
  return {
    kind: 'number_changed',
    topic: `numbers ${tone}`,
    day: established,
    lastDay: established,
    isOngoing: null,
    direction,
    number,
    size: getSize(change),
    title:
      direction === 'up'
        ? message('alerts.numbers.numberIsUp', { number: label })
        : message('alerts.numbers.numberIsDown', { number: label }),
    item: {
      subject,
      label,
      detail: toDetail(change),
      quote: null,
      tone,
      path: pathTo('answers', { from: since, to: established, ...filter, ...answerFilters[number] }),
      change: toNumberChange(change),
    },
  }
}

/** The answers that a number counts, where they are not all answers. */
const answerFilters: Record<string, Record<string, string>> = {
  mention_rate: { named: 'yes' },
  avg_position: { named: 'yes' },
  citation_rate: { cited: 'yes' },
}

function competitorOccurrence(
  change: EstablishedSeriesChange,
  { id, name }: { id: string; name: string },
): Occurrence {
  const { direction, established, since } = change
  const tone = direction === 'up' ? 'worse' : 'better'
  return {
    kind: 'competitor_changed',
    topic: `competitors ${direction}`,
    day: established,
    lastDay: established,
    isOngoing: null,
    direction,
    severity: direction === 'up' ? 'medium' : 'low',
    competitorId: id,
    size: getSize(change),
    title:
      direction === 'up'
        ? message('alerts.numbers.visibilityScoreOfCompetitorIsUp', { competitor: name })
        : message('alerts.numbers.visibilityScoreOfCompetitorIsDown', { competitor: name }),
    item: {
      subject: `competitor ${id}`,
      label: message('common.texts.visibilityScoreOfName', { name }),
      detail: toDetail(change),
      quote: null,
      tone,
      path: pathTo('answers', { from: since, to: established, competitor: id }),
      change: toNumberChange(change),
    },
  }
}

const getSize = ({ before, after }: EstablishedSeriesChange): number => Math.abs(after - before)

const toNumberChange = ({
  number,
  platform,
  since,
  established,
  before,
  after,
}: EstablishedSeriesChange) => ({
  number,
  platform,
  since,
  established,
  before,
  after,
})

function toDetail({ number, direction, since, ...means }: EstablishedSeriesChange): Message {
  const [before, after] = [numberText(number, means.before), numberText(number, means.after)]
  const day = dayValue(since)
  return direction === 'up'
    ? message('alerts.numbers.upFromBeforeToAfterSince', { before, after, day })
    : message('alerts.numbers.downFromBeforeToAfterSince', { before, after, day })
}

/** A position closer to the first is better. */
const getTone = ({ number, direction }: EstablishedSeriesChange): Tone =>
  (direction === 'up') === (number !== 'avg_position') ? 'better' : 'worse'
