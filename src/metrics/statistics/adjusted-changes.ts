import { benjaminiHochberg } from './false-discovery.ts'
import { significance, type TestedChange } from './window-change.ts'

/**
 * Adjusts changes that are shown together: of those still `up` or `down`, at most 5% are chance on average. `q_value` is the
 * false discovery rate of each p-value in the group.
 */
export function adjustForMultipleTests<C extends TestedChange>(
  changes: readonly C[],
): (C & { q_value: number | null })[] {
  const pValues = changes.flatMap((change) => change.p_value ?? [])
  const qValues = benjaminiHochberg(pValues)
  const qOf = new Map(pValues.map((p, index) => [p, qValues[index] ?? 1]))
  return changes.map((change) => {
    const q = change.p_value === null ? null : (qOf.get(change.p_value) ?? 1)
    const mayBeChance = q !== null && q > significance
    return { ...change, state: mayBeChance ? 'no_significant_change' : change.state, q_value: q }
  })
}
