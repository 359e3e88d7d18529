/** Can an answer be taken out of the page as it stands? By structure and punctuation only, so that it holds for any language. */
import {
  type Check,
  counted,
  failed,
  finding,
  notApplicable,
  ofContent,
  partial,
  passed,
  quoted,
} from '../finding.ts'
import type { Block } from '../page.ts'
import { isQuestion } from '../text-measure.ts'

/** A sentence or two, and the most that is still one paragraph. */
const leastAnswer = 60
const mostAnswer = 900

export const answerabilityChecks: Record<string, Check> = {
  'lead-answer': ofContent(({ blocks }) => {
    const start = blocks.findIndex(({ kind, level }) => kind === 'heading' && level === 1) + 1
    let before = 0
    for (const block of blocks.slice(start)) {
      if (isAnswer(block)) {
        const evidence = `A paragraph of ${block.letters} letters, after ${before} others: ${quoted(block.text)}`
        return finding(before <= 200 ? 1 : before <= 800 ? 0.5 : 0, evidence)
      }
      before += block.letters
    }
    return failed(`No paragraph of ${leastAnswer} to ${mostAnswer} letters after the h1`)
  }),

  questions: ofContent(({ blocks, letters }) => {
    const asked = blocks.flatMap((block, index) => (asks(block) ? [index] : []))
    const answered = asked.filter((index) => isAnsweredAt(blocks, index)).length
    const evidence = `${counted(asked.length, 'question', 'questions')} as headings, ${answered} with an answer right below`
    if (asked.length === 0 && letters.content < 1_500) return notApplicable('A short page with no questions')
    if (asked.length === 0) return partial('No heading is a question')
    if (answered >= 2) return finding(Math.max(0.5, answered / asked.length), evidence)
    return partial(evidence)
  }),

  sections: ofContent(({ blocks }) => {
    const headings = blocks.flatMap(({ kind, level }, index) =>
      kind === 'heading' && level > 1 ? [index] : [],
    )
    if (headings.length === 0) return notApplicable('There are no headings below the h1')
    // A heading right above its first subheading says what the subheadings are about.
    const own = headings.filter((index) => blocks[index + 1]?.kind !== 'heading' || isAbove(blocks, index))
    const empty = own.filter((index) => lettersBelow(blocks, index) < 30)
    const first = blocks[empty[0] ?? -1]
    const evidence = `${headings.length - empty.length} of ${counted(headings.length, 'section', 'sections')} with text of their own`
    const share = 1 - empty.length / headings.length
    return finding(share, first ? `${evidence}; none below ${quoted(first.text)}` : evidence)
  }),

  facts: ofContent(({ blocks, letters }) => {
    if (letters.content < 250) return notApplicable('There is too little text')
    const numbers = blocks.reduce((sum, block) => sum + block.numbers, 0)
    const perThousand = (1_000 * numbers) / letters.content
    const evidence = `${counted(numbers, 'number', 'numbers')} in the text, ${perThousand.toFixed(1)} per 1,000 letters`
    return finding(Math.min(1, perThousand / 3), evidence)
  }),

  'lists-and-tables': ofContent(({ lists, tables, letters }) => {
    const evidence = `${counted(lists, 'list', 'lists')}, ${counted(tables, 'table', 'tables')}`
    if (lists + tables > 0) return passed(evidence)
    return letters.content < 1_500 ? notApplicable('A short page with no lists') : failed(evidence)
  }),
}

const isAnswer = ({ kind, letters }: Block) =>
  (kind === 'text' || kind === 'item') && letters >= leastAnswer && letters <= mostAnswer

/** What opens and closes an answer is a question by its form, also where it has no mark: not all scripts have one. */
const asks = ({ kind, text }: Block) =>
  kind === 'summary' || ((kind === 'heading' || kind === 'term') && isQuestion(text))

const isAnsweredAt = (blocks: readonly Block[], index: number) => lettersBelow(blocks, index) >= 30

/** Up to the next heading or question. */
function lettersBelow(blocks: readonly Block[], index: number): number {
  const below = blocks.slice(index + 1)
  const end = below.findIndex((block) => block.kind === 'heading' || asks(block))
  return below.slice(0, end < 0 ? undefined : end).reduce((sum, { letters }) => sum + letters, 0)
}

const isAbove = (blocks: readonly Block[], index: number) =>
  (blocks[index + 1]?.level ?? 0) <= (blocks[index]?.level ?? 0)
