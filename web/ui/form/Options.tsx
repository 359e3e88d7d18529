type Option = readonly [value: string | number, label: string]

type OptionsProps = {
  of: readonly Option[]
  /** The stored value. It is offered even if the list does not contain it, so that saving the form keeps it. */
  stored?: Option | undefined
}

/** The options of a select, in the given order. */
export function Options({ of, stored }: OptionsProps) {
  const isMissing = stored !== undefined && !of.some(([value]) => value === stored[0])
  return (isMissing ? [stored, ...of] : of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
