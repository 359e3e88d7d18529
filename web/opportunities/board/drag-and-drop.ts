/** The drag event carries the card, so that a drop needs no other state. */
import { opportunityStatuses } from '../../../vocabulary/opportunities.ts'
import type { Move } from './useStatusChange.ts'

type Card = Omit<Move, 'to'>

const type = 'application/x-ansight-opportunity'

export function startDrag(transfer: DataTransfer, card: Card): void {
  transfer.setData(type, JSON.stringify(card))
  transfer.effectAllowed = 'move'
}

export const isCardDrag = (transfer: DataTransfer): boolean => transfer.types.includes(type)

export function readDrop(transfer: DataTransfer): Card | null {
  const data = transfer.getData(type)
  if (data === '') return null
  const { id, text, from } = Object(JSON.parse(data))
  const status = opportunityStatuses.find((each) => each === from)
  return status ? { id: String(id), text: String(text), from: status } : null
}
