import type { ComponentProps, ReactNode } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { Badge } from '../Badge.tsx'
import { classes } from '../classes.ts'
import { useField } from './Form.tsx'
import { Select } from './Select.tsx'

type Labelled = {
  label: string
  name: string
  hint?: ReactNode
  /** The value is a suggestion to review. */
  isSuggested?: boolean
}

type TextFieldProps = Labelled &
  ComponentProps<'input'> & {
    /** Whether an optional field says so; false where the surrounding fields do it together. */
    saysOptional?: boolean
  }

export function TextField({ label, hint, name, isSuggested, saysOptional = true, ...rest }: TextFieldProps) {
  const { id, complaint, control } = useField(name, hint)
  return (
    <FieldFrame {...{ id, label, hint, complaint, isSuggested }} optional={saysOptional && !rest.required}>
      <input {...rest} {...control} className="control" />
    </FieldFrame>
  )
}

export function TextArea({
  label,
  hint,
  name,
  isSuggested,
  className,
  ...rest
}: Labelled & ComponentProps<'textarea'>) {
  const { id, complaint, control } = useField(name, hint)
  return (
    <FieldFrame {...{ id, label, hint, complaint, isSuggested }} optional={!rest.required}>
      <textarea {...rest} {...control} className={classes('control', className)} />
    </FieldFrame>
  )
}

export function SelectField({
  label,
  hint,
  name,
  isSuggested,
  children,
  ...rest
}: Labelled & ComponentProps<'select'>) {
  const { id, complaint, control } = useField(name, hint)
  return (
    <FieldFrame {...{ id, label, hint, complaint, isSuggested }} optional={false}>
      <Select {...rest} {...control} isWide>
        {children}
      </Select>
    </FieldFrame>
  )
}

type FieldFrameProps = {
  id: string
  label: string
  hint: ReactNode
  complaint: string | undefined
  isSuggested: boolean | undefined
  optional: boolean
  children: ReactNode
}

function FieldFrame({ id, label, hint, complaint, isSuggested, optional, children }: FieldFrameProps) {
  return (
    <div className="min-w-0 flex-1">
      <div className="mb-1 flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {isSuggested ? (
          <Badge tone="accent">{t('ui.form.suggested')}</Badge>
        ) : (
          optional && <span className="text-xs text-muted">{t('ui.form.optional')}</span>
        )}
      </div>
      {children}
      {complaint && (
        <p id={`${id}-complaint`} className="mt-1 text-sm text-bad">
          {complaint}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
