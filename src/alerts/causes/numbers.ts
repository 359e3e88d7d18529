/** Established changes of the numbers of the brand and of groups of its prompts, and of the scores of its competitors (docs/statistics.md). */
import { sql } from 'kysely'
import { getLabel } from '../../../vocabulary/label.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { listEntities } from '../../brands/entities.ts'
import type { Context } from '../../core/context.ts'
import { dayValue, type Message, type MessageOrText, message } from '../../languages/message.ts'
import { type EstablishedSeriesChange, listEstablishedChanges } from '../../metrics/established-changes.ts'
import { type Group, type Grouping, getGroupKey, none, splitMarket } from '../../metrics/group-keys.ts'
import { numberName, numberText } from '../../metrics/number-texts.ts'
import { type FindOccurrences, type Occurrence, pathTo, type Tone } from './occurrence.ts'

/** All changes of the log: a group can begin before the range. */
export const findNumberChanges: FindOccurrences = async (ctx, brandId) => {
  const names = await readNames(ctx, brandId)
  const changes = await listEstablishedChanges(ctx, brandId)
  return changes
    .filter(({ entity }) => entity === 0)
    .flatMap((change) => {
      const { group } = change
      if (group === null) return numberOccurrence(change)
      const name = groups[group.grouping].getName(group.value, names)
      return name === undefined ? [] : groupOccurrence(change, group, name)
    })
}

/** The names of topics and personas by their ids. */
type Names = ReadonlyMap<string, string>

async function readNames({ db }: Context, brandId: string): Promise<Names> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from topics where brand_id = ${brandId}
    union all select id, name from personas where brand_id = ${brandId}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type GroupTexts = {
  /** Undefined if it was deleted. */
  getName: (value: string, names: Names) => string | undefined
  getLabel: (number: Message, name: string) => Message
  /** The parameters of the dashboard that select its answers. */
  getFilter: (value: string) => Record<string, string>
}

const groups: Record<Grouping, GroupTexts> = {
  topic: {
    getName: (id, names) => names.get(id),
    getLabel: (number, topic) => message('alerts.numbers.numberForTheTopicTopic', { number, topic }),
    getFilter: (topic) => ({ topic }),
  },
  tag: {
    getName: (tag) => tag,
    getLabel: (number, tag) => message('alerts.numbers.numberForTheTagTag', { number, tag }),
    getFilter: (tag) => ({ tag }),
  },
  persona: {
    getName: (id, names) => names.get(id),
    getLabel: (number, persona) => message('alerts.numbers.numberForThePersonaPersona', { number, persona }),
    getFilter: (persona) => ({ persona }),
  },
  market: {
    getName: (market) =>
      Object.values(splitMarket(market))
        .filter((part) => part !== none)
        .join('/'),
    getLabel: (number, market) => message('alerts.numbers.numberInTheMarketMarket', { number, market }),
    getFilter: splitMarket,
  },
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

const groupOccurrence = (change: EstablishedSeriesChange, group: Group, name: string): Occurrence => ({
  ...getOccurrence(change, {
    subject: `${change.number} ${getGroupKey(group)}`,
    label: groups[group.grouping].getLabel(numberName(change.number), name),
    filter: groups[group.grouping].getFilter(group.value),
  }),
  severity: getTone(change) === 'better' ? 'low' : 'medium',
  group,
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
