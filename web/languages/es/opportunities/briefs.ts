import { formatCount, formatTime } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../opportunities/briefs/copy.ts'

export const texts: typeof copy = {
  brief: {
    title: 'Brief',
    source: (method, writtenAt) => `${method}, ${formatTime(writtenAt)}`,
    copyMarkdown: 'Copiar como Markdown',
    edit: 'Editar',
    regenerate: 'Regenerar',
    regenerateTitle: '¿Regenerar el brief?',
    regenerateConsequence:
      'Este brief se ha editado. El nuevo lo sustituye aquí y en los envíos. Cópielo antes si desea conservarlo.',
    empty: 'Aún no hay brief',
    emptyHint:
      'Un brief indica qué escribir, para qué público y en qué se basan las respuestas. Se genera a partir de la evidencia, con un modelo de lenguaje si hay uno configurado.',
    generate: 'Generar brief',
    typeAndLength: (type, words) => `${type}, unas ${formatCount(words)} palabras.`,
    questions: 'Preguntas que responder',
    keywords: 'Palabras clave',
    sources: 'Fuentes que citar',
    competitors: 'Competidores',
    callToAction: 'Llamada a la acción',
  },
  briefMarkdown: {
    contentType: (type) => `**Tipo de contenido:** ${type}`,
    wordCount: (words) => `**Número de palabras:** unas ${words}`,
    audience: (audience) => `**Público:** ${audience}`,
  },
  briefEditor: {
    title: 'Título',
    contentType: 'Tipo de contenido',
    contentTypeHint: 'Por ejemplo, comparison_page o buying_guide.',
    wordCount: 'Número de palabras',
    audience: 'Público',
    outline: 'Esquema',
    outlineHint: 'Empiece cada encabezado con #, con sus puntos en las líneas siguientes.',
    onePerLine: 'Uno por línea.',
    oneUrlPerLine: 'Una URL por línea.',
    save: 'Guardar brief',
  },
}
