/** Is the text in the raw HTML, in an order that a program understands? */
import {
  type Check,
  contentCheck,
  failed,
  finding,
  formatCount,
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
    const evidence = `${formatCount(letters.content, 'letter', 'letters')} of content in the raw HTML`
    if (letters.content >= minLetters) return passed(evidence)
    if (scripts === 0)
      return finding(letters.content > 0 ? 0.5 : 0, `${evidence}, and no scripts: the page has little text`)
    const notice = noscript.trim() === '' ? '' : '; it has a notice for clients without scripts'
    return failed(
      `${evidence}, and ${formatCount(scripts, 'script', 'scripts')} that may add the rest${notice}`,
    )
  }),

  'main-content': contentCheck(({ hasMain, letters }) => {
    const share = `${letters.content} of ${letters.all} letters are content`
    if (hasMain) return passed(`In a main element; ${share}`)
    return partial(`There is no main element; without navigation, header and footer ${share}`)
  }),

  title: contentCheck(({ titles }) => {
    const [title = ''] = titles
    if (title === '') return failed('There is no title')
    if (titles.length > 1) return partial(`${titles.length} titles; the first is ${quote(title)}`)
    if (title.length > 150) return partial(`${title.length} characters: ${quote(title)}`)
    return passed(quote(title))
  }),

  description: contentCheck(({ metas }) => {
    const text = metas.find(({ name, content }) => name === 'description' && content.trim() !== '')?.content
    const openGraph = metas.find(
      ({ name, content }) => name === 'og:description' && content.trim() !== '',
    )?.content
    if (text !== undefined) return passed(quote(text))
    return openGraph === undefined
      ? failed('There is no description')
      : partial(`Only an Open Graph description: ${quote(openGraph)}`)
  }),

  language: contentCheck(({ language, matchesLanguage: isInItsLanguage }) => {
    if (language === null) return failed('The html element has no lang attribute')
    if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language))
      return failed(`Not a language tag: ${quote(language)}`)
    if (isInItsLanguage === false) return failed(`The text is not in the script of lang="${language}"`)
    return passed(`lang="${language}"`)
  }),

  headings: contentCheck(({ blocks }) => {
    const levels = listHeadings(blocks).map(({ level }) => level)
    const h1Count = levels.filter((level) => level === 1).length
    if (levels.length === 0) return failed('There is no heading')
    const gaps = levels.flatMap((level, index) => {
      const before = levels[index - 1] ?? 0
      return index > 0 && level > before + 1 ? [`h${level} after h${before}`] : []
    })
    const problems = [...(h1Count === 1 ? [] : [`${h1Count} h1`]), ...gaps.slice(0, 3)]
    if (problems.length === 0)
      return passed(`One h1 and ${formatCount(levels.length - 1, 'heading', 'headings')} below it`)
    return finding(h1Count === 0 && gaps.length > 0 ? 0 : 0.5, problems.join(', '))
  }),

  structure: contentCheck(({ blocks, letters }) => {
    if (letters.content < maxLettersPerSection)
      return notApplicable(`${letters.content} letters need no headings`)
    const longest = Math.max(...lengthsBetweenHeadings(blocks))
    const evidence = `${formatCount(listHeadings(blocks).length, 'heading', 'headings')}; the longest text without one has ${longest} letters`
    if (longest <= maxLettersPerSection) return passed(evidence)
    return finding(longest <= 2 * maxLettersPerSection ? 0.5 : 0, evidence)
  }),

  images: contentCheck(({ images }) => {
    if (images.length === 0) return notApplicable('There are no images')
    const without = images.filter(({ alt }) => alt === null).length
    const evidence = `${without} of ${formatCount(images.length, 'image', 'images')} without an alt attribute`
    return finding(1 - without / images.length, evidence)
  }),

  'page-size': contentCheck((_page, { sizeBytes, isTruncated }) => {
    const size = `${(sizeBytes / 1_048_576).toFixed(2)} MB of HTML`
    if (isTruncated) return failed(`More than ${size}; only that much was parsed`)
    return sizeBytes <= 1_048_576 ? passed(size) : partial(size)
  }),

  encoding: contentCheck(({ undecodable }) =>
    undecodable === 0
      ? passed('All characters can be decoded')
      : failed(
          `${formatCount(undecodable, 'character', 'characters')} cannot be decoded in the declared encoding`,
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
