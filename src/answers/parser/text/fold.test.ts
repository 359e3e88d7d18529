import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCodePoint } from '../../../../test/any-code-point.ts'
import { extractVisibleText, type VisibleText } from '../markdown/visible-text.ts'
import { getKind, getScript, KINDS, SCRIPTS } from './characters.ts'
import { fold, foldString, foldText, unfold } from './fold.ts'
import { FOLDING, foldCharacter, foldedUnit, isConjoiningJamo } from './fold-tables.ts'
import { markdownRange } from './source-map.ts'

describe('spellings of one name fold to the same text', () => {
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

describe('marks that distinguish letters are kept', () => {
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

test('kinds are those before folding', () => {
  const { kinds, length } = foldString('ÄbC ß')
  expect([...kinds.subarray(0, length)]).toEqual([5, 4, 5, 2, 4, 4])
})

test('starts are the offsets of words and of capitals within words', () => {
  const { starts } = foldString('Best BuyAmazon 3M')
  expect([...starts]).toEqual([0, 5, 8, 15, 16])
})

test('the source map is ascending and within the markdown', () => {
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

test('a text that folds to many times its length is folded completely', () => {
  for (const [times, most] of [
    [10, 20],
    [50, 200],
    [300, 4_000],
  ] as const) {
    for (let words = 0; words < most; words += Math.ceil(most / 20)) {
      const folded = fold(extractVisibleText(`${'\ufdfa'.repeat(times)}\`x\`${'plainwords'.repeat(words)}`))
      expect(unfold(folded, 0, folded.length)).toBe(
        `${foldText('\ufdfa').repeat(times)}x${'plainwords'.repeat(words)}`,
      )
    }
  }
})

test('plain words map back to their offsets', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-zA-Zäé]{1,8}$/), { minLength: 1 }), (words) => {
      const markdown = words.join('  ')
      const folded = fold(extractVisibleText(markdown))
      const last = words.at(-1) ?? ''
      const at = markdown.length - last.length
      const { start, end } = markdownRange(folded, folded.length - foldText(last).length, folded.length)
      expect({ start, end }).toEqual({ start: at, end: markdown.length })
      expect(unfold(folded, 0, folded.length)).toBe(foldText(words.join(' ')))
    }),
  )
})

type PlainUnit = { unit: string; kind: number; start: number; end: number }

/** Folds like `fold`, but one character at a time, without tables and reused buffers. */
function plainFold({ units, runs }: VisibleText): PlainUnit[] {
  const folded: PlainUnit[] = []
  const push = (text: string, kind: number, start: number, end: number) => {
    for (let k = 0; k < text.length; k++)
      folded.push({ unit: text.charAt(k), kind: k === 0 ? kind : getKind(text.charCodeAt(k)), start, end })
  }
  const isAfterSpace = () => folded.length === 0 || /[ \n]/.test(folded.at(-1)?.unit ?? '')
  for (let run = 0; run < runs.length; run++) {
    const [start = 0, end = 0, shownAs = 0] = [runs.starts[run], runs.ends[run], runs.shownAs[run]]
    if (shownAs !== 0) {
      if (shownAs === 10 && folded.at(-1)?.unit === ' ') folded.pop()
      if (shownAs === 32 && (folded.length === 0 || (folded.at(-1)?.unit ?? '') <= ' ')) continue
      const character = String.fromCodePoint(shownAs)
      const isSpace = getKind(shownAs) === KINDS.SPACE && shownAs <= 0xffff
      const text = isSpace ? (shownAs === 10 ? '\n' : ' ') : foldCharacter(character)
      // The source map gives every folded unit at least one unit of markdown.
      push(text, getKind(character.normalize('NFKC').charCodeAt(0)), start, Math.max(end, start + 1))
      continue
    }
    for (let i = start; i < end; ) {
      const unit = units[i] ?? 0
      const kind = getKind(unit)
      let to = i + 1
      if (kind === KINDS.SPACE) {
        if (!isAfterSpace()) push(unit === 10 ? '\n' : ' ', kind, i, to)
      } else if (kind === KINDS.MARK && foldedUnit(unit) === null) {
        addMark(folded, unit, i, push)
      } else {
        const isPair = (unit & 0xfc00) === 0xd800 && to < end && ((units[to] ?? 0) & 0xfc00) === 0xdc00
        if (isPair) to++
        if (isConjoiningJamo(unit)) while (to < end && to - i < 3 && isConjoiningJamo(units[to] ?? 0)) to++
        const character = String.fromCharCode(...units.subarray(i, to))
        const single = to - i > 1 ? null : foldedUnit(unit)
        const normalized = single === null ? character.normalize('NFKC') : character
        const text = single === null ? foldCharacter(normalized) : String.fromCharCode(single)
        push(text, getKind(normalized.charCodeAt(0)), i, to)
      }
      i = to
    }
  }
  return folded
}

