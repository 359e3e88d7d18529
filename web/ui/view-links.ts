import { classes } from './classes.ts'

/** Links to two to four views of one screen, of which one is shown: each has an address of its own. */
export const viewLinksClasses = 'inline-flex rounded-lg border border-line bg-sunken p-0.5 print:hidden'

export const viewLinkClasses = (isHere: boolean) =>
  classes(
    'inline-flex min-h-8 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium',
    isHere ? 'bg-surface shadow-card' : 'text-muted hover:text-ink',
  )
