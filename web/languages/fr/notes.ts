import type { copy } from '../../notes/copy.ts'

export const texts: typeof copy = {
  open: 'Notes',
  title: 'Notes sur les graphiques',
  empty:
    'Marquez les jours où quelque chose a changé, par exemple « Refonte du site », pour voir si cela a eu un effet.',
  day: 'Jour',
  text: 'Note',
  placeholder: 'Refonte du site',
  add: 'Ajouter une note',
  save: 'Enregistrer la note',
  cancel: 'Annuler',
  edit: (text) => `Modifier la note : ${text}`,
  delete: (text) => `Supprimer la note : ${text}`,
  list: 'Notes',
}
