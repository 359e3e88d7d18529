import { Fragment, type ReactNode } from 'react'
import type { MessageId, Messages } from '../../vocabulary/catalogs/messages.generated.ts'
import { getParts } from '../../vocabulary/texts.ts'

type RichTextProps<Id extends MessageId> = {
  id: Id
  /** The elements to insert, by placeholder. */
  values: Readonly<Record<keyof NonNullable<Messages[Id]>, ReactNode>>
}

/**
 * A sentence with elements such as links in place of its placeholders, so that it stays whole in the catalog. Values
 * that users enter are passed as elements, never as part of the text.
 */
export function RichText<Id extends MessageId>({ id, values }: RichTextProps<Id>) {
  return getParts<ReactNode>(id, values).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have an order and no other key.
    <Fragment key={index}>{part}</Fragment>
  ))
}
