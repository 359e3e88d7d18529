import { Readable } from 'node:stream'
import { S3mini } from 's3mini'
import type { Config } from '../core/config.ts'
import { SettingError } from '../core/settings.ts'
import { isBackupName } from './manifest.ts'
import { type BackupStorage, backupManifestFile } from './storage.ts'

/** Stores each backup as objects with a common prefix; its manifest is uploaded last. */
export function s3Storage(target: string, config: Config): BackupStorage {
  const { client, prefix } = connect(target, config)
  const getKey = (name: string, file: string) => `${prefix}${name}/${file}`
  const listKeys = async () => ((await client.listObjects('/', prefix)) ?? []).map(({ Key }) => Key)
  const deleteKeys = async (keys: string[]) => {
    if (keys.length > 0) await client.deleteObjects(keys)
  }
  const list = async () => completeNames(await listKeys(), prefix)
  return {
    list,
    create: async (name) => {
      await deleteKeys(interruptedKeys(await listKeys(), prefix))
      return {
        write: (file, content) => uploadInParts(client, getKey(name, file), content),
        commit: async (manifest) => {
          const text = `${JSON.stringify(manifest, null, 2)}\n`
          await client.putObject(getKey(name, backupManifestFile), text, 'application/json')
        },
        abort: async () => deleteKeys(interruptedKeys(await listKeys(), prefix)),
      }
    },
    readManifest: async (name) => (await body(client, getKey(name, backupManifestFile))).text(),
    read: async (name, file) => {
      const { body: stream } = await body(client, getKey(name, file))
      if (stream === null) throw new Error(`${getKey(name, file)} is empty`)
      return Readable.from(stream)
    },
    delete: async (name) => {
      // First the manifest, so that a partly deleted backup is not listed.
      await client.deleteObject(getKey(name, backupManifestFile))
      await deleteKeys((await listKeys()).filter((key) => key.startsWith(getKey(name, ''))))
    },
  }
}

/** S3 allows 10,000 parts, so a compressed backup can have 80 GB. */
const partSize = 8 * 1024 * 1024

/**
 * Uploads a stream of unknown length in parts, one after another. Memory is bounded, and when a part fails, no concurrent
 * upload of another part can fail without a handler.
 */
async function uploadInParts(client: S3mini, key: string, content: Readable): Promise<void> {
  const uploadId = await client.getMultipartUploadId(key, 'application/octet-stream')
  try {
    const parts = []
    for await (const part of getParts(content))
      parts.push(await client.uploadPart(key, uploadId, part, parts.length + 1))
    await client.completeMultipartUpload(key, uploadId, parts)
  } catch (error) {
    // The first failure is the one to report; the lifecycle rules of the bucket delete the parts of abandoned uploads.
    await client.abortMultipartUpload(key, uploadId).catch(() => undefined)
    throw error
  }
}

async function* getParts(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    size += chunk.length
    if (size < partSize) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(chunks)
}

function connect(target: string, config: Config): { client: S3mini; prefix: string } {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(target) ?? []
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (bucket === '' || accessKeyId === null || secretAccessKey === null)
    throw new SettingError(
      `${target} needs a bucket, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.`,
    )
  const region = config.BACKUP_S3_REGION
  const endpoint = config.BACKUP_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  return {
    client: new S3mini({ accessKeyId, secretAccessKey, region, endpoint: `${endpoint}/${bucket}` }),
    prefix: path === '' ? '' : `${path.replace(/(?<!\/)\/+$/, '')}/`,
  }
}

const getName = (key: string, prefix: string) => key.slice(prefix.length).split('/')[0] ?? ''

function completeNames(keys: string[], prefix: string): string[] {
  const manifests = keys.filter((key) => key.endsWith(`/${backupManifestFile}`))
  return manifests
    .map((key) => getName(key, prefix))
    .filter(isBackupName)
    .sort()
}

function interruptedKeys(keys: string[], prefix: string): string[] {
  const complete = completeNames(keys, prefix)
  return keys.filter((key) => {
    const name = getName(key, prefix)
    return isBackupName(name) && !complete.includes(name)
  })
}

async function body(client: S3mini, key: string): Promise<Response> {
  const response = await client.getObjectResponse(key)
  if (response === null) throw new Error(`${key} does not exist`)
  return response
}
