/** Can an answer be extracted from the page? Uses only structure and punctuation, so it works for any language. */
import { type Message, message } from '../../languages/message.ts'
import {
  contentCheck,
  excerpt,
  failed,
  finding,
  notApplicable,
  type PageCheck,
  partial,
  passed,
} from '../finding.ts'
import type { PageBlock } from '../page.ts'
import { isQuestion } from '../text-measure.ts'

/** The range of an answer paragraph: a sentence or two, up to one paragraph. */
const minAnswerLetters = 60
const maxAnswerLetters = 900

export const answerabilityChecks: Record<string, PageCheck> = {
  'lead-answer': contentCheck(({ blocks }) => {
    const start = blocks.findIndex(({ kind, level }) => kind === 'heading' && level === 1) + 1
    let lettersBefore = 0
    for (const block of blocks.slice(start)) {
      if (isAnswer(block)) {
        const evidence = message('audits.answerability.aParagraphOfLettersLettersAfter', {
          letters: block.letters,
          before: lettersBefore,
          text: excerpt(block.text),
        })
        return finding(lettersBefore <= 200 ? 1 : lettersBefore <= 800 ? 0.5 : 0, evidence)
      }
      lettersBefore += block.letters
    }
    return failed(
      message('audits.answerability.noParagraphOfMinToMax', { min: minAnswerLetters, max: maxAnswerLetters }),
    )
  }),

  questions: contentCheck(({ blocks, letters }) => {
    const questions = blocks.flatMap((block, index) => (isQuestionBlock(block) ? [index] : []))
    const answered = questions.filter((index) => isAnsweredAt(blocks, index)).length
    const evidence = message('audits.answerability.questionsAsHeadingsAnsweredWithAn', {
      questions: questions.length,
      answered,
    })
    if (questions.length === 0 && letters.content < 1_500)
      return notApplicable(message('audits.answerability.aShortPageWithNoQuestions'))
    if (questions.length === 0) return partial(message('audits.answerability.noHeadingIsAQuestion'))
    if (answered >= 2) return finding(Math.max(0.5, answered / questions.length), evidence)
    return partial(evidence)
  }),

  sections: contentCheck(({ blocks }) => {
    const headings = blocks.flatMap(({ kind, level }, index) =>
      kind === 'heading' && level > 1 ? [index] : [],
    )
    if (headings.length === 0)
      return notApplicable(message('audits.answerability.thereAreNoHeadingsBelowThe'))
    // A heading directly above its first subheading introduces the subheadings.
    const withContent = headings.filter(
      (index) => blocks[index + 1]?.kind !== 'heading' || isAbove(blocks, index),
    )
    const empty = withContent.filter((index) => lettersBelow(blocks, index) < 30)
    const first = blocks[empty[0] ?? -1]
    const counts = { filled: headings.length - empty.length, sections: headings.length }
    const share = 1 - empty.length / headings.length
    return finding(share, describeSections(counts, first))
  }),

  facts: contentCheck(({ blocks, letters }) => {
    if (letters.content < 250) return notApplicable(message('audits.answerability.thereIsTooLittleText'))
    const numbers = blocks.reduce((sum, block) => sum + block.numbers, 0)
    const perThousand = (1_000 * numbers) / letters.content
    const evidence = message('audits.answerability.numbersInTheTextPerThousandPer', { numbers, perThousand })
    return finding(Math.min(1, perThousand / 3), evidence)
  }),

  'lists-and-tables': contentCheck(({ lists, tables, letters }) => {
    const evidence = message('audits.answerability.listsTables', { lists, tables })
    if (lists + tables > 0) return passed(evidence)
    return letters.content < 1_500
      ? notApplicable(message('audits.answerability.aShortPageWithNoLists'))
      : failed(evidence)
  }),
}

/** `empty`: the heading of a section without text. */
function describeSections(
  { filled, sections }: { filled: number; sections: number },
  empty: PageBlock | undefined,
): Message {
  if (!empty) return message('audits.answerability.sectionsWithOwnText', { filled, sections })
  return message('audits.answerability.filledOfSectionsWithTheirOwn', {
    filled,
    sections,
    heading: excerpt(empty.text),
  })
}

const isAnswer = ({ kind, letters }: PageBlock) =>
  (kind === 'text' || kind === 'item') && letters >= minAnswerLetters && letters <= maxAnswerLetters

/**
 * Returns whether a block asks a question. The label of a collapsible section is one by form, even without punctuation,
 * which not all scripts have.
 */
const isQuestionBlock = ({ kind, text }: PageBlock) =>
  kind === 'summary' || ((kind === 'heading' || kind === 'term') && isQuestion(text))

const isAnsweredAt = (blocks: readonly PageBlock[], index: number) => lettersBelow(blocks, index) >= 30

/** Counts up to the next heading or question. */
function lettersBelow(blocks: readonly PageBlock[], index: number): number {
  const below = blocks.slice(index + 1)
  const end = below.findIndex((block) => block.kind === 'heading' || isQuestionBlock(block))
  return below.slice(0, end < 0 ? undefined : end).reduce((sum, { letters }) => sum + letters, 0)
}

const isAbove = (blocks: readonly PageBlock[], index: number) =>
  (blocks[index + 1]?.level ?? 0) <= (blocks[index]?.level ?? 0)
