import { Fragment, type ReactNode } from 'react'
import type { Text } from '../../vocabulary/language.ts'

type RichTextProps<Name extends string> = {
  text: Text<Name>
  /** The elements to insert, by placeholder. */
  values: Readonly<Record<Name, ReactNode>>
}

/**
 * A sentence with elements such as links in place of its `{placeholders}`, so that it stays whole in the copy. Values
 * that users enter are passed as elements, never as part of the text.
 */
export function RichText<Name extends string>({ text, values }: RichTextProps<Name>) {
  const elements = new Map<string, ReactNode>(Object.entries(values))
  return text.split(/\{(\w+)\}/).map((part, index) =>
    // Every second part is the name of a placeholder.
    index % 2 === 0 ? part : <Fragment key={part}>{elements.get(part)}</Fragment>,
  )
}
