import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Address, invalidate } from './api.ts'

/** A mutation after which the queries in `stale`, by address or key, are requested again. `onDone` runs first. */
export function useChange<Result, Values = void>(
  mutationFn: (values: Values) => Promise<Result>,
  stale: readonly (Address | QueryKey)[],
  onDone?: (result: Result, values: Values) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: async (result, values) => {
      onDone?.(result, values)
      await invalidate(queryClient, ...stale)
    },
  })
}
