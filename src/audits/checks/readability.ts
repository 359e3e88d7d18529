/** Is the text in the raw HTML, in an order that a program understands? */
import { joinFacts, message } from '../../languages/message.ts'
import {
  type Check,
  contentCheck,
  excerpt,
  failed,
  finding,
  notApplicable,
  partial,
  passed,
  quote,
} from '../finding.ts'
import type { Block } from '../page.ts'

/** About fifty words; shorter text cannot contain an answer. */
const minLetters = 250
/** About five hundred words; longer text needs headings. */
const maxLettersPerSection = 2_500

export const readabilityChecks: Record<string, Check> = {
  'text-in-html': contentCheck(({ letters, scripts, noscript }) => {
    if (letters.content >= minLetters)
      return passed(
        message('{letters, plural, one {# letter} other {# letters}} of content in the raw HTML', {
          letters: letters.content,
        }),
      )
    if (scripts === 0)
      return finding(
        letters.content > 0 ? 0.5 : 0,
        message(
          '{letters, plural, one {# letter} other {# letters}} of content in the raw HTML, and no scripts: the page has little text',
          { letters: letters.content },
        ),
      )
    return failed(
      noscript.trim() === ''
        ? message(
            '{letters, plural, one {# letter} other {# letters}} of content in the raw HTML, and {scripts, plural, one {# script} other {# scripts}} that may add the rest',
            { letters: letters.content, scripts },
          )
        : message(
            '{letters, plural, one {# letter} other {# letters}} of content in the raw HTML, and {scripts, plural, one {# script} other {# scripts}} that may add the rest; it has a notice for clients without scripts',
            { letters: letters.content, scripts },
          ),
    )
  }),

  'main-content': contentCheck(({ hasMain, letters }) => {
    const { content, all } = letters
    return hasMain
      ? passed(
          message('In a main element; {content, number} of {all, number} letters are content', {
            content,
            all,
          }),
        )
      : partial(
          message(
            'There is no main element; without navigation, header and footer {content, number} of {all, number} letters are content',
            { content, all },
          ),
        )
  }),

  title: contentCheck(({ titles }) => {
    const [title = ''] = titles
    if (title === '') return failed(message('There is no title'))
    if (titles.length > 1)
      return partial(
        message('{titles, number} titles; the first is “{title}”', {
          titles: titles.length,
          title: excerpt(title),
        }),
      )
    if (title.length > 150)
      return partial(
        message('{characters, number} characters: “{title}”', {
          characters: title.length,
          title: excerpt(title),
        }),
      )
    return passed(quote(title))
  }),

  description: contentCheck(({ metas }) => {
    const text = metas.find(({ name, content }) => name === 'description' && content.trim() !== '')?.content
    const openGraph = metas.find(
      ({ name, content }) => name === 'og:description' && content.trim() !== '',
    )?.content
    if (text !== undefined) return passed(quote(text))
    return openGraph === undefined
      ? failed(message('There is no description'))
      : partial(message('Only an Open Graph description: “{text}”', { text: excerpt(openGraph) }))
  }),

  language: contentCheck(({ language, matchesLanguage: isInItsLanguage }) => {
    if (language === null) return failed(message('The html element has no lang attribute'))
    if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language))
      return failed(message('Not a language tag: “{tag}”', { tag: excerpt(language) }))
    if (isInItsLanguage === false)
      return failed(message('The text is not in the script of lang="{language}"', { language }))
    return passed(`lang="${language}"`)
  }),

  headings: contentCheck(({ blocks }) => {
    const levels = listHeadings(blocks).map(({ level }) => level)
    const h1Count = levels.filter((level) => level === 1).length
    if (levels.length === 0) return failed(message('There is no heading'))
    const gaps = levels.flatMap((level, index) => {
      const before = levels[index - 1] ?? 0
      return index > 0 && level > before + 1 ? [message('h{level} after h{before}', { level, before })] : []
    })
    const problems = [
      ...(h1Count === 1 ? [] : [message('{count, number} h1', { count: h1Count })]),
      ...gaps.slice(0, 3),
    ]
    if (problems.length === 0)
      return passed(
        message('One h1 and {headings, plural, one {# heading} other {# headings}} below it', {
          headings: levels.length - 1,
        }),
      )
    return finding(h1Count === 0 && gaps.length > 0 ? 0 : 0.5, joinFacts(problems))
  }),

  structure: contentCheck(({ blocks, letters }) => {
    if (letters.content < maxLettersPerSection)
      return notApplicable(
        message('{letters, number} letters need no headings', { letters: letters.content }),
      )
    const longest = Math.max(...lengthsBetweenHeadings(blocks))
    const evidence = message(
      '{headings, plural, one {# heading} other {# headings}}; the longest text without one has {longest, number} letters',
      { headings: listHeadings(blocks).length, longest },
    )
    if (longest <= maxLettersPerSection) return passed(evidence)
    return finding(longest <= 2 * maxLettersPerSection ? 0.5 : 0, evidence)
  }),

  images: contentCheck(({ images }) => {
    if (images.length === 0) return notApplicable(message('There are no images'))
    const without = images.filter(({ alt }) => alt === null).length
    const evidence = message(
      '{without, number} of {images, plural, one {# image} other {# images}} without an alt attribute',
      { without, images: images.length },
    )
    return finding(1 - without / images.length, evidence)
  }),

  'page-size': contentCheck((_page, { sizeBytes, isTruncated }) => {
    const megabytes = sizeBytes / 1_048_576
    if (isTruncated)
      return failed(
        message('More than {megabytes, number, twoDecimals} MB of HTML; only that much was parsed', {
          megabytes,
        }),
      )
    const evidence = message('{megabytes, number, twoDecimals} MB of HTML', { megabytes })
    return megabytes <= 1 ? passed(evidence) : partial(evidence)
  }),

  encoding: contentCheck(({ undecodable }) =>
    undecodable === 0
      ? passed(message('All characters can be decoded'))
      : failed(
          message(
            '{characters, plural, one {# character} other {# characters}} cannot be decoded in the declared encoding',
            { characters: undecodable },
          ),
        ),
  ),
}

const listHeadings = (blocks: readonly Block[]) => blocks.filter(({ kind }) => kind === 'heading')

function lengthsBetweenHeadings(blocks: readonly Block[]): number[] {
  const lengths = [0]
  for (const { kind, letters } of blocks) {
    if (kind === 'heading' || kind === 'summary') lengths.push(0)
    else lengths.push((lengths.pop() ?? 0) + letters)
  }
  return lengths
}
