import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { measuredSections, sectionsFor } from '../../vocabulary/reports.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { TextArea, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useChange } from '../useChange.ts'
import { type Report, reportKeys } from './queries.ts'

type Section = Report['sections'][number] & { isShown: boolean }

/** Edits the texts of a draft, and chooses, orders and annotates its sections. */
export function ReportEditor({ report, onClose }: { report: Report; onClose(): void }) {
  const [sections, setSections] = useState(() => allSections(report))
  const save = useChange(
    (values: FormData) =>
      api('PATCH /api/reports/:report', {
        params: { report: report.id },
        body: {
          title: getText(values, 'title'),
          headline: getText(values, 'headline'),
          summary: getText(values, 'summary'),
          sections: sections
            .filter(({ isShown }) => isShown)
            .map(({ section }) => ({ section, note: getText(values, `note ${section}`) })),
        },
      }),
    reportKeys(report.id),
    onClose,
  )
  return (
    <FormDialog
      title={t('reports.editor.title')}
      action={t('reports.editor.save')}
      mutation={save}
      onClose={onClose}
    >
      <TextField
        label={t('reports.editor.name')}
        name="title"
        required
        defaultValue={report.title}
        maxLength={120}
      />
      <TextField
        label={t('reports.editor.headline')}
        name="headline"
        required
        defaultValue={report.headline}
        maxLength={200}
      />
      <TextArea
        label={t('reports.editor.summary')}
        name="summary"
        rows={5}
        defaultValue={report.summary}
        maxLength={4000}
      />
      <SectionList sections={sections} onChange={setSections} />
    </FormDialog>
  )
}

/** The sections that are shown, in order, and then the others. */
function allSections({ sections, brand_ids, snapshot }: Report): Section[] {
  const shown = sections.map((each) => ({ ...each, isShown: true }))
  const others = sectionsFor(brand_ids.length)
    .filter((name) => !sections.some(({ section }) => section === name))
    .map((section) => ({ section, note: '', isShown: false }))
  return measuredSections([...shown, ...others], snapshot)
}

type SectionListProps = { sections: Section[]; onChange(sections: Section[]): void }

function SectionList({ sections, onChange }: SectionListProps) {
  const move = (from: number, to: number) => {
    const moved = sections.toSpliced(from, 1)
    const section = sections[from]
    if (section) onChange(moved.toSpliced(to, 0, section))
  }
  const toggle = (index: number) =>
    onChange(sections.map((each, at) => (at === index ? { ...each, isShown: !each.isShown } : each)))
  return (
    <fieldset>
      <legend className="text-sm font-medium">{t('reports.editor.sections')}</legend>
      <p className="mb-2 text-sm text-muted">{t('reports.editor.sectionsHint')}</p>
      <ol className="grid gap-2">
        {sections.map((each, index) => (
          <li key={each.section} className="rounded-lg border border-line p-2">
            <SectionRow
              section={each}
              onToggle={() => toggle(index)}
              onUp={index > 0 ? () => move(index, index - 1) : null}
              onDown={index < sections.length - 1 ? () => move(index, index + 1) : null}
            />
          </li>
        ))}
      </ol>
    </fieldset>
  )
}

type SectionRowProps = {
  section: Section
  onToggle(): void
  onUp: (() => void) | null
  onDown: (() => void) | null
}

function SectionRow({ section: { section, note, isShown }, onToggle, onUp, onDown }: SectionRowProps) {
  const label = t(`reports.sections.${section}`)
  return (
    <>
      <div className="flex items-center gap-2">
        <label className="flex min-w-0 flex-1 items-center gap-2">
          <input
            type="checkbox"
            checked={isShown}
            onChange={onToggle}
            aria-label={t('reports.editor.show', { section: label })}
            className="size-4 accent-accent"
          />
          <span className="truncate">{label}</span>
        </label>
        {onUp && (
          <IconButton label={t('reports.editor.up', { section: label })} onClick={onUp}>
            <ArrowUp aria-hidden className="size-4" />
          </IconButton>
        )}
        {onDown && (
          <IconButton label={t('reports.editor.down', { section: label })} onClick={onDown}>
            <ArrowDown aria-hidden className="size-4" />
          </IconButton>
        )}
      </div>
      <textarea
        name={`note ${section}`}
        hidden={!isShown}
        rows={1}
        maxLength={2000}
        defaultValue={note}
        aria-label={t('reports.editor.note', { section: label })}
        placeholder={t('reports.editor.addNote')}
        className="control mt-2 text-sm"
      />
    </>
  )
}
