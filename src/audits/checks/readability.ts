/** Is the text in the raw HTML, in an order that a program understands? */
import { joinFactMessages, message } from '../../languages/message.ts'
import {
  contentCheck,
  excerpt,
  failed,
  finding,
  notApplicable,
  type PageCheck,
  partial,
  passed,
  quote,
} from '../finding.ts'
import type { PageBlock } from '../page.ts'

/** About fifty words; shorter text cannot contain an answer. */
const minLetters = 250
/** About five hundred words; longer text needs headings. */
const maxLettersPerSection = 2_500

export const readabilityChecks: Record<string, PageCheck> = {
  'text-in-html': contentCheck(({ letters, scripts, noscript }) => {
    if (letters.content >= minLetters)
      return passed(message('audits.readability.letters', { letters: letters.content }))
    if (scripts === 0)
      return {
        ...finding(
          letters.content > 0 ? 0.5 : 0,
          message('audits.readability.lettersWithoutScripts', { letters: letters.content }),
        ),
        fix: message('audits.readability.writeMoreText'),
      }
    return failed(
      noscript.trim() === ''
        ? message('audits.readability.lettersAndScripts', { letters: letters.content, scripts })
        : message('audits.readability.lettersOfContentInTheRaw', { letters: letters.content, scripts }),
    )
  }),

  'main-content': contentCheck(({ hasMain, letters }) => {
    const { content, all } = letters
    return hasMain
      ? passed(message('audits.readability.inAMainElementContentOf', { content, all }))
      : partial(message('audits.readability.thereIsNoMainElementWithout', { content, all }))
  }),

  title: contentCheck(({ titles }) => {
    const [title = ''] = titles
    if (title === '') return failed(message('audits.readability.thereIsNoTitle'))
    if (titles.length > 1)
      return partial(
        message('audits.readability.titlesTitlesTheFirstIsTitle', {
          titles: titles.length,
          title: excerpt(title),
        }),
      )
    if (title.length > 150)
      return partial(
        message('audits.readability.charactersCharactersTitle', {
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
      ? failed(message('audits.readability.thereIsNoDescription'))
      : partial(message('audits.readability.onlyAnOpenGraphDescriptionText', { text: excerpt(openGraph) }))
  }),

  language: contentCheck(({ language, matchesLanguage: isInItsLanguage }) => {
    if (language === null) return failed(message('audits.readability.theHtmlElementHasNoLang'))
    if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language))
      return failed(message('audits.readability.notALanguageTagTag', { tag: excerpt(language) }))
    if (isInItsLanguage === false)
      return failed(message('audits.readability.theTextIsNotInThe', { language }))
    return passed(`lang="${language}"`)
  }),

  headings: contentCheck(({ blocks }) => {
    const levels = listHeadings(blocks).map(({ level }) => level)
    const h1Count = levels.filter((level) => level === 1).length
    if (levels.length === 0) return failed(message('audits.readability.thereIsNoHeading'))
    const gaps = levels.flatMap((level, index) => {
      const before = levels[index - 1] ?? 0
      return index > 0 && level > before + 1
        ? [message('audits.readability.hLevelAfterHBefore', { level, before })]
        : []
    })
    const problems = [
      ...(h1Count === 1 ? [] : [message('audits.readability.countH1', { count: h1Count })]),
      ...gaps.slice(0, 3),
    ]
    if (problems.length === 0)
      return passed(message('audits.readability.oneH1AndHeadingsBelowIt', { headings: levels.length - 1 }))
    return finding(h1Count === 0 && gaps.length > 0 ? 0 : 0.5, joinFactMessages(problems))
  }),

  structure: contentCheck(({ blocks, letters }) => {
    if (letters.content < maxLettersPerSection)
      return notApplicable(
        message('audits.readability.lettersLettersNeedNoHeadings', { letters: letters.content }),
      )
    const longest = Math.max(...lengthsBetweenHeadings(blocks))
    const evidence = message('audits.readability.headingsTheLongestTextWithoutOne', {
      headings: listHeadings(blocks).length,
      longest,
    })
    if (longest <= maxLettersPerSection) return passed(evidence)
    return finding(longest <= 2 * maxLettersPerSection ? 0.5 : 0, evidence)
  }),

  images: contentCheck(({ images }) => {
    if (images.length === 0) return notApplicable(message('audits.readability.thereAreNoImages'))
    const without = images.filter(({ alt }) => alt === null).length
    const evidence = message('audits.readability.withoutOfImagesWithoutAnAlt', {
      without,
      images: images.length,
    })
    return finding(1 - without / images.length, evidence)
  }),

  'page-size': contentCheck((_page, { sizeBytes, isTruncated }) => {
    const megabytes = sizeBytes / 1_048_576
    if (isTruncated) return failed(message('audits.readability.moreThanMegabytesMBOfHTML', { megabytes }))
    const evidence = message('audits.readability.megabytesMBOfHTML', { megabytes })
    return megabytes <= 1 ? passed(evidence) : partial(evidence)
  }),

  encoding: contentCheck(({ undecodable }) =>
    undecodable === 0
      ? passed(message('audits.readability.allCharactersCanBeDecoded'))
      : failed(message('audits.readability.charactersCannotBeDecodedInThe', { characters: undecodable })),
  ),
}

const listHeadings = (blocks: readonly PageBlock[]) => blocks.filter(({ kind }) => kind === 'heading')

function lengthsBetweenHeadings(blocks: readonly PageBlock[]): number[] {
  const lengths = [0]
  for (const { kind, letters } of blocks) {
    if (kind === 'heading' || kind === 'summary') lengths.push(0)
    else lengths.push((lengths.pop() ?? 0) + letters)
  }
  return lengths
}
