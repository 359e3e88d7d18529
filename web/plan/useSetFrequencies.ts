import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useChange } from '../useChange.ts'
import { type Plan, staleAfterPlan } from './queries.ts'

type Change = NonNullable<Plan['proposal']>['changes'][number]

/** Sets how often prompts are asked. A proposal that is shown is then outdated: `onDone` removes it. */
export function useSetFrequencies(changes: readonly Change[], onDone: () => void) {
  const { brand } = useBrand()
  return useChange(
    () =>
      api('PUT /api/brands/:brand/prompt-frequencies', {
        params: { brand: brand.id },
        body: {
          frequencies: changes.map(({ prompt_id, platform, every }) => ({ prompt_id, platform, every })),
        },
      }),
    staleAfterPlan,
    onDone,
  )
}
