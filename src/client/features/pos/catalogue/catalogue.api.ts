import type { z } from 'zod'
import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { readCatalogue, saveCategory, saveItem } from '#shared/pos/catalogue-edit.contract.ts'
import { exportCatalogue, importCatalogue } from '#shared/pos/catalogue-import.contract.ts'

export const fetchCatalogue = () => ask(readCatalogue, {})
export const putCategory = (asked: z.input<typeof saveCategory.body>) => ask(saveCategory, asked)
export const putItem = (asked: z.input<typeof saveItem.body>) => ask(saveItem, asked)
export const sendFile = async (file: File, isApplied: boolean) =>
  ask(importCatalogue, { data: toBase64(new Uint8Array(await file.arrayBuffer())), isApplied })
export const saveCatalogue = async (language: Language): Promise<void> =>
  saveFile(await ask(exportCatalogue, { language, format: 'xlsx' }))
