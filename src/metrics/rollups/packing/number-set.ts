import type { Decoder, Encoder } from './packed-rows.ts'

/** A set of small non-negative integers, stored as a bitmap: a few characters instead of a list of numbers. */
export class NumberSet {
  #bits = new Uint8Array(16)

  add(number: number): void {
    this.#addBits(number >> 3, 1 << (number & 7))
  }

  addAll(other: NumberSet): void {
    for (const [byte, value] of other.#bits.entries()) this.#addBits(byte, value)
  }

  /** Adds the numbers of a set that `put` has written. */
  addFrom(packed: Decoder): void {
    const length = packed.take()
    for (let byte = 0; byte < length; byte += 1) this.#addBits(byte, packed.take())
  }

  put(target: Encoder): void {
    const bits = this.#used()
    target.put(bits.length)
    for (const value of bits) target.put(value)
  }

  get size(): number {
    let size = 0
    for (const byte of this.#bits) for (let rest = byte; rest > 0; rest &= rest - 1) size += 1
    return size
  }

  /** Returns the numbers in ascending order. */
  toArray(): number[] {
    const numbers: number[] = []
    for (let number = 0; number < 8 * this.#bits.length; number += 1)
      if ((this.#bits[number >> 3] ?? 0) & (1 << (number & 7))) numbers.push(number)
    return numbers
  }

  equals(other: NumberSet): boolean {
    const length = Math.max(this.#bits.length, other.#bits.length)
    for (let byte = 0; byte < length; byte += 1)
      if ((this.#bits[byte] ?? 0) !== (other.#bits[byte] ?? 0)) return false
    return true
  }

  #used(): Uint8Array {
    return this.#bits.subarray(0, this.#bits.findLastIndex((value) => value > 0) + 1)
  }

  #addBits(byte: number, bits: number): void {
    if (byte >= this.#bits.length) this.#grow(byte + 1)
    this.#bits[byte] = (this.#bits[byte] ?? 0) | bits
  }

  #grow(length: number): void {
    const grown = new Uint8Array(Math.max(length, 2 * this.#bits.length))
    grown.set(this.#bits)
    this.#bits = grown
  }
}
