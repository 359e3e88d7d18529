import { useId } from 'react'

type FileFieldProps = {
  label: string
  hint?: string
  onFile(file: File | null): void
  isDisabled?: boolean
}

export function FileField({ label, hint, onFile, isDisabled = false }: FileFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="file"
        name="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        disabled={isDisabled}
        onChange={({ target }) => onFile(target.files?.[0] ?? null)}
        className="control mt-1 text-sm"
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
