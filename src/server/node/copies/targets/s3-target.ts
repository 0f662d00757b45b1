import { AwsClient } from 'aws4fetch'
import { StartupError } from '../../startup-error.ts'
import type { S3Access } from '../backup-settings.ts'
import { type CopyTarget, isCopyFile } from './copy-target.ts'

/** Size of a part of an upload. S3 takes 10,000 parts, so copies may have 160 GB. */
const partBytes = 16 * 2 ** 20

/** A bucket of S3, or of a store that speaks the same. @param to `s3://bucket/prefix` */
export function s3Target(to: string, access: S3Access): CopyTarget {
  const { keyId, secret, region } = access
  if (!keyId || !secret) {
    throw new StartupError('bad-setting', 'For s3://, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  }
  const { hostname: bucket, pathname } = new URL(to)
  const prefix = pathname.replace(/^\/|\/$/g, '')
  const base = `${access.endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}`.replace(/([^:])\/+/g, '$1/')
  const store = new Bucket(new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3' }), base)
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`)
  return {
    kind: 's3',
    where: to,
    write: (name, chunks, signal) => store.upload(keyOf(name), chunks, signal),
    read: (name) => store.download(keyOf(name)),
    list: async () => (await store.list(keyOf(''))).map((key) => key.slice(keyOf('').length)).filter(isCopyFile),
    remove: (name) => store.remove(keyOf(name)),
  }
}

class Bucket {
  readonly #client: AwsClient
  readonly #base: string

  constructor(client: AwsClient, base: string) {
    this.#client = client
    this.#base = base
  }

  /** Uploads in parts: the object is there when the last call has succeeded, whole or not at all. */
  async upload(key: string, chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const begun = await this.#text('POST', `${key}?uploads`)
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1] ?? ''
    const of = `uploadId=${encodeURIComponent(uploadId)}`
    try {
      const tags: string[] = []
      for await (const part of partsOf(chunks)) {
        signal.throwIfAborted()
        const reply = await this.#send('PUT', `${key}?partNumber=${tags.length + 1}&${of}`, part)
        tags.push(reply.headers.get('etag') ?? '')
      }
      signal.throwIfAborted()
      const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      const done = await this.#text(
        'POST',
        `${key}?${of}`,
        `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
      )
      // It may answer 200 and say in the body that it failed.
      if (done.includes('<Error>')) throw new Error(`the store refused ${key}`)
    } catch (error) {
      await this.#send('DELETE', `${key}?${of}`).catch(() => {})
      throw error
    }
  }

  async *download(key: string): AsyncGenerator<Uint8Array> {
    const { body } = await this.#send('GET', key)
    if (body) yield* body as AsyncIterable<Uint8Array>
  }

  async list(prefix: string): Promise<string[]> {
    const keys: string[] = []
    let token: string | undefined
    do {
      const more = token === undefined ? '' : `&continuation-token=${encodeURIComponent(token)}`
      const page = await this.#text('GET', `?list-type=2&prefix=${encodeURIComponent(prefix)}${more}`)
      keys.push(...[...page.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key ?? ''))
      token = /<NextContinuationToken>([^<]+)</.exec(page)?.[1]
    } while (token !== undefined)
    return keys
  }

  async remove(key: string): Promise<void> {
    await this.#send('DELETE', key)
  }

  async #text(method: string, path: string, body?: string): Promise<string> {
    return (await this.#send(method, path, body)).text()
  }

  async #send(method: string, path: string, body?: string | Uint8Array<ArrayBuffer>): Promise<Response> {
    const reply = await this.#client.fetch(`${this.#base}/${path}`, { method, ...(body !== undefined && { body }) })
    if (!reply.ok && !(method === 'DELETE' && reply.status === 404)) {
      const code = /<Code>(\w+)<\/Code>/.exec(await reply.text())?.[1]
      throw new Error(`the store answered ${reply.status}${code ? ` (${code})` : ''}`)
    }
    return reply
  }
}

async function* partsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array[] = []
  let bytes = 0
  let isFirst = true
  for await (const chunk of chunks) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < partBytes) continue
    yield Buffer.concat(held)
    isFirst = false
    held = []
    bytes = 0
  }
  if (bytes > 0 || isFirst) yield Buffer.concat(held)
}
