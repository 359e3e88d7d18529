/** ZIP files for tests, also broken ones. */
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipEntry = {
  name: string
  text?: string
  /** Compressed, instead of `text`. */
  deflated?: Buffer
  /** What the ZIP file says, if it is false. */
  sizeBytes?: number
  isEncrypted?: boolean
}

export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text = '', deflated, sizeBytes, isEncrypted = false } of entries) {
    const content = Buffer.from(text)
    const data = deflated ?? deflateRawSync(content)
    const fileName = Buffer.from(name)
    // Version, flags (encrypted, UTF-8), deflate, time, date.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE((isEncrypted ? 1 : 0) | 0x800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(sizeBytes ?? content.length, 18)
    common.writeUInt16LE(fileName.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, fileName, data])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, place, fileName]),
    )
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}

/** Google's export of a report on three days, in the language of these names. */
export const googleReport = ({
  names = ['Chart.csv', 'Countries.csv', 'Devices.csv', 'Filters.csv', 'Pages.csv'],
  period = 'Date,"Aug 28, 2026-Aug 30, 2026"',
  devices = 'Device,Impressions\nDesktop,30\nMobile,12',
} = {}): ZipEntry[] => {
  const texts = [
    'Date,Impressions\n2026-08-28,22\n2026-08-29,0\n2026-08-30,20',
    'Country,Impressions\nUnited States,40\nGermany,2',
    devices,
    `Filter,Value\n${period}\nSearch type,Web`,
    'Top pages,Impressions\nhttps://acme.com/a,"1,041"\nhttps://acme.com/b,3\nhttps://acme.com/c,~',
  ]
  return texts.map((text, index) => ({ name: names[index] ?? '', text }))
}
