import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatCost } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { read } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Options } from '../../ui/form/Options.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import type { ImportLayout, Preview } from './layout.ts'

type ImportPreviewProps = {
  preview: Preview
  isReading: boolean
  isCreating: boolean
  error: Error | null
  onChange(layout: ImportLayout): void
  onCreate(layout: ImportLayout): void
  onBack(): void
}

/** What an import would create, with the columns to correct. */
export function ImportPreview(props: ImportPreviewProps) {
  const { preview, isReading, isCreating, error, onChange, onCreate, onBack } = props
  const layout = getLayout(preview)
  return (
    <div className="space-y-4">
      <LayoutFields preview={preview} layout={layout} onChange={onChange} />
      <p role="status" className={classes('text-sm', isReading && 'opacity-60')}>
        <strong className="font-semibold">
          {t('prompts.importPreview.created', { count: preview.new })}
        </strong>{' '}
        {preview.duplicates > 0 && t('prompts.importPreview.duplicates', { count: preview.duplicates })}{' '}
        {preview.rejected > 0 && t('prompts.importPreview.rejected', { count: preview.rejected })}{' '}
        <MonthlyCost prompts={preview.new} />
      </p>
      <Lines lines={preview.lines} total={preview.total} />
      <ErrorNotice error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>{t('prompts.importPreview.back')}</Button>
        <Button
          look="primary"
          busy={isCreating || isReading}
          disabled={preview.new === 0}
          onClick={() => onCreate(layout)}
        >
          {t('prompts.importPreview.create', { count: preview.new })}
        </Button>
      </div>
    </div>
  )
}

const getLayout = ({ format, columns, has_header }: Preview): Required<ImportLayout> => ({
  format,
  columns: columns.map(({ content }) => content ?? '').join(),
  header: has_header ? 'true' : 'false',
})

type LayoutFieldsProps = {
  preview: Preview
  layout: Required<ImportLayout>
  onChange(layout: ImportLayout): void
}

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
      <legend className="sr-only">{t('prompts.importPreview.layout')}</legend>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <label htmlFor={id} className="flex items-center gap-2 font-medium">
          {t('prompts.importPreview.format')}
          <Select
            id={id}
            value={preview.format}
            // Another format has other columns, which are recognized again.
            onChange={({ target }) => onChange({ format: getFormat(target.value) })}
          >
            <Options
              of={(['lines', 'csv', 'tsv'] as const).map(
                (each) => [each, t(`prompts.importPreview.formats.${each}`)] as const,
              )}
            />
          </Select>
        </label>
        {isTable && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={preview.has_header}
              onChange={({ target }) => onChange({ ...layout, header: target.checked ? 'true' : 'false' })}
              className="size-4 accent-accent"
            />
            {t('prompts.importPreview.header')}
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
                  {t('prompts.importPreview.column', { number: index + 1, firstCell: name })}
                </span>
                <Select value={content ?? ''} onChange={({ target }) => choose(index, target.value)} isWide>
                  <option value="">{t('prompts.importPreview.skip')}</option>
                  <Options
                    of={(
                      [
                        'text',
                        'topic',
                        'tags',
                        'platforms',
                        'region',
                        'language',
                        'persona',
                        'category',
                        'follows_text',
                      ] as const
                    ).map((each) => [each, t(`prompts.importPreview.contents.${each}`)] as const)}
                  />
                </Select>
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

const getFormat = (value: string) =>
  (['lines', 'csv', 'tsv'] as const).find((each) => each === value) ?? 'lines'

/** Nothing when no price is known or the answers are free. */
function MonthlyCost({ prompts }: { prompts: number }) {
  const { slug } = useBrand()
  const { data } = useQuery(read('GET /api/brands/:brand/prompt-cost', { params: { brand: slug } }))
  if (!data?.cost_micros || prompts === 0) return null
  return t('prompts.importPreview.cost', {
    cost: formatCost(data.cost_micros * prompts),
    queries: data.queries * prompts,
  })
}

const tones = { new: 'good', duplicate: 'plain', rejected: 'bad' } as const

type Line = Preview['lines'][number]

function Lines({ lines, total }: { lines: readonly Line[]; total: number }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <ul className="max-h-72 divide-y divide-line overflow-y-auto text-sm">
        {lines.map((each) => (
          <li key={each.line} className="flex items-start gap-3 px-3 py-1.5">
            <span className="w-8 shrink-0 text-right tabular-nums text-muted">{each.line}</span>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <span className={classes('line-clamp-2', each.status !== 'new' && 'text-muted')}>
                {each.text}
              </span>
              <span className="block text-xs text-muted">{each.reason ?? describe(each)}</span>
            </span>
            <Badge tone={tones[each.status]}>{t(`prompts.importPreview.status.${each.status}`)}</Badge>
          </li>
        ))}
      </ul>
      {total > lines.length && (
        <p className="border-t border-line px-3 py-1.5 text-xs text-muted">
          {t('prompts.importPreview.firstLines', { shown: lines.length, total })}
        </p>
      )}
    </div>
  )
}

const describe = ({ follows_text, topic, tags, region, language, persona, platforms }: Line): string =>
  [
    follows_text !== null && t('prompts.table.follows', { question: follows_text }),
    topic,
    ...tags,
    region,
    language,
    persona,
    ...(platforms ?? []),
  ]
    .filter(Boolean)
    .join(' · ')
