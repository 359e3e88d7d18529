/** Composes the title and the description of an opportunity. */
import { joinSentences, type Message, type MessageOrText, message } from '../languages/message.ts'
import { type CorrectionData, type GapData, isTarget, type Opportunity } from './source-data.ts'

export function opportunityTitle(text: string, type: Opportunity['type']): Message {
  const prompt = truncate(text, 90)
  return type === 'owned'
    ? message('opportunities.describe.publishAPageThatAnswersPrompt', { prompt })
    : message('opportunities.describe.getMentionedInTheSourcesCited', { prompt })
}

export const sourceTitle = (brand: string, domain: string): Message =>
  message('opportunities.describe.getBrandMentionedOnDomain', { brand, domain })

export function describeGap(data: GapData, type: Opportunity['type']): MessageOrText {
  const sentences = [
    describeFrequency(data),
    describeRanking(data),
    describeCertainty(data),
    describeSources(data, type),
  ]
  return joinSentences(sentences.filter((sentence) => sentence !== null))
}

function describeFrequency({ answers, brand, competitors, gap }: GapData): Message {
  const leader = competitors.find(({ competitor_id }) => competitor_id === gap.leader.competitor_id)
  if (leader && leader.named === 0)
    return message('opportunities.describe.leaderIsCitedInOfLeaderOf', {
      leader: leader.name,
      ofLeader: leader.cited,
      answers,
      brand: brand.name,
      ofBrand: brand.cited,
    })
  return message('opportunities.describe.leaderIsMentionedInOfLeaderOf', {
    leader: gap.leader.name,
    ofLeader: leader?.named ?? 0,
    answers,
    brand: brand.name,
    ofBrand: brand.named,
  })
}

function describeRanking({ behind, brand }: GapData): Message | null {
  if (behind === 0) return null
  return message('opportunities.describe.inBehindOfTheAnswersThat', { behind, brand: brand.name })
}

function describeCertainty({ certainty, answers, gap }: GapData): Message {
  const values = {
    leader: gap.leader.name,
    points: rounded(gap.points),
    low: rounded(gap.interval.low),
    high: rounded(gap.interval.high),
  }
  if (certainty === 'established') return message('opportunities.describe.gapWithInterval', values)
  return answers < 10
    ? message('opportunities.describe.gapIsDirectional', values)
    : message('opportunities.describe.theGapInVisibilityScoreIs', values)
}

/** Whole points, because the interval is wider than a decimal. A small gap keeps it, so that it does not read as none. */
const rounded = (points: number): number => (Math.abs(points) < 10 ? oneDecimal(points) : Math.round(points))

function describeSources({ sources }: GapData, type: Opportunity['type']): Message {
  const targets = type === 'earned' ? sources.filter(isTarget) : []
  if (targets.length > 0)
    return message('opportunities.describe.theAnswersMostlyCiteThirdParty', { domains: listDomains(targets) })
  return sources.length === 0
    ? message('opportunities.describe.theAnswersCiteNoSources')
    : message('opportunities.describe.theAnswersCitePagesOfDomains', { domains: listDomains(sources) })
}

const listDomains = (sources: GapData['sources']): string =>
  [...new Set(sources.map(({ domain }) => domain))].slice(0, 3).join(', ')

const mostSubjects = 2

export function correctionTitle({ page, facts }: CorrectionData, type: Opportunity['type']): Message {
  const subjects = facts.map(({ subject }) => subject)
  const values = {
    page: truncate(page.title || page.url.replace(/^https?:\/\//, ''), 60),
    subjects: `${subjects.slice(0, mostSubjects).join(', ')}${subjects.length > mostSubjects ? ', …' : ''}`,
  }
  return type === 'owned'
    ? message('opportunities.describe.correctYourPage', values)
    : message('opportunities.describe.askForCorrection', { ...values, domain: page.domain })
}

export function describeCorrection(data: CorrectionData, brand: string): MessageOrText {
  const { wrong, answers, wrong_interval: interval, facts } = data
  return joinSentences([
    message('opportunities.describe.answersStateWrong', { wrong, answers, brand }),
    ...(interval
      ? [
          message('opportunities.describe.likelyShare', {
            low: oneDecimal(interval.low),
            high: oneDecimal(interval.high),
          }),
        ]
      : []),
    ...facts
      .slice(0, mostSubjects)
      .map(({ statement }) => message('opportunities.describe.approvedFact', { statement })),
  ])
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10

const truncate = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`
