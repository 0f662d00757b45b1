import type { z } from 'zod'
import type { Carrier } from '#client/platform/files/send-file.ts'
import { ask } from '#client/platform/http.ts'
import { familyPiece, familyUpload, openDocuments } from '#shared/documents/document-review.contract.ts'

/*
 * What the family's page does. Fetched after the first paint: it brings the client of the server along.
 */

const cut = (token: string) => token.slice(0, 2000)

export type FamilyDocuments = z.infer<typeof openDocuments.reply>

export const openByLink = (token: string): Promise<FamilyDocuments> => ask(openDocuments, { token: cut(token) })

export const byFamily = (token: string, type: string): Carrier => ({
  announce: async (file) => (await ask(familyUpload, { token: cut(token), type, file })).file,
  piece: async (piece) => (await ask(familyPiece, { token: cut(token), ...piece })).file,
})
