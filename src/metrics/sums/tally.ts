/**
 * A tally packed into bytes: for each source that was cited, its number and three counts. Numbers stand in rising order as
 * distances and every number takes as few bytes as it needs (LEB128), so that one source takes about five bytes.
 */

/** Parallel: the number of a source, how often it was cited, in how many answers, and in how many that name the brand. */
export type Tally = { numbers: number[]; citations: number[]; results: number[]; named: number[] }

export function packTally({ numbers, citations, results, named }: Tally): Buffer {
  const bytes: number[] = []
  const put = (value: number) => {
    let rest = value
    while (rest > 127) {
      bytes.push((rest & 127) | 128)
      rest >>>= 7
    }
    bytes.push(rest)
  }
  const order = numbers.map((_, index) => index).sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0))
  let last = 0
  for (const index of order) {
    const number = numbers[index] ?? 0
    put(number - last)
    put(citations[index] ?? 0)
    put(results[index] ?? 0)
    put(named[index] ?? 0)
    last = number
  }
  return Buffer.from(bytes)
}

/** The sums of many tallies, by the number of the source; numbers are at most `size`. */
export class TallySum {
  readonly citations: Float64Array
  readonly results: Float64Array
  readonly named: Float64Array

  constructor(size: number) {
    this.citations = new Float64Array(size + 1)
    this.results = new Float64Array(size + 1)
    this.named = new Float64Array(size + 1)
  }

  addPacked(bytes: Buffer): void {
    const { citations, results, named } = this
    const end = bytes.length
    let at = 0
    let number = 0
    const take = () => {
      let value = bytes[at++] ?? 0
      if (value < 128) return value
      value &= 127
      for (let shift = 7; ; shift += 7) {
        const byte = bytes[at++] ?? 0
        value += (byte & 127) * 2 ** shift
        if (byte < 128) return value
      }
    }
    while (at < end) {
      number += take()
      citations[number] = (citations[number] ?? 0) + take()
      results[number] = (results[number] ?? 0) + take()
      named[number] = (named[number] ?? 0) + take()
    }
  }

  /** `sign` -1 takes them away. */
  add({ numbers, citations, results, named }: Tally, sign: 1 | -1 = 1): void {
    for (const [index, number] of numbers.entries()) {
      this.citations[number] = (this.citations[number] ?? 0) + sign * (citations[index] ?? 0)
      this.results[number] = (this.results[number] ?? 0) + sign * (results[index] ?? 0)
      this.named[number] = (this.named[number] ?? 0) + sign * (named[index] ?? 0)
    }
  }

  /** Of the sources that were cited, in rising order. */
  numbers(): number[] {
    const numbers: number[] = []
    this.citations.forEach((citations, number) => {
      if (citations > 0) numbers.push(number)
    })
    return numbers
  }

  toTally(): Tally {
    const numbers = this.numbers()
    return {
      numbers,
      citations: numbers.map((number) => this.citations[number] ?? 0),
      results: numbers.map((number) => this.results[number] ?? 0),
      named: numbers.map((number) => this.named[number] ?? 0),
    }
  }
}
