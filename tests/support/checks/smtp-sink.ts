import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A mail as a mail server has taken it. */
export interface Received {
  from: string
  to: string
  headers: Map<string, string>
  text: string
  html: string
}

export interface SmtpSink {
  url: string
  received: Received[]
  /** The answer to the next recipient; from then on it takes every one. */
  answerNext(answer: string): void
  /** How long it thinks before it takes a mail. */
  slowMs: number
  close(): Promise<void>
}

/** A mail server of our own that speaks SMTP (RFC 5321) as far as a sender needs, and keeps what it is given. */
export async function openSmtpSink(port = 0): Promise<SmtpSink> {
  const sockets = new Set<Socket>()
  let next: string | undefined
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    talk(socket, sink, () => {
      const answer = next
      next = undefined
      return answer
    })
  })
  const sink: SmtpSink = {
    url: '',
    received: [],
    slowMs: 0,
    answerNext: (answer) => (next = answer),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  sink.url = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
  return sink
}

function talk(socket: Socket, sink: SmtpSink, refusal: () => string | undefined): void {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let [pending, body, from, to] = ['', '', '', '']
  let isData = false
  const inBrackets = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''
  const answers: Record<string, (line: string) => void> = {
    EHLO: () => say('250-sink\r\n250 8BITMIME'),
    MAIL: (line) => {
      from = inBrackets(line)
      say('250 OK')
    },
    RCPT: (line) => {
      to = inBrackets(line)
      say(refusal() ?? '250 OK')
    },
    DATA: () => {
      isData = true
      say('354 go on')
    },
    QUIT: () => socket.end('221 bye\r\n'),
  }
  const take = (line: string) => {
    if (!isData) return (answers[line.slice(0, 4).toUpperCase()] ?? (() => say('250 OK')))(line)
    if (line !== '.') {
      body += `${line.startsWith('..') ? line.slice(1) : line}\r\n`
      return
    }
    isData = false
    sink.received.push({ from, to, ...parseMail(body) })
    body = ''
    setTimeout(() => say('250 taken'), sink.slowMs)
  }
  say('220 sink')
  socket.on('data', (chunk) => {
    const lines = (pending + chunk.toString('latin1')).split('\r\n')
    pending = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
}

const headersOf = (text: string) =>
  new Map(
    text
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), decodeWords(line.slice(line.indexOf(':') + 2))]),
  )

/** `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=` (RFC 2047); white space between two of them is none. */
const decodeWords = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_whole, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('latin1')
        : word.replaceAll('_', ' ').replaceAll(/=([0-9A-F]{2})/gi, (_hex, code: string) => byte(code)),
    )
    .replace(/^[\s\S]*$/, (latin) => Buffer.from(latin, 'latin1').toString('utf8'))

const byte = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16))

function decodeBody(headers: Map<string, string>, body: string): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  const latin =
    encoding === 'quoted-printable'
      ? body.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/gi, (_whole, code: string) => byte(code))
      : body
  return Buffer.from(latin, 'latin1').toString('utf8')
}

function parseMail(raw: string): Pick<Received, 'headers' | 'text' | 'html'> {
  const split = (part: string) => {
    const at = part.indexOf('\r\n\r\n')
    return { headers: headersOf(part.slice(0, at)), body: part.slice(at + 4) }
  }
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1] ?? '\0'
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')))
  const find = (type: string) => parts.find((part) => part.headers.get('content-type')?.startsWith(type))
  const read = (part: ReturnType<typeof find>) =>
    part ? decodeBody(part.headers, part.body).replaceAll('\r\n', '\n') : ''
  return { headers, text: read(find('text/plain')), html: read(find('text/html')) }
}
