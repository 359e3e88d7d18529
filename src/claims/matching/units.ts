/** Units with their dimension and their size in it. Written in all languages, folded. */
type Unit = { dimension: string; size: number }

const table: readonly [dimension: string, size: number, words: string][] = [
  ['time', 1, 'second seconds sec secs sekunde sekunden seconde secondes segundo segundos 秒'],
  ['time', 60, 'minute minutes min mins minuten minuto minutos minuti 分'],
  ['time', 3600, 'hour hours hr hrs h stunde stunden heure heures hora horas ore 時間'],
  [
    'time',
    86_400,
    'day days night nights tag tage tagen nacht nachte nachten jour jours nuit nuits dia dias noche noches giorni dagen 日間 日 泊 晩',
  ],
  ['time', 604_800, 'week weeks woche wochen semaine semaines semana semanas 週間'],
  ['months', 1, 'month months monat monate monaten mois mes meses mesi maanden か月 ヶ月 カ月 ヵ月'],
  ['months', 12, 'year years yr yrs jahr jahre jahren an ans ano anos anni jaar 年間'],
  ['data', 1e3, 'kb kilobyte kilobytes ko'],
  ['data', 1e6, 'mb megabyte megabytes mo'],
  ['data', 1e9, 'gb gigabyte gigabytes go'],
  ['data', 1e12, 'tb terabyte terabytes to'],
  ['bit rate', 1, 'mbps mbit/s mbit mb/s'],
  ['bit rate', 1e3, 'gbps gbit/s gbit gb/s'],
  ['weight', 1, 'g gram grams gramm grammes gramos'],
  ['weight', 1e3, 'kg kilo kilos kilogram kilograms kilogramm'],
  ['weight', 453.592, 'lb lbs pound pounds'],
  ['weight', 28.3495, 'oz ounce ounces'],
  ['grammage', 1, 'g/m2 gsm'],
  ['length', 1e-3, 'mm millimeter millimeters millimetre millimetres'],
  ['length', 1e-2, 'cm centimeter centimeters zentimeter'],
  ['length', 1, 'm meter meters metre metres metro metros メートル'],
  ['length', 1e3, 'km kilometer kilometers kilometre kilometres kilometern kilometro kilometros キロ'],
  ['length', 1609.34, 'mile miles mi meilen'],
  ['length', 0.3048, 'ft feet foot'],
  ['area', 1, 'm2 qm'],
  ['area', 0.092903, 'square feet|sq ft|sq. ft|square foot|sqft'],
  ['power', 1, 'w watt watts'],
  ['power', 1e3, 'kw kilowatt kilowatts'],
  ['frequency', 1, 'hz hertz'],
  ['volume', 1, 'l liter liters litre litres litro litros litri リットル'],
  ['volume', 1e-3, 'ml'],
  ['consumption', 1, 'l/100 km|l/100km'],
  ['pints', 1, 'pint pints pints/day'],
  ['percent', 1, 'percent % prozent pour cent por ciento パーセント'],
]

const UNITS = new Map<string, Unit>(
  table.flatMap(([dimension, size, words]) =>
    words.split(words.includes('|') ? '|' : ' ').map((word): [string, Unit] => [word, { dimension, size }]),
  ),
)

export const findUnit = (word: string): Unit | null => UNITS.get(word) ?? null

const longestUnit = Math.max(...[...UNITS.keys()].map(({ length }) => length))

/** Returns the unit that starts there, after a space or hyphen or directly, and where it ends. */
export function unitAt(text: string, from: number): { unit: Unit; end: number } | null {
  const gap = text[from] === ' ' || text[from] === '-' ? 1 : 0
  const start = from + gap
  for (let length = Math.min(longestUnit, text.length - start); length > 0; length--) {
    const end = start + length
    const unit = UNITS.get(text.slice(start, end))
    if (unit && (isUnspaced(text[end - 1] ?? '') || !/[\p{L}\p{N}]/u.test(text[end] ?? '')))
      return { unit, end }
  }
  return null
}

const isUnspaced = (letter: string) => letter > '\u3000' || letter === '%'

/** The unit of a fact: a currency or a unit, and what it is counted per. */
export type FactUnit = {
  currency: string | null
  unit: Unit | null
  /** The counted thing if the unit is neither a currency nor a measure: `seats`. */
  noun: string | null
  per: readonly string[]
}

export function parseFactUnit(unit: string | null): FactUnit {
  const whole = unit === null ? null : findUnit(unit.replace('²', '2').toLowerCase())
  if (whole) return { currency: null, unit: whole, noun: null, per: [] }
  const [first = '', ...per] = (unit ?? '').split('/')
  if (/^[A-Z]{3}$/.test(first)) return { currency: first, unit: null, noun: null, per }
  const known = findUnit(first.toLowerCase())
  return { currency: null, unit: known, noun: known || first === '' ? null : first, per }
}
