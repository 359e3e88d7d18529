import type { copy } from '../../notes/copy.ts'

export const texts: typeof copy = {
  open: 'Notas',
  title: 'Notas en los gráficos de evolución',
  empty: 'Marque los días en que algo cambió, por ejemplo «Rediseño del sitio», para ver si tuvo efecto.',
  day: 'Día',
  text: 'Nota',
  placeholder: 'Rediseño del sitio',
  add: 'Añadir nota',
  save: 'Guardar nota',
  cancel: 'Cancelar',
  edit: (text) => `Editar nota: ${text}`,
  delete: (text) => `Eliminar nota: ${text}`,
  list: 'Notas',
}
