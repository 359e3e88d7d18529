import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractVisibleText } from '../markdown/visible-text.ts'
import { fold, foldString, foldText, textOf } from './fold.ts'
import { markdownRange } from './source-map.ts'

describe('spellings of one name fold alike', () => {
  test.each([
    ['Ｎｏｔｉｏｎ', 'notion'],
    ['STRASSE Straße', 'strasse strasse'],
    ['İstanbul', 'istanbul'],
    ['Nestlé NESTLE\u0301', 'nestle nestle'],
    ['ΑΘΉΝΑΣ αθήνας', 'αθηνασ αθηνασ'],
    ['Dell’s “Ultra”', 'dell\'s "ultra"'],
    ['Coca\u2011Cola', 'coca-cola'],
    ['a\u00a0b\tc', 'a b c'],
    ['ﬁne №5', 'fine no5'],
    ['㍿', '株式会社'],
    ['𝗡𝗼𝘁𝗶𝗼𝗻', 'notion'],
    ['Notion™ Notion®', 'notion™ notion®'],
    ['soft\u00adhyphen zero\u200bwidth', 'softhyphen zerowidth'],
    ['Ørsted Łódź', 'orsted lodz'],
  ])('%s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })
})

describe('what makes another letter is kept', () => {
  test.each([
    ['Йод ёж', 'йод ёж'],
    ['И\u0306од', 'йод'],
    ['か\u3099 が', 'が が'],
    ['अमेज़न', 'अमेज़न'],
    ['\u1109\u1161\u11b7\u1109\u1165\u11bc', '삼성'],
    ['أبل', 'أبل'],
  ])('%s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded.normalize('NFC'))
  })
})

test('capitals are still known behind the fold', () => {
  const { kinds, length } = foldString('ÄbC ß')
  expect([...kinds.subarray(0, length)]).toEqual([5, 4, 5, 2, 4, 4])
})

test('starts are the places where a word, or a capital inside one, begins', () => {
  const { starts, startCount } = foldString('Best BuyAmazon 3M')
  expect([...starts.subarray(0, startCount)]).toEqual([0, 5, 8, 15, 16])
})

test('the way back never falls and covers what it came from', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      'ß',
      'e\u0301',
      '\ufdfa',
      '  ',
      '\n\n',
      '**',
      '[a](b)',
      '&amp;',
      '😀',
      'か\u3099',
      '\u200b',
      '![x](y)',
      '`c`',
    ),
  )
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      const markdown = parts.join('')
      const folded = fold(extractVisibleText(markdown))
      let before = 0
      for (let i = 0; i < folded.length; i++) {
        const { start, end } = markdownRange(folded, i, i + 1)
        expect(start).toBeGreaterThanOrEqual(before)
        expect(end).toBeGreaterThanOrEqual(start)
        expect(end).toBeLessThanOrEqual(markdown.length)
        before = start
      }
    }),
  )
})

test('a text that folds to many times its length is folded to its end', () => {
  for (const [times, most] of [
    [10, 20],
    [50, 200],
    [300, 4_000],
  ] as const) {
    for (let words = 0; words < most; words += Math.ceil(most / 20)) {
      const folded = fold(extractVisibleText(`${'\ufdfa'.repeat(times)}\`x\`${'plainwords'.repeat(words)}`))
      expect(textOf(folded, 0, folded.length)).toBe(
        `${foldText('\ufdfa').repeat(times)}x${'plainwords'.repeat(words)}`,
      )
    }
  }
})

test('plain words come back from where they stand', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-zA-Zäé]{1,8}$/), { minLength: 1 }), (words) => {
      const markdown = words.join('  ')
      const folded = fold(extractVisibleText(markdown))
      const last = words.at(-1) ?? ''
      const at = markdown.length - last.length
      const { start, end } = markdownRange(folded, folded.length - foldText(last).length, folded.length)
      expect({ start, end }).toEqual({ start: at, end: markdown.length })
      expect(textOf(folded, 0, folded.length)).toBe(foldText(words.join(' ')))
    }),
  )
})
