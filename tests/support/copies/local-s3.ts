import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { S3Access } from '#server/node/copies/backup-settings.ts'

export interface LocalS3 {
  access: S3Access
  stop(): Promise<void>
}

/**
 * A store on this machine that speaks as much of S3 as copies need: uploads in parts, which appear whole or not at all. It takes signed
 * requests only, and does not check the signature.
 */
export async function startS3(): Promise<LocalS3> {
  const store = new Store()
  const server = createServer((request, response) => {
    void readBody(request).then((body) => store.answer(request, body, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    access: { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', keyId: 'key', secret: 'secret' },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

class Store {
  readonly #objects = new Map<string, Buffer>()
  readonly #uploads = new Map<string, Map<number, Buffer>>()

  answer({ method, url = '', headers }: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const { pathname, searchParams: of } = new URL(url, 'http://store')
    const upload = of.get('uploadId')
    if (!headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/'))
      return end(response, 403, error('AccessDenied'))
    if (method === 'POST' && of.has('uploads')) return end(response, 200, `<UploadId>${this.#begin()}</UploadId>`)
    if (upload !== null)
      return this.#answerUpload(method, pathname, upload, Number(of.get('partNumber')), body, response)
    if (method === 'GET' && of.has('list-type'))
      return end(response, 200, this.#list(`${pathname}${of.get('prefix') ?? ''}`))
    if (method === 'DELETE') {
      this.#objects.delete(pathname)
      return end(response, 204, '')
    }
    const found = this.#objects.get(pathname)
    end(response, found ? 200 : 404, found ?? error('NoSuchKey'))
  }

  #begin(): string {
    const id = randomUUID()
    this.#uploads.set(id, new Map())
    return id
  }

  #answerUpload(method = '', path: string, id: string, part: number, body: Buffer, response: ServerResponse): void {
    const parts = this.#uploads.get(id)
    if (!parts) return end(response, 404, error('NoSuchUpload'))
    if (method === 'PUT') {
      parts.set(part, body)
      response.setHeader('etag', `"${createHash('md5').update(body).digest('hex')}"`)
      return end(response, 200, '')
    }
    this.#uploads.delete(id)
    if (method === 'DELETE') return end(response, 204, '')
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, no]) => parts.get(Number(no)))
    if (named.some((each) => each === undefined)) return end(response, 400, error('InvalidPart'))
    this.#objects.set(path, Buffer.concat(named.flatMap((each) => each ?? [])))
    end(response, 200, '<CompleteMultipartUploadResult/>')
  }

  #list(prefix: string): string {
    const keys = [...this.#objects.keys()].filter((path) => path.startsWith(prefix))
    return keys.map((path) => `<Key>${path.split('/').slice(2).join('/')}</Key>`).join('')
  }
}

const error = (code: string) => `<Error><Code>${code}</Code></Error>`

function end(response: ServerResponse, status: number, body: string | Buffer): void {
  response.statusCode = status
  response.end(body)
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
