import table from './html-entities.json' with { type: 'json' }

const NAMED = new Map(Object.entries(table.entities))
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,30}));/y
const REPLACEMENT = 0xfffd

/** The character that the entity at `start` stands for, and where it ends; null when it is none. */
export function decodeEntity(
  text: string,
  start: number,
  limit: number,
): { codePoint: number; end: number } | null {
  ENTITY.lastIndex = start
  const match = ENTITY.exec(text)
  if (!match || ENTITY.lastIndex > limit) return null
  const [whole, decimal, hexadecimal, name] = match
  const end = start + whole.length
  if (name) {
    const codePoint = NAMED.get(name)?.codePointAt(0)
    return codePoint === undefined ? null : { codePoint, end }
  }
  const codePoint = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16)
  const isCharacter = codePoint > 0 && codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff)
  return { codePoint: isCharacter ? codePoint : REPLACEMENT, end }
}
