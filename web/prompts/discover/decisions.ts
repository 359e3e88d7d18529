import { api } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { useChange } from '../../useChange.ts'
import { promptAddresses } from '../queries.ts'
import { candidateAddresses } from './candidates.ts'

type Tracked = {
  prompts: { query: string; text: string }[]
  topic_id?: string | null
  tags?: string[]
}

export function useTrack(onDone?: () => void) {
  const params = { brand: useBrand().slug }
  return useChange(
    (body: Tracked) => api('POST /api/brands/:brand/prompt-candidates/track', { params, body }),
    [...candidateAddresses, ...promptAddresses],
    onDone,
  )
}

export function useDismiss(onDone?: () => void) {
  const params = { brand: useBrand().slug }
  return useChange(
    (queries: string[]) =>
      api('POST /api/brands/:brand/prompt-candidates/dismiss', { params, body: { queries } }),
    candidateAddresses,
    onDone,
  )
}

export function useRestore(onDone?: () => void) {
  const params = { brand: useBrand().slug }
  return useChange(
    (queries: string[]) =>
      api('POST /api/brands/:brand/prompt-candidates/restore', { params, body: { queries } }),
    candidateAddresses,
    onDone,
  )
}