function addMark(
  folded: PlainUnit[],
  mark: number,
  i: number,
  push: (text: string, kind: number, start: number, end: number) => void,
): void {
  const last = folded.at(-1)
  const script = getScript(last?.unit.charCodeAt(0) ?? 0)
  const dropsMarks = script === SCRIPTS.LATIN || script === SCRIPTS.GREEK
  const composed = `${last?.unit ?? ''}${String.fromCharCode(mark)}`.normalize('NFC')
  const isVariation = mark >= 0xfe00 && mark <= 0xfe0f
  if (last && (dropsMarks || composed.length === 1 || isVariation)) {
    if (!dropsMarks && composed.length === 1) last.unit = composed
    last.end = i + 1
  } else push(String.fromCharCode(mark), KINDS.MARK, i, i + 1)
}

function plainStarts(folded: readonly PlainUnit[]): number[] {
  const isBeyond = ({ unit }: PlainUnit) => unit.charCodeAt(0) >= FOLDING.FIRST_BEYOND_LATIN
  return folded.flatMap((each, i) => {
    const before = folded[i - 1]
    const startsWord = !before || before.kind < KINDS.DIGIT || isBeyond(before)
    return each.kind >= KINDS.DIGIT && (startsWord || isBeyond(each) || each.kind === KINDS.UPPER) ? [i] : []
  })
}

function expectSameFold(markdown: string): void {
  const visible = extractVisibleText(markdown)
  const folded = fold(visible)
  const plain = plainFold(visible)
  expect(unfold(folded, 0, folded.length)).toBe(plain.map(({ unit }) => unit).join(''))
  expect([...folded.kinds.subarray(0, folded.length)]).toEqual(plain.map(({ kind }) => kind))
  expect([...folded.starts]).toEqual(plainStarts(plain))
  const ranges = plain.map((_, i) => markdownRange(folded, i, i + 1))
  expect(ranges).toEqual(plain.map(({ start, end }) => ({ start, end })))
}

describe('the fast version gives the same result as the plain one', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: anyCodePoint }),
    fc.stringMatching(/^[A-Za-z ,.]{0,30}$/),
    fc.constantFrom(
      'ß',
      'e\u0301',
      '\ufdfa',
      '   ',
      '\n\n',
      '**',
      '&amp;',
      '&eacute;',
      '😀',
      'か\u3099',
      '\u200b',
      '삼성',
      '\u1109\u1161',
    ),
  )
  test('for generated text', () => {
    fc.assert(
      fc.property(fc.array(part), (parts) => expectSameFold(parts.join(''))),
      { numRuns: 1_000 },
    )
  })

  const folder = new URL('../../../../../shared/answers/', import.meta.url)
  test.skipIf(!existsSync(folder))('for recorded answers', () => {
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.jsonl'))) {
      const lines = readFileSync(new URL(name, folder), 'utf8').split('\n')
      for (const [index, text] of lines.entries()) {
        if (text === '' || index % 20 !== 0) continue
        const { answer_markdown: markdown }: { answer_markdown?: string } = JSON.parse(text)
        if (markdown) expectSameFold(markdown)
      }
    }
  })
})

test('the table has the profile that folding each unit gives', () => {
  for (let unit = 0; unit < 0x10000; unit++) {
    const folded = foldedUnit(unit)
    const profile = FOLDING.PROFILES[unit] ?? 0
    expect((profile & FOLDING.SLOW_FLAG) !== 0).toBe(folded === null)
    if (folded !== null && (profile & 0xffff) !== folded) expect.fail(`unit ${unit.toString(16)}`)
  }
})
