/**
 * A form that shows the server's errors at its fields: fields have the names used in `details`, and other errors are
 * shown at the end. Fields are uncontrolled; no value is stored twice.
 */
import { createContext, type FormEvent, type ReactNode, use, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { ApiError } from '../../api.ts'
import { ErrorNotice } from '../Notice.tsx'

type Complaints = ReadonlyMap<string, string>
const ComplaintsContext = createContext<Complaints>(new Map())

type FormProps = {
  /** The error of the last submission. */
  error: Error | null
  /** Called with the values by name once all required fields have input. */
  onSubmit(values: FormData): void
  /** Server errors that belong to a field although they name none: code → field. */
  fieldByErrorCode?: Record<string, string>
  /** The server's path → the field's name, where they differ. */
  getName?: (path: string) => string
  className?: string
  children: ReactNode
}

export function Form({
  error,
  onSubmit,
  fieldByErrorCode = {},
  getName,
  className = 'space-y-5',
  children,
}: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [empty, setEmpty] = useState<readonly string[]>([])
  const [isUnplaced, setUnplaced] = useState(false)
  const complaints =
    empty.length > 0
      ? new Map(empty.map((name) => [name, t('ui.form.required')]))
      : getComplaints(error, fieldByErrorCode, getName)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every failed submission has a new error or a new list of empty fields
  useEffect(() => {
    const wrong = form.current?.querySelector('[aria-invalid="true"]')
    setUnplaced(error !== null && !wrong)
    if (wrong instanceof HTMLElement) wrong.focus()
  }, [error, empty])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const missing = emptyFields(event.currentTarget)
    setEmpty(missing)
    if (missing.length === 0) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className={className}>
      <ComplaintsContext value={complaints}>{children}</ComplaintsContext>
      {isUnplaced && <ErrorNotice error={error} />}
    </form>
  )
}

/** Connects a control with its label, hint and error. */
export function useField(name: string, hint: ReactNode) {
  const id = useId()
  const complaint = use(ComplaintsContext).get(name)
  const described = [complaint && `${id}-complaint`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    complaint,
    id,
    control: {
      id,
      name,
      'aria-invalid': complaint !== undefined || undefined,
      'aria-describedby': described || undefined,
    },
  }
}

function getComplaints(
  error: Error | null,
  fieldByErrorCode: Record<string, string>,
  getName = (path: string) => path,
): Complaints {
  if (!(error instanceof ApiError)) return new Map()
  const field = fieldByErrorCode[error.code]
  if (error.details.length === 0 && field !== undefined) return new Map([[field, error.message]])
  return new Map(error.details.map(({ path, message }) => [getName(path), asSentence(message)]))
}

const asSentence = (message: string) =>
  t('ui.form.problem', { problem: `${message.charAt(0).toUpperCase()}${message.slice(1)}` })

function emptyFields(form: HTMLFormElement): string[] {
  return [...form.elements].flatMap((element) =>
    (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
    element.required &&
    element.value.trim() === ''
      ? [element.name]
      : [],
  )
}
