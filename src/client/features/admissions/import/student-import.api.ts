import type { z } from 'zod'
import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import {
  checkImport,
  type ImportVerdict,
  importJobs,
  importRefused,
  importRows,
  importTemplate,
  startImport,
} from '#shared/admissions/import/student-import.contract.ts'
import { type Language, OpId } from '#shared/kernel/fields.ts'

export const readJobs = () => ask(importJobs, {})
/** @param commandId the same for every try of one file */
export const checkFile = async (file: File, commandId: string, columns?: z.input<typeof checkImport.body>['columns']) =>
  ask(checkImport, {
    commandId: OpId.parse(commandId),
    fileName: file.name.slice(-200),
    data: asBase64(new Uint8Array(await file.arrayBuffer())),
    ...(columns && { columns }),
  })
export const readRows = (id: string, verdict: ImportVerdict | undefined, from: number) =>
  ask(importRows, { id, seen: from, ...(verdict && { verdict }) })
export const bringIn = (id: string, isRunning: boolean) => ask(startImport, { id, isRunning })
export const saveRefused = async (id: string, language: Language): Promise<void> =>
  saveFile(await ask(importRefused, { id, language }))
export const saveTemplate = async (language: Language): Promise<void> =>
  saveFile(await ask(importTemplate, { language, format: 'xlsx' }))

/** In pieces: no engine takes a million arguments. */
function asBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
