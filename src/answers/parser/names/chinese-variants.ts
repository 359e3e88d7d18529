import { readWordList } from '../text/word-lists.ts'

/** Returns a Chinese name in simplified and in traditional characters, where they differ from the name. */
export function chineseVariants(name: string): string[] {
  if (!/\p{Script=Han}/u.test(name)) return []
  const variants = [SIMPLIFIED, TRADITIONAL].map((table) =>
    [...name].map((character) => table.get(character) ?? character).join(''),
  )
  return variants.filter((variant) => variant !== name)
}

/** A traditional character and its simplified form. Of several traditional forms, the first is the most usual in names. */
const PAIRS = readWordList('chinese-characters.txt').flatMap((line) =>
  line.split(' ').map((pair) => [...pair]),
)
const SIMPLIFIED = new Map(
  PAIRS.flatMap(([traditional = '', simplified = '']) => [[traditional, simplified]]),
)
const TRADITIONAL = new Map(
  PAIRS.toReversed().flatMap(([traditional = '', simplified = '']) => [[simplified, traditional]]),
)
