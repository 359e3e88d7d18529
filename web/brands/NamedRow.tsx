import { Pencil, Trash2 } from 'lucide-react'
import { joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { IconButton } from '../ui/IconButton.tsx'

type NamedRowProps = {
  of: { name: string; aliases: string[]; domain?: string | null }
  onEdit(): void
  onRemove(): void
}

/** A product or competitor in a list: its name, domain and aliases, with buttons for members who may write. */
export function NamedRow({ of: { name, aliases, domain }, onEdit, onRemove }: NamedRowProps) {
  const { mayWrite } = useCurrentUser()
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">
          {name}
          {domain && <span className="font-normal text-muted"> {domain}</span>}
        </p>
        {aliases.length > 0 && (
          <p className="text-sm text-muted [overflow-wrap:anywhere]">
            {t('brands.names.also', { aliases: joinFacts(aliases) })}
          </p>
        )}
      </div>
      {mayWrite && (
        <>
          <IconButton label={t('brands.names.edit', { name })} onClick={onEdit}>
            <Pencil aria-hidden className="size-4" />
          </IconButton>
          <IconButton label={t('brands.names.remove', { name })} onClick={onRemove}>
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        </>
      )}
    </li>
  )
}
