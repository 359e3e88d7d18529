import { Fragment, type ReactNode } from 'react'

/** The names in braces of a text. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type RichTextProps<Text extends string> = {
  text: Text
  /** The elements to insert, by placeholder. */
  values: { [Name in Placeholders<Text>]: ReactNode }
}

/**
 * A sentence with elements such as links in place of its `{placeholders}`, so that it stays whole in the copy. Values
 * that users enter are passed as elements, never as part of the text.
 */
export function RichText<Text extends string>({ text, values }: RichTextProps<Text>) {
  const elements = new Map<string, ReactNode>(Object.entries(values))
  return text.split(/\{(\w+)\}/).map((part, index) =>
    // Every second part is the name of a placeholder.
    index % 2 === 0 ? part : <Fragment key={part}>{elements.get(part)}</Fragment>,
  )
}
