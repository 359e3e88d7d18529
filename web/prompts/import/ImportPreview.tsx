import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { read } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Options } from '../../ui/form/Options.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { keysOf } from '../../ui/typed-keys.ts'
import { copy } from '../copy.ts'
import type { Layout, Preview } from './layout.ts'

type ImportPreviewProps = {
  preview: Preview
  isReading: boolean
  isCreating: boolean
  error: Error | null
  onChange(layout: Layout): void
  onCreate(layout: Layout): void
  onBack(): void
}

const { importPreview: texts } = copy

/** What an import would create, with the columns to correct. */
export function ImportPreview(props: ImportPreviewProps) {
  const { preview, isReading, isCreating, error, onChange, onCreate, onBack } = props
  const layout = layoutOf(preview)
  return (
    <div className="space-y-4">
      <LayoutFields preview={preview} layout={layout} onChange={onChange} />
      <p role="status" className={classes('text-sm', isReading && 'opacity-60')}>
        <strong className="font-semibold">{texts.created(preview.new)}</strong>{' '}
        {preview.duplicates > 0 && texts.duplicates(preview.duplicates)}{' '}
        {preview.rejected > 0 && texts.rejected(preview.rejected)} <MonthlyCost prompts={preview.new} />
      </p>
      <Lines lines={preview.lines} total={preview.total} />
      <ErrorNotice error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>{texts.back}</Button>
        <Button
          look="primary"
          busy={isCreating || isReading}
          disabled={preview.new === 0}
          onClick={() => onCreate(layout)}
        >
          {texts.create(preview.new)}
        </Button>
      </div>
    </div>
  )
}

const layoutOf = ({ format, columns, has_header }: Preview): Required<Layout> => ({
  format,
  columns: columns.map(({ content }) => content ?? '').join(),
  header: has_header ? 'true' : 'false',
})

type LayoutFieldsProps = { preview: Preview; layout: Required<Layout>; onChange(layout: Layout): void }

function LayoutFields({ preview, layout, onChange }: LayoutFieldsProps) {
  const id = useId()
  const isTable = preview.format !== 'lines'
  const choose = (index: number, content: string) => {
    const columns = preview.columns.map((column, at) =>
      at === index ? content : column.content === content ? '' : (column.content ?? ''),
    )
    onChange({ ...layout, columns: columns.join() })
  }
  return (
    <fieldset className="space-y-3 rounded-lg border border-line p-3 text-sm">
      <legend className="sr-only">{texts.layout}</legend>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <label htmlFor={id} className="flex items-center gap-2 font-medium">
          {texts.format}
          <select
            id={id}
            value={preview.format}
            // Another format has other columns, which are recognized again.
            onChange={({ target }) => onChange({ format: formatOf(target.value) })}
            className="control w-auto"
          >
            <Options of={Object.entries(texts.formats)} />
          </select>
        </label>
        {isTable && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={preview.has_header}
              onChange={({ target }) => onChange({ ...layout, header: target.checked ? 'true' : 'false' })}
              className="size-4 accent-accent"
            />
            {texts.header}
          </label>
        )}
      </div>
      {isTable && (
        <ul className="grid gap-2 sm:grid-cols-3">
          {preview.columns.map(({ name, content }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity except their position
            <li key={index}>
              <label className="block min-w-0">
                <span className="mb-0.5 block truncate text-xs text-muted" title={name}>
                  {texts.column(index + 1, name)}
                </span>
                <select
                  value={content ?? ''}
                  onChange={({ target }) => choose(index, target.value)}
                  className="control"
                >
                  <option value="">{texts.skip}</option>
                  <Options of={Object.entries(texts.contents)} />
                </select>
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

const formatOf = (value: string) => keysOf(texts.formats).find((each) => each === value) ?? 'lines'

/** Nothing when no price is known or the answers are free. */
function MonthlyCost({ prompts }: { prompts: number }) {
  const { slug } = useBrand()
  const { data } = useQuery(read('GET /api/brands/:brand/prompt-cost', { params: { brand: slug } }))
  if (!data?.cost_micros || prompts === 0) return null
  return texts.cost(data.cost_micros * prompts, data.queries * prompts)
}

const tones = { new: 'good', duplicate: 'plain', rejected: 'bad' } as const

function Lines({ lines, total }: { lines: Preview['lines']; total: number }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <ul className="max-h-72 divide-y divide-line overflow-y-auto text-sm">
        {lines.map(({ line, text, topic, tags, status, reason, platforms, region, language }) => (
          <li key={line} className="flex items-start gap-3 px-3 py-1.5">
            <span className="w-8 shrink-0 text-right tabular-nums text-muted">{line}</span>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <span className={classes('line-clamp-2', status !== 'new' && 'text-muted')}>{text}</span>
              <span className="block text-xs text-muted">
                {reason ??
                  [topic, ...tags, region, language, ...(platforms ?? [])].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Badge tone={tones[status]}>{texts.status[status]}</Badge>
          </li>
        ))}
      </ul>
      {total > lines.length && (
        <p className="border-t border-line px-3 py-1.5 text-xs text-muted">
          {texts.firstLines(lines.length, total)}
        </p>
      )}
    </div>
  )
}
