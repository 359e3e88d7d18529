/**
 * Compiles the catalogs for the browser, so that it needs no parser of ICU messages. A module that uses English texts
 * imports them by section, such as `answers.page`, so each screen loads its own. `de.json?compiled` has all
 * texts of the dashboard in another language.
 */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import {
  type Catalog,
  catalogFile,
  parseMessage,
  readCatalog,
  sourcesIn,
  usedTexts,
} from '../scripts/catalogs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const virtual = 'virtual:english/'

export function texts(): Plugin {
  let english: Catalog
  let isUsed: (id: string) => boolean
  const compiled = (catalog: Catalog, isIncluded: (id: string) => boolean) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(catalog)
          .filter(([id]) => isUsed(id) && isIncluded(id))
          .map(([id, { defaultMessage }]) => [id, compile(defaultMessage)]),
      ),
    )
  return {
    name: 'texts',
    enforce: 'pre',
    buildStart() {
      english = readCatalog(root, 'en')
      isUsed = usedTexts(sourcesIn(root, 'web', 'vocabulary'))
    },
    resolveId: (id) => (id.startsWith(virtual) ? `\0${id}` : null),
    load(id) {
      if (id.startsWith(`\0${virtual}`)) {
        const group = id.slice(virtual.length + 1)
        return `import { addEnglish } from '${root}vocabulary/texts.ts'
addEnglish(${compiled(english, (each) => getGroup(each) === group)})`
      }
      const [, language] = /\/(\w+)\.json\?compiled$/.exec(id) ?? []
      if (language === undefined) return null
      this.addWatchFile(`${root}${catalogFile(language)}`)
      return `export default ${compiled(readCatalog(root, language), () => true)}`
    },
    transform(code, id) {
      if (!/\/(web|vocabulary)\/[^?]*\.tsx?$/.test(id) || /\.(test|fixture)\./.test(id)) return null
      const isHere = usedTexts([code])
      const groups = new Set(Object.keys(english).filter(isHere).map(getGroup))
      const imports = [...groups].map((group) => `import '${virtual}${group}'\n`)
      return imports.length === 0 ? null : { code: `${code}\n${imports.join('')}`, map: null }
    },
  }
}

/** A section, so that a screen loads few texts that it does not use. */
const getGroup = (id: string): string => id.split('.').slice(0, 2).join('.')

/** Returns a text without values as it is, and the parts of others. */
function compile(text: string) {
  const elements = parseMessage(text)
  const [only] = elements
  if (elements.length === 0) return ''
  return elements.length === 1 && only?.type === 0 ? only.value : elements
}
