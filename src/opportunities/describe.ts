/** Composes the title and the description of an opportunity. */
import { joinSentences, type Message, type MessageOrText, message } from '../languages/message.ts'
import { type Opportunity, type SourceData, thirdParties } from './source-data.ts'

export function opportunityTitle(text: string, type: Opportunity['type']): Message {
  const prompt = truncate(text, 90)
  return type === 'owned'
    ? message('Publish a page that answers “{prompt}”', { prompt })
    : message('Get mentioned in the sources cited for “{prompt}”', { prompt })
}

export const sourceTitle = (brand: string, domain: string): Message =>
  message('Get {brand} mentioned on {domain}', { brand, domain })

export function describeGap(data: SourceData, type: Opportunity['type']): MessageOrText {
  const sentences = [
    describeFrequency(data),
    describeRanking(data),
    describeCertainty(data),
    describeSources(data, type),
  ]
  return joinSentences(sentences.filter((sentence) => sentence !== null))
}

function describeFrequency({ answers, brand, competitors, gap }: SourceData): Message {
  const leader = competitors.find(({ competitor_id }) => competitor_id === gap.leader.competitor_id)
  if (leader && leader.named === 0)
    return message(
      '{leader} is cited in {ofLeader, number} of {answers, plural, one {# answer} other {# answers}}, {brand} in {ofBrand, number}.',
      { leader: leader.name, ofLeader: leader.cited, answers, brand: brand.name, ofBrand: brand.cited },
    )
  return message(
    '{leader} is mentioned in {ofLeader, number} of {answers, plural, one {# answer} other {# answers}}, {brand} in {ofBrand, number}.',
    {
      leader: gap.leader.name,
      ofLeader: leader?.named ?? 0,
      answers,
      brand: brand.name,
      ofBrand: brand.named,
    },
  )
}

function describeRanking({ behind, brand }: SourceData): Message | null {
  if (behind === 0) return null
  return message('In {behind, number} of the answers that mention {brand}, a competitor ranks first.', {
    behind,
    brand: brand.name,
  })
}

function describeCertainty({ certainty, answers, gap }: SourceData): Message {
  const points = oneDecimal(gap.points)
  const low = oneDecimal(gap.interval.low)
  const high = oneDecimal(gap.interval.high)
  const level = oneDecimal(100 * gap.interval.level)
  if (certainty === 'established')
    return message(
      'The gap in visibility score is {points, number} points, between {low, number} and {high, number} points ({level, number}% confidence interval).',
      { points, low, high, level },
    )
  return answers < 10
    ? message(
        'The gap in visibility score is {points, number} points, but so few answers only indicate a direction: between {low, number} and {high, number} points ({level, number}% confidence interval).',
        { points, low, high, level },
      )
    : message(
        'The gap in visibility score is {points, number} points, but it may be due to chance: between {low, number} and {high, number} points ({level, number}% confidence interval).',
        { points, low, high, level },
      )
}

function describeSources({ sources }: SourceData, type: Opportunity['type']): Message {
  const relevantSources =
    type === 'earned' ? sources.filter(({ category }) => thirdParties.includes(category)) : sources
  const domains = [...new Set(relevantSources.map(({ domain }) => domain))].slice(0, 3).join(', ')
  if (domains === '') return message('The answers cite no sources.')
  return type === 'earned'
    ? message('The answers mostly cite third-party pages: {domains}.', { domains })
    : message('The answers cite pages of {domains}; a page of yours could be among them.', { domains })
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10

const truncate = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`
