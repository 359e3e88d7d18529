/** Composes the title and the description of an opportunity. */
import { type Opportunity, type SourceData, thirdParties } from './source-data.ts'

export function opportunityTitle(prompt: string, type: Opportunity['type']): string {
  const quoted = `“${truncate(prompt, 90)}”`
  return type === 'owned'
    ? `Publish a page that answers ${quoted}`
    : `Get mentioned in the sources cited for ${quoted}`
}

export const sourceTitle = (brand: string, domain: string): string => `Get ${brand} mentioned on ${domain}`

export function describeGap(data: SourceData, type: Opportunity['type']): string {
  return [
    describeFrequency(data),
    describeRanking(data),
    describeCertainty(data),
    describeSources(data, type),
  ]
    .filter((sentence) => sentence !== null)
    .join(' ')
}

function describeFrequency({ answers, brand, competitors, gap }: SourceData): string {
  const leader = competitors.find(({ competitor_id }) => competitor_id === gap.leader.competitor_id)
  const ofAnswers = `of ${answers} ${answers === 1 ? 'answer' : 'answers'}`
  if (leader && leader.named === 0)
    return `${leader.name} is cited in ${leader.cited} ${ofAnswers}, ${brand.name} in ${brand.cited}.`
  return `${gap.leader.name} is mentioned in ${leader?.named ?? 0} ${ofAnswers}, ${brand.name} in ${brand.named}.`
}

function describeRanking({ behind, brand }: SourceData): string | null {
  if (behind === 0) return null
  return `In ${behind} of the answers that mention ${brand.name}, a competitor ranks first.`
}

function describeCertainty({ certainty, answers, gap }: SourceData): string {
  const { low, high, level } = gap.interval
  const range = `between ${formatPoints(low)} and ${formatPoints(high)} points (${formatPoints(100 * level)}% confidence interval)`
  if (certainty === 'established')
    return `The gap in visibility score is ${formatPoints(gap.points)} points, ${range}.`
  const why = answers < 10 ? 'so few answers only indicate a direction' : 'it may be due to chance'
  return `The gap in visibility score is ${formatPoints(gap.points)} points, but ${why}: ${range}.`
}

function describeSources({ sources }: SourceData, type: Opportunity['type']): string {
  const relevantSources =
    type === 'earned' ? sources.filter(({ category }) => thirdParties.includes(category)) : sources
  const domains = [...new Set(relevantSources.map(({ domain }) => domain))].slice(0, 3).join(', ')
  if (domains === '') return 'The answers cite no sources.'
  return type === 'earned'
    ? `The answers mostly cite third-party pages: ${domains}.`
    : `The answers cite pages of ${domains}; a page of yours could be among them.`
}

const formatPoints = (value: number) => String(Math.round(value * 10) / 10)

const truncate = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`
