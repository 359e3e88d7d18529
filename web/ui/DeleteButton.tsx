import { Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { ConfirmButton } from './ConfirmButton.tsx'

/** Deletes a row of a table after confirmation. `title` names the row. */
export const DeleteButton = (
  props: Pick<ComponentProps<typeof ConfirmButton>, 'label' | 'title' | 'mutation' | 'children'>,
) => <ConfirmButton {...props} Icon={Trash2} aria-label={props.title} look="quiet" size="small" />
