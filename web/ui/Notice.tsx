import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const tones = {
  caution: { box: 'bg-caution-soft text-caution', Icon: Info },
  bad: { box: 'bg-bad-soft text-bad', Icon: CircleAlert },
  good: { box: 'bg-good-soft text-good', Icon: CircleCheck },
}

type NoticeProps = {
  tone: keyof typeof tones
  /** Results of an action are announced to screen readers; static notices are not. */
  live?: boolean
  children: ReactNode
}

export function Notice({ tone, live = false, children }: NoticeProps) {
  const { box, Icon } = tones[tone]
  return (
    <div
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
      className={classes('flex items-start gap-2.5 rounded-lg px-3.5 py-2.5 text-sm', box)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</div>
    </div>
  )
}

type ErrorNoticeProps = {
  error: Error | null
  /** Classes of a wrapper. */
  className?: string
}

/** The error of a failed action, announced to screen readers; nothing without an error. */
export function ErrorNotice({ error, className }: ErrorNoticeProps) {
  if (!error) return null
  const notice = (
    <Notice tone="bad" live>
      {error.message}
    </Notice>
  )
  return className ? <div className={className}>{notice}</div> : notice
}
