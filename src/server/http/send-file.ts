import type { Context } from 'hono'
import { type FileReply, fileTypes } from '#shared/kernel/endpoint.ts'

/** A viewer may show our file, and nothing in it may run. */
const showOnly = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Answers with a file to save, under its name in any script; not cached on the way (`guardAnswers`). */
export function sendFile(c: Context, { name, kind, bytes }: FileReply): Response {
  return c.body(Uint8Array.from(bytes), 200, {
    'content-type': fileTypes[kind],
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="${asciiName(name, kind)}"; filename*=UTF-8''${encoded(name)}`,
    'content-security-policy': showOnly,
  })
}

/** Returns an ASCII name for programs that support no other. */
function asciiName(name: string, kind: FileReply['kind']): string {
  const plain = name
    .slice(0, -kind.length - 1)
    .replaceAll(/[^\w .()-]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${/\w/.test(plain) ? plain : 'document'}.${kind}`
}

/** Encodes a name by RFC 8187: `encodeURIComponent` leaves five characters that have a meaning there. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
