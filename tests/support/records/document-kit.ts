import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { DocumentItem, documentPiece, documentUpload, studentDocuments } from '#shared/documents/document.contract.ts'
import {
  documentDecide,
  documentFile,
  familyPiece,
  familyUpload,
  openDocuments,
} from '#shared/documents/document-review.contract.ts'
import { chunkBytes } from '#shared/forms/form.contract.ts'
import { type FileKind, FileState, OpId } from '#shared/kernel/fields.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'

const beginnings: Record<FileKind, string> = {
  jpeg: '\xff\xd8\xff\xe0',
  png: '\x89PNG\r\n\x1a\n',
  webp: 'RIFF____WEBP',
  pdf: '%PDF-1.7\n',
}

export interface Paper {
  content: Uint8Array
  ref: z.input<typeof documentUpload.body>['file']
}

/** A paper of this kind, with these bytes after its beginning. */
export function paper(kind: FileKind, rest: string | number = 'a page', name = `paper.${kind}`): Paper {
  const text = beginnings[kind] + (typeof rest === 'number' ? 'x'.repeat(rest - beginnings[kind].length) : rest)
  const content = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { content, ref: { fileId: crypto.randomUUID(), name, bytes: content.length, sha256, kind } }
}

export const pieceOf = ({ content, ref }: Paper, no: number) => ({
  fileId: ref.fileId,
  no,
  data: Buffer.from(content.subarray(no * chunkBytes, (no + 1) * chunkBytes)).toString('base64'),
})

type Sent = FileState['state'] | { refused: string }
const refusal = (body: Record<string, unknown>): Sent => ({ refused: String(body.messageId) })

async function sendPieces(
  paperSent: Paper,
  send: (piece: ReturnType<typeof pieceOf>) => ReturnType<typeof call>,
): Promise<Sent> {
  let state: Sent = 'awaited'
  for (let no = 0; no * chunkBytes < paperSent.content.length; no += 1) {
    const { status, body } = await send(pieceOf(paperSent, no))
    if (status !== 200) return refusal(body)
    state = FileState.parse(body.file).state
  }
  return state
}

/** Staff bring a paper, all of it. */
export async function bring(
  box: Box,
  by: Caller,
  student_id: string,
  type: string,
  sent = paper('pdf'),
): Promise<Sent> {
  const { status, body } = await call(box.app, by, documentUpload, { student_id, type, file: sent.ref })
  if (status !== 200) return refusal(body)
  return sendPieces(sent, (piece) => call(box.app, by, documentPiece, { student_id, ...piece }))
}

/** A family sends a paper by its link, all of it. */
export async function sendByLink(
  box: Box,
  from: Caller,
  token: string,
  type: string,
  sent = paper('jpeg'),
): Promise<Sent> {
  const { status, body } = await call(box.app, from, familyUpload, { token, type, file: sent.ref })
  if (status !== 200) return refusal(body)
  return sendPieces(sent, (piece) => call(box.app, from, familyPiece, { token, ...piece }))
}

export async function documentsOf(box: Box, by: Caller, student_id: string) {
  const { status, body } = await call(box.app, by, studentDocuments, { student_id })
  if (status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`)
  return studentDocuments.reply.parse(body)
}

export async function itemOf(box: Box, by: Caller, student_id: string, type: string): Promise<DocumentItem> {
  const item = (await documentsOf(box, by, student_id)).items.find((each) => each.type.code === type)
  if (!item) throw new Error(`no ${type} on the list`)
  return item
}

type Command = z.input<typeof documentDecide.body>
type Said = Omit<Partial<Command>, 'student_id' | 'type' | 'act'>

/** A decision on what this person sees now; every call makes another one. */
export async function commandFor(
  box: Box,
  by: Caller,
  student_id: string,
  [type, act]: [type: string, act: Command['act']],
  said: Said = {},
): Promise<Command> {
  const { revision } = await itemOf(box, by, student_id, type)
  return { student_id, type, act, revision, commandId: OpId.parse(crypto.randomUUID()), ...said }
}

/** What came of a decision: the document, or the message of the refusal. */
export async function send(box: Box, by: Caller, command: Command): Promise<DocumentItem | string> {
  const { status, body } = await call(box.app, by, documentDecide, command)
  return status === 200 ? DocumentItem.parse(body.item) : String(body.messageId)
}

export const decideAs = async (
  box: Box,
  by: Caller,
  student_id: string,
  what: [type: string, act: Command['act']],
  said: Said = {},
) => send(box, by, await commandFor(box, by, student_id, what, said))

export async function readPaper(box: Box, by: Caller, student_id: string, doc_id: string): Promise<string> {
  const { status, body } = await call(box.app, by, documentFile, { student_id, doc_id })
  return status === 200 ? Buffer.from(String(body.data), 'base64').toString('latin1') : String(body.messageId)
}

export async function openByToken(box: Box, from: Caller, token: string) {
  const { status, body } = await call(box.app, from, openDocuments, { token })
  return status === 200 ? openDocuments.reply.parse(body) : String(body.messageId)
}
