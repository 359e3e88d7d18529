/**
 * Rows of whole numbers packed into bytes: a key and, for each row the same number of sums. Keys rise and stand as
 * distances, and every number takes as few bytes as it needs (LEB128), so that a row is read in nanoseconds and a source
 * that is cited takes about five bytes.
 */

/** Whole numbers from 0 to 2^53, one after the other. */
export class Encoder {
  #bytes = new Uint8Array(1024)
  #length = 0

  put(value: number): void {
    if (!(value >= 0)) throw new RangeError(`${value} cannot be packed`)
    if (this.#length + 8 > this.#bytes.length) this.#grow()
    const bytes = this.#bytes
    let length = this.#length
    let large = value
    for (; large >= 2 ** 31; large = Math.floor(large / 128)) bytes[length++] = (large % 128) | 128
    let rest = large | 0
    for (; rest > 127; rest >>= 7) bytes[length++] = (rest & 127) | 128
    bytes[length++] = rest
    this.#length = length
  }

  finish(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length))
  }

  #grow(): void {
    const grown = new Uint8Array(2 * this.#bytes.length)
    grown.set(this.#bytes)
    this.#bytes = grown
  }
}

export class Decoder {
  readonly bytes: Uint8Array
  at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length
  }

  take(): number {
    const byte = this.bytes[this.at++] ?? 0
    return byte < 128 ? byte : this.#takeMore(byte & 127)
  }

  #takeMore(lowest: number): number {
    let value = lowest
    for (let factor = 128; ; factor *= 128) {
      const byte = this.bytes[this.at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
}

/** In rising order of keys; `sums` is the same array every time, filled anew. */
type Visit = (key: number, sums: Float64Array) => void

export function eachRow(bytes: Uint8Array, width: number, visit: Visit): void {
  const rows = new Decoder(bytes)
  const sums = new Float64Array(width)
  let key = 0
  while (!rows.isAtEnd) {
    key += rows.take()
    for (let column = 0; column < width; column += 1) sums[column] = rows.take()
    visit(key, sums)
  }
}

/** Packs rows that come in rising order of keys, those of the same key added up. */
export class RowPacker {
  readonly #packer = new Encoder()
  readonly #sums: Float64Array
  #key = 0
  #last = 0
  #isEmpty = true

  constructor(width: number) {
    this.#sums = new Float64Array(width)
  }

  add(key: number, values: ArrayLike<number>): void {
    if (key !== this.#key) this.#finishRow()
    const sums = this.#sums
    for (let column = 0; column < sums.length; column += 1)
      sums[column] = (sums[column] ?? 0) + (values[column] ?? 0)
    this.#key = key
    this.#isEmpty = false
  }

  finish(): Buffer {
    this.#finishRow()
    return this.#packer.finish()
  }

  #finishRow(): void {
    if (this.#isEmpty) return
    this.#packer.put(this.#key - this.#last)
    for (const sum of this.#sums) this.#packer.put(sum)
    this.#last = this.#key
    this.#sums.fill(0)
    this.#isEmpty = true
  }
}

/** Rows of the same width, added up by key. */
export class RowSums {
  readonly width: number
  /** In the order in which they came, with the place of each; null when every key has its place. */
  readonly #keys: number[] = []
  readonly #places: Map<number, number> | null
  #isInOrder = true
  #sums: Float64Array
  /** Where the next key stands if it follows the last one as it did before. */
  #next = 0

  /** With `keysBelow` every key below it has its place, which is many times quicker where most keys occur. */
  constructor(width: number, keysBelow?: number) {
    this.width = width
    this.#places = keysBelow === undefined ? new Map() : null
    this.#sums = new Float64Array(width * (keysBelow ?? 64))
  }

  add(key: number, values: ArrayLike<number>, sign: 1 | -1 = 1): void {
    const { width } = this
    const begin = this.#placeOf(key) * width
    const sums = this.#sums
    for (let column = 0; column < width; column += 1)
      sums[begin + column] = (sums[begin + column] ?? 0) + sign * (values[column] ?? 0)
  }

  addPacked(bytes: Uint8Array, sign: 1 | -1 = 1): void {
    eachRow(bytes, this.width, (key, sums) => this.add(key, sums, sign))
  }

  at(key: number, column: number): number {
    const place = this.#places ? this.#places.get(key) : key
    return place === undefined ? 0 : (this.#sums[place * this.width + column] ?? 0)
  }

  /** Rows that are not all zero, in rising order of keys. */
  each(visit: Visit): void {
    const { width } = this
    const row = new Float64Array(width)
    this.#eachPlace((key, place) => {
      for (let column = 0; column < width; column += 1) row[column] = this.#sums[place * width + column] ?? 0
      visit(key, row)
    })
  }

  keys(): number[] {
    const keys: number[] = []
    this.#eachPlace((key) => keys.push(key))
    return keys
  }

  pack(): Buffer {
    const { width } = this
    const sums = this.#sums
    const packer = new Encoder()
    let last = 0
    this.#eachPlace((key, place) => {
      packer.put(key - last)
      for (let at = place * width; at < (place + 1) * width; at += 1) packer.put(sums[at] ?? 0)
      last = key
    })
    return packer.finish()
  }

  #eachPlace(visit: (key: number, place: number) => void): void {
    const show = (key: number, place: number) => {
      if (!this.#isZero(place)) visit(key, place)
    }
    const places = this.#places
    if (places === null) for (let key = 0; key * this.width < this.#sums.length; key += 1) show(key, key)
    else if (this.#isInOrder) for (const [place, key] of this.#keys.entries()) show(key, place)
    else for (const key of Float64Array.from(this.#keys).sort()) show(key, places.get(key) ?? 0)
  }

  #isZero(place: number): boolean {
    for (let at = place * this.width; at < (place + 1) * this.width; at += 1)
      if (this.#sums[at] !== 0) return false
    return true
  }

  #placeOf(key: number): number {
    if (this.#places === null) return key
    // Rows mostly come in the order in which they came before.
    const place = this.#keys[this.#next] === key ? this.#next : (this.#places.get(key) ?? this.#newPlace(key))
    this.#next = place + 1
    return place
  }

  #newPlace(key: number): number {
    if (key < (this.#keys.at(-1) ?? 0)) this.#isInOrder = false
    const place = this.#keys.push(key) - 1
    this.#places?.set(key, place)
    if (this.#keys.length * this.width > this.#sums.length) {
      const grown = new Float64Array(2 * this.#sums.length)
      grown.set(this.#sums)
      this.#sums = grown
    }
    return place
  }
}

/** A set of numbers: rows without sums. */
export function packKeys(keys: Iterable<number>): Buffer {
  const packer = new Encoder()
  let last = 0
  for (const key of [...keys].sort((a, b) => a - b)) {
    packer.put(key - last)
    last = key
  }
  return packer.finish()
}

export function keysOf(bytes: Uint8Array): number[] {
  const keys: number[] = []
  eachRow(bytes, 0, (key) => keys.push(key))
  return keys
}
