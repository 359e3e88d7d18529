import fc from 'fast-check'

const firstSurrogate = 0xd800
const surrogates = 0x800

/**
 * Draws any code point except surrogates, as the unit of `fc.string`. The built-in unit `binary` draws the same, but first
 * builds a map of all of them, which takes a second in every worker.
 */
export const anyCodePoint: fc.Arbitrary<string> = fc.integer({ min: 0, max: 0x10ffff - surrogates }).map(
  (index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined
    if (code === undefined || text !== String.fromCodePoint(code)) throw new Error('Not one code point')
    if (code < firstSurrogate) return code
    if (code < firstSurrogate + surrogates) throw new Error('A surrogate')
    return code - surrogates
  },
)
