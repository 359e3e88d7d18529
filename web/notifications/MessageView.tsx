import type { ReactNode } from 'react'
import { basePath } from '../base-path.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import type { Message } from './queries.ts'

type Item = Message['sections'][number]['items'][number]
type Mark = NonNullable<Item['mark']>

/** The content of a notification: the same as in its email. */
export function MessageView({ message }: { message: Message }) {
  const { summary, facts, facts_note, sections, action, note } = message
  return (
    <div className="space-y-5">
      {summary.map((text) => (
        <p key={text} className="max-w-2xl text-muted">
          {text}
        </p>
      ))}
      {facts.length > 0 && <Facts facts={facts} />}
      {facts_note !== undefined && <p className="text-sm text-muted">{facts_note}</p>}
      {sections
        .filter(({ items }) => items.length > 0)
        .map((section) => (
          <MessageSection key={section.heading} section={section} />
        ))}
      {note !== undefined && <p className="text-sm font-medium text-caution">{note}</p>}
      <a href={getHref(action.path)} className={buttonClasses('secondary', 'small')}>
        {action.label}
      </a>
    </div>
  )
}

/** A full page load, because the path is data and not a route that TypeScript knows. */
const getHref = (path: string) => `${basePath}${path}`

function Facts({ facts }: Pick<Message, 'facts'>) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3">
      {facts.map(({ label, value, detail, mark }) => (
        <div key={label} className="bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{label}</dt>
          <dd>
            <span className="text-xl font-semibold tabular-nums">{value}</span> <MarkText mark={mark} />
            {detail !== undefined && <span className="block text-xs text-muted">{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function MessageSection({ section: { heading, items } }: { section: Message['sections'][number] }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">{heading}</h3>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={`${item.text} ${item.detail}`} className="py-2">
            {item.bar ? <BarItem item={item} bar={item.bar} /> : <PlainItem item={item} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function BarItem({ item: { text, mark }, bar }: { item: Item; bar: NonNullable<Item['bar']> }) {
  return (
    <div
      className={classes(
        'grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_2.5rem_3.5rem] items-center gap-3',
        bar.is_own && 'font-semibold',
      )}
    >
      <span className="truncate">{text}</span>
      <svg aria-hidden className="h-2.5 w-full" preserveAspectRatio="none">
        <rect
          width={`${bar.share * 100}%`}
          height="100%"
          rx="3"
          className={bar.is_own ? 'fill-accent' : 'fill-muted'}
        />
      </svg>
      <span className="text-right tabular-nums">{bar.value}</span>
      <span className="text-right">
        <MarkText mark={mark} />
      </span>
    </div>
  )
}

function PlainItem({ item: { text, detail, path, mark } }: { item: Item }) {
  return (
    <div className="flex items-baseline gap-3">
      {mark && (
        <span className="w-28 shrink-0">
          <MarkText mark={mark} />
        </span>
      )}
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <MaybeLink path={path}>{text}</MaybeLink>
        {detail !== undefined && <p className="text-sm text-muted">{detail}</p>}
      </div>
    </div>
  )
}

function MaybeLink({ path, children }: { path: string | undefined; children: ReactNode }) {
  if (path === undefined) return <span>{children}</span>
  return (
    <a href={getHref(path)} className="font-medium hover:underline">
      {children}
    </a>
  )
}

const tones: Record<Mark['tone'], string> = { better: 'text-good', worse: 'text-bad', neutral: 'text-muted' }

function MarkText({ mark }: { mark: Mark | undefined }) {
  if (!mark) return null
  return <span className={classes('text-sm font-medium', tones[mark.tone])}>{mark.text}</span>
}
