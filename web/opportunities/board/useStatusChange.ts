import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpportunityStatus } from '../../../vocabulary/opportunities.ts'
import { api } from '../../api.ts'
import { useChange } from '../../useChange.ts'
import { contentAddresses, type OpportunityPage, opportunityLists } from '../queries.ts'

export type Move = { id: string; text: string; from: OpportunityStatus; to: OpportunityStatus }

/** Changes the status of an opportunity; `last` is the newest change, for undo. */
export function useStatusChange() {
  const queryClient = useQueryClient()
  const [last, setLast] = useState<Move | null>(null)
  const { mutate, reset, error, isPending } = useChange(
    ({ id, to }: Move) => api('PATCH /api/content/:id/status', { params: { id }, body: { status: to } }),
    contentAddresses,
    (_, move) => {
      moveInLists(queryClient, move)
      setLast(move)
    },
  )
  const forget = () => {
    reset()
    setLast(null)
  }
  return { last, error, isPending, move: (move: Move) => mutate(move), forget }
}

/** Updates all lists at once: they are refetched one by one, and the card would briefly be in two of them or none. */
function moveInLists(queryClient: QueryClient, { id, to }: Move): void {
  const lists = queryClient.getQueriesData<InfiniteData<OpportunityPage>>({ queryKey: opportunityLists })
  const card = lists
    .flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? [])
    .find((each) => each.id === id)
  if (!card) return
  for (const [key, data] of lists) {
    if (!data) continue
    const status = statusIn(key)
    const others = data.pages.map((page) => ({ ...page, items: page.items.filter((each) => each.id !== id) }))
    const [first, ...rest] = others
    if (!first) continue
    const belongs = status === undefined || status === to
    const items = belongs
      ? [...first.items, { ...card, status: to }].sort((a, b) => b.opportunity_score - a.opportunity_score)
      : first.items
    queryClient.setQueryData(key, { ...data, pages: [{ ...first, items }, ...rest] })
  }
}

const statusIn = (key: readonly unknown[]): unknown => Object(key[opportunityLists.length]).query?.status
