import type { ComponentProps } from 'react'
import { Button } from '../Button.tsx'
import { classes } from '../classes.ts'
import { SavedMessage } from './SavedMessage.tsx'

type SaveButtonProps = Pick<ComponentProps<typeof Button>, 'look' | 'className'> & {
  mutation: { isPending: boolean; isSuccess: boolean }
  children: string
}

/** Submits a form that stays open, and confirms the save next to the button. */
export function SaveButton({ mutation, look = 'secondary', className, children }: SaveButtonProps) {
  return (
    <div className={classes('flex items-center gap-3', className)}>
      <Button type="submit" look={look} busy={mutation.isPending}>
        {children}
      </Button>
      <SavedMessage isSaved={mutation.isSuccess} />
    </div>
  )
}
