/** Parts of a log file for the upload. */
import { readTextParts } from '../text-parts.ts'

/** At most 6 MB as UTF-8; the service accepts 8 MB. */
const partLength = 2_000_000

/** A later part starts with the column names of a W3C extended log. */
export async function* readLogParts(file: Blob, maxLength = partLength): AsyncGenerator<string> {
  let columns = ''
  for await (const text of readTextParts(file, maxLength)) {
    yield columns + text
    const last = text.lastIndexOf('#Fields:')
    if (last !== -1) columns = `${text.slice(last).split('\n', 1)[0]}\n`
  }
}
