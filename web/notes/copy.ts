import { translated } from '../../vocabulary/language.ts'

export const copy = translated('notes', {
  open: 'Notes',
  title: 'Notes on the trend charts',
  empty:
    'Mark the days on which something changed, such as “Site relaunch”, to see whether it had an effect.',
  day: 'Day',
  text: 'Note',
  placeholder: 'Site relaunch',
  add: 'Add note',
  save: 'Save note',
  cancel: 'Cancel',
  edit: (text: string) => `Edit note: ${text}`,
  delete: (text: string) => `Delete note: ${text}`,
  list: 'Notes',
})
