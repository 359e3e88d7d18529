/** A fact that a brand has approved, and the result of its comparison with a text. */
import type { Verdict } from '../../vocabulary/claims.ts'
import type { FactKind } from '../../vocabulary/facts.ts'

export type FactValue = number | string | boolean

export type ComparedFact = {
  kind: FactKind
  /** What the value belongs to, such as a plan, a product or a person's role. */
  subject: string
  /** The fact as a sentence. Its words count like the words of the subject. */
  statement: string
  /** A date is a day, a month or a year: `2026-03-01`, `2026-03`, `2026`. */
  value: FactValue
  /** Unit or currency, with its period: `USD/user/month`. */
  unit: string | null
  /** Earlier values: a text that states one is outdated. */
  earlier: readonly { value: FactValue }[]
}

/** The quote is a range of the text in UTF-16 offsets, null if the text does not state the fact. */
export type Comparison =
  | { verdict: Exclude<Verdict, 'not_stated'>; start: number; end: number }
  | { verdict: 'not_stated'; start: null; end: null }

export const notStated: Comparison = { verdict: 'not_stated', start: null, end: null }
