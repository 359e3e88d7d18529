import type { RowKey } from '../rollup-rows.ts'
import type { Segment } from './dimension-ids.ts'

export type ScopedPrompt = { number: number; id: string; branded: boolean; topic_id: string | null }

/** The segments and prompts of a scope. */
export class Dimensions {
  readonly segments: readonly Segment[]
  readonly prompts: readonly ScopedPrompt[]
  /** All numbers of entities are below. */
  readonly entities: number
  /** By number of the segment: the index of its first row. */
  readonly firstIndexes: ReadonlyMap<number, number>
  /** By number of the prompt: its offset among the rows of a segment, -1 when it is not in scope. */
  readonly offsets: Int32Array
  /** By index of the segment: a number for its platform and region. */
  readonly platformRegions: readonly number[]

  constructor(segments: readonly Segment[], prompts: readonly ScopedPrompt[], entities: number) {
    this.segments = segments
    this.prompts = prompts
    this.entities = entities
    this.firstIndexes = new Map(segments.map(({ number }, index) => [number, index * prompts.length]))
    this.offsets = new Int32Array(
      prompts.reduce((highest, { number }) => Math.max(highest, number), 0) + 1,
    ).fill(-1)
    for (const [offset, { number }] of prompts.entries()) this.offsets[number] = offset
    const numbers = new Map<string, number>()
    this.platformRegions = segments.map(({ platform, region }) => {
      const name = `${platform} ${region}`
      const number = numbers.get(name) ?? numbers.size
      numbers.set(name, number)
      return number
    })
  }

  /** Returns the numbers of a row's segment and prompt. */
  numbersOf(index: number): { segment: number; prompt: number } {
    const segment = this.segments[Math.floor(index / this.prompts.length)]?.number ?? 0
    return { segment, prompt: this.prompts[index % this.prompts.length]?.number ?? 0 }
  }

  get rowCount(): number {
    return this.segments.length * this.prompts.length
  }

  keyOf(index: number): RowKey {
    const segment = Math.floor(index / this.prompts.length)
    const offset = index % this.prompts.length
    const { platform = '', model = '', region = '' } = this.segments[segment] ?? {}
    return {
      index,
      cell: (this.platformRegions[segment] ?? 0) * this.prompts.length + offset,
      prompt_id: this.prompts[offset]?.id ?? '',
      platform,
      model,
      region,
    }
  }
}
