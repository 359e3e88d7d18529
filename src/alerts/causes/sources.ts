/** Pages of the brand and other sources that are newly cited or no longer cited. */
import { daysAfter } from '../../core/days.ts'
import { message } from '../../languages/message.ts'
import { type LoggedCitationChange, listCitationChanges } from '../../metrics/citation-changes.ts'
import { type FindOccurrences, type Occurrence, pathTo } from './occurrence.ts'

export const findOwnPageChanges: FindOccurrences = async (ctx, brandId, range) =>
  (await listCitationChanges(ctx, brandId, range, 'own_page')).map((change) => ({
    ...getOccurrence(change),
    kind: 'own_page_changed',
    topic: `pages ${change.direction}`,
    severity: change.direction === 'lost' ? 'medium' : 'low',
    title: getTitle(change),
    item: {
      ...toItem(change),
      tone: change.direction === 'lost' ? 'worse' : 'better',
      path: pathTo('citations/page', { url: change.item, ...getPeriod(change) }),
    },
  }))

export const findSourceChanges: FindOccurrences = async (ctx, brandId, range) =>
  (await listCitationChanges(ctx, brandId, range, 'domain')).map((change) => ({
    ...getOccurrence(change),
    kind: 'source_changed',
    topic: `sources ${change.direction}`,
    severity: 'low',
    domain: change.item,
    title: getTitle(change),
    item: {
      ...toItem(change),
      tone: 'neutral',
      path: pathTo('answers', { domain: change.item, ...getPeriod(change) }),
    },
  }))

const getOccurrence = ({ day, direction }: LoggedCitationChange) =>
  ({ day, lastDay: day, direction, isOngoing: null }) satisfies Partial<Occurrence>

const getTitle = ({ item, direction }: LoggedCitationChange) =>
  direction === 'new'
    ? message('alerts.sources.newlyCitedSource', { source: item })
    : message('alerts.sources.noLongerCitedSource', { source: item })

const toItem = ({ item, direction, citing, prompts }: LoggedCitationChange) => ({
  subject: item,
  label: item,
  detail:
    direction === 'new'
      ? message('alerts.sources.newlyCitedIn', { answers: citing, prompts })
      : message('alerts.sources.inNoneOfTheAnswersOf', { answers: citing, prompts }),
  quote: null,
})

/** The days with the citations. */
const getPeriod = ({ day, direction }: LoggedCitationChange) =>
  direction === 'new'
    ? { from: daysAfter(day, -6), to: day }
    : { from: daysAfter(day, -41), to: daysAfter(day, -14) }
