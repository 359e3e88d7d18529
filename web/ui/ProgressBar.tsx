type ProgressBarProps = {
  label: string
  /** The progress as text. */
  said: string
  /** 0 while unknown. */
  total: number
  parts: readonly { count: number; look: 'bg-accent' | 'bg-bad' }[]
}

/** The progress of a long task, in several consecutive parts. */
export function ProgressBar({ label, said, total, parts }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={total > 0 ? parts.reduce((all, { count }) => all + count, 0) : undefined}
      aria-valuetext={said}
      className="flex h-2 overflow-hidden rounded-full bg-line"
    >
      {parts.map(({ count, look }) => (
        <div
          key={look}
          className={`h-full transition-[width] duration-500 ${look}`}
          style={{ width: `${total > 0 ? (100 * count) / total : 0}%` }}
        />
      ))}
    </div>
  )
}
