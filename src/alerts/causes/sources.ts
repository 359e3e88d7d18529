/** Pages of the brand and other sources that are newly cited or no longer cited. */
import { daysAfter } from '../../core/days.ts'
import { message } from '../../languages/message.ts'
import { type CitationChange, listCitationChanges } from '../../metrics/citation-changes.ts'
import { type FindOccurrences, type Occurrence, pathTo } from './occurrence.ts'

export const findOwnPageChanges: FindOccurrences = async (ctx, brandId, range) =>
  (await listCitationChanges(ctx, brandId, range, 'own_page')).map((change) => ({
    ...occurrenceOf(change),
    kind: 'own_page_changed',
    topic: `pages ${change.direction}`,
    severity: change.direction === 'lost' ? 'medium' : 'low',
    title: titleOf(change),
    item: {
      ...itemOf(change),
      tone: change.direction === 'lost' ? 'worse' : 'better',
      path: pathTo('citations/page', { url: change.item, ...periodOf(change) }),
    },
  }))

export const findSourceChanges: FindOccurrences = async (ctx, brandId, range) =>
  (await listCitationChanges(ctx, brandId, range, 'domain')).map((change) => ({
    ...occurrenceOf(change),
    kind: 'source_changed',
    topic: `sources ${change.direction}`,
    severity: 'low',
    domain: change.item,
    title: titleOf(change),
    item: {
      ...itemOf(change),
      tone: 'neutral',
      path: pathTo('answers', { domain: change.item, ...periodOf(change) }),
    },
  }))

const occurrenceOf = ({ day, direction }: CitationChange) =>
  ({ day, lastDay: day, direction, isOngoing: null }) satisfies Partial<Occurrence>

const titleOf = ({ item, direction }: CitationChange) =>
  direction === 'new'
    ? message('alerts.sources.newlyCitedSource', { source: item })
    : message('alerts.sources.noLongerCitedSource', { source: item })

const itemOf = ({ item, direction, citing, prompts }: CitationChange) => ({
  subject: item,
  label: item,
  detail:
    direction === 'new'
      ? message('alerts.sources.newlyCitedIn', { answers: citing, prompts })
      : message('alerts.sources.inNoneOfTheAnswersOf', { answers: citing, prompts }),
  quote: null,
})

/** The days with the citations. */
const periodOf = ({ day, direction }: CitationChange) =>
  direction === 'new'
    ? { from: daysAfter(day, -6), to: day }
    : { from: daysAfter(day, -41), to: daysAfter(day, -14) }
