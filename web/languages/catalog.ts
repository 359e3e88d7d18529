// The browser tests import catalogs, and only `web/` has the types of Vite.
/// <reference types="vite/types/importMeta.d.ts" />
import type { TextCatalog } from '../../vocabulary/language.ts'

/**
 * Returns the catalog of a language from its files: `competitors/detail.ts` has the texts of
 * `web/competitors/detail/copy.ts`, `client.ts` those of `web/copy.ts`, and `labels.ts` those of `vocabulary/`.
 */
export function catalogOf(files: Record<string, object>): TextCatalog {
  const texts = Object.entries(files).map(([file, ofFile]): object => {
    const name = file.replace(/^\.\/\w+\/|\.ts$/g, '')
    return name === 'labels' ? ofFile : { [name]: ofFile }
  })
  return Object.assign({}, ...texts)
}
