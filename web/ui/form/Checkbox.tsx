import type { ComponentProps } from 'react'

/** A checkbox whose label is next to it. */
export const Checkbox = ({ children, ...input }: ComponentProps<'input'> & { children: string }) => (
  <label className="flex items-center gap-2.5">
    <input {...input} type="checkbox" className="size-4 shrink-0 accent-accent" />
    {children}
  </label>
)
