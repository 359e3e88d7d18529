import table from '../lists/html-entities.json' with { type: 'json' }

const NAMED = new Map(Object.entries(table.entities))
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,30}));/y

/** The character that the entity at `start` stands for, and where it ends; null when it is none. */
export function decodeEntity(
  text: string,
  start: number,
  limit: number,
): { text: string; end: number } | null {
  ENTITY.lastIndex = start
  const match = ENTITY.exec(text)
  if (!match || ENTITY.lastIndex > limit) return null
  const [whole, decimal, hexadecimal, name] = match
  const end = start + whole.length
  if (name) {
    const named = NAMED.get(name)
    return named ? { text: named, end } : null
  }
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16)
  if (!code || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return { text: '\ufffd', end }
  return { text: String.fromCodePoint(code), end }
}
