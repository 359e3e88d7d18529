import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type Tone = 'plain' | 'accent' | 'good' | 'caution' | 'bad'

const tones: Record<Tone, string> = {
  plain: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-strong',
  good: 'bg-good-soft text-good',
  caution: 'bg-caution-soft text-caution',
  bad: 'bg-bad-soft text-bad',
}

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex shrink-0 items-center gap-1 whitespace-nowrap rounded-full px-2 text-xs font-medium leading-5',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
