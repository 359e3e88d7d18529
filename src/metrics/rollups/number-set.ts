/** A set of small non-negative integers, stored as a bitmap: a few characters instead of a list of numbers. */
export class NumberSet {
  #bits = new Uint8Array(16)

  constructor(numbers: Iterable<number> = []) {
    for (const number of numbers) this.add(number)
  }

  add(number: number): void {
    const byte = number >> 3
    if (byte >= this.#bits.length) this.#grow(byte + 1)
    this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (number & 7))
  }

  /** Adds the numbers of a set in the form of `toString`. */
  addAll(set: string): void {
    const bits = Buffer.from(set, 'base64')
    if (bits.length > this.#bits.length) this.#grow(bits.length)
    for (const [byte, value] of bits.entries()) this.#bits[byte] = (this.#bits[byte] ?? 0) | value
  }

  /** Removes the numbers that are not in `other`. */
  intersect(other: NumberSet): this {
    for (const [byte, value] of this.#bits.entries()) this.#bits[byte] = value & (other.#bits[byte] ?? 0)
    return this
  }

  get size(): number {
    let size = 0
    for (const byte of this.#bits) for (let rest = byte; rest > 0; rest &= rest - 1) size += 1
    return size
  }

  /** Equal sets have equal texts. */
  toString(): string {
    const used = this.#bits.findLastIndex((byte) => byte > 0) + 1
    return Buffer.from(this.#bits.subarray(0, used)).toString('base64')
  }

  #grow(length: number): void {
    const grown = new Uint8Array(Math.max(length, 2 * this.#bits.length))
    grown.set(this.#bits)
    this.#bits = grown
  }
}

/** Returns the numbers of a set in the form of `toString`, in ascending order. */
export function numbersIn(set: string): number[] {
  const numbers: number[] = []
  for (const [byte, value] of Buffer.from(set, 'base64').entries())
    for (let bit = 0; bit < 8; bit += 1) if (value & (1 << bit)) numbers.push(8 * byte + bit)
  return numbers
}
