import type { copy } from '../../notes/copy.ts'

export const texts: typeof copy = {
  open: 'Notizen',
  title: 'Notizen in den Trenddiagrammen',
  empty:
    'Markieren Sie die Tage, an denen sich etwas geändert hat, zum Beispiel „Website-Relaunch“, um zu sehen, ob es gewirkt hat.',
  day: 'Tag',
  text: 'Notiz',
  placeholder: 'Website-Relaunch',
  add: 'Notiz hinzufügen',
  save: 'Notiz speichern',
  cancel: 'Abbrechen',
  edit: (text) => `Notiz bearbeiten: ${text}`,
  delete: (text) => `Notiz löschen: ${text}`,
  list: 'Notizen',
}
