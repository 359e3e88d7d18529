import type { AnswerLayout } from '../answer-layout.ts'
import type { LocatedMention } from '../mentions.ts'
import { blockAt } from '../rules/accept-mention.ts'
import { sentenceAt } from '../text/sentences.ts'
import { type Tokens, tokenAt } from './tokens.ts'

/** A mention with the indexes of what contains it. */
export type MentionPosition = {
  entity: number
  foldedStart: number
  foldedEnd: number
  /** Range of the markdown. */
  start: number
  end: number
  /** Range of tokens. */
  token: number
  tokenEnd: number
  sentence: number
  block: number
}

export type Layout = {
  answer: AnswerLayout
  tokens: Tokens
  mentions: MentionPosition[]
  /** First token of each sentence and, at the end, the number of tokens. */
  sentenceTokens: number[]
}

export function createLayout(
  answer: AnswerLayout,
  tokens: Tokens,
  mentions: readonly LocatedMention[],
): Layout {
  return {
    answer,
    tokens,
    mentions: mentions.map(({ entity, foldedStart, foldedEnd, start, end }) => ({
      entity,
      foldedStart,
      foldedEnd,
      start,
      end,
      token: tokenAt(tokens, foldedStart),
      tokenEnd: tokenAt(tokens, foldedEnd),
      sentence: sentenceAt(answer.sentences, foldedStart),
      block: blockAt(answer.blocks, foldedStart),
    })),
    sentenceTokens: sentenceTokensOf(answer, tokens),
  }
}

function sentenceTokensOf({ sentences }: AnswerLayout, { starts, length }: Tokens): number[] {
  let token = 0
  const ends = sentences.ends.map((end) => {
    while (token < length && (starts[token] ?? 0) < end) token++
    return token
  })
  return [0, ...ends]
}
