import type { z } from 'zod'
import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import type { Language } from '#shared/kernel/fields.ts'
import {
  orderCategories,
  planPrices,
  saveFavourites,
  saveItemPicture,
  saveItems,
  saveModifierGroup,
  setSoldOut,
} from '#shared/pos/catalogue/catalogue-parts.contract.ts'
import { readCatalogue, saveCategory, saveItem } from '#shared/pos/catalogue-edit.contract.ts'
import { exportCatalogue, importCatalogue } from '#shared/pos/catalogue-import.contract.ts'

export const fetchCatalogue = () => ask(readCatalogue, {})
export const putCategory = (asked: z.input<typeof saveCategory.body>) => ask(saveCategory, asked)
export const putItem = (asked: z.input<typeof saveItem.body>) => ask(saveItem, asked)
export const putOrder = (categoryIds: string[]) => ask(orderCategories, { categoryIds })
export const putOptions = (asked: z.input<typeof saveModifierGroup.body>) => ask(saveModifierGroup, asked)
export const putSoldOut = (asked: z.input<typeof setSoldOut.body>) => ask(setSoldOut, asked)
export const putItems = (changes: z.input<typeof saveItems.body>['changes']) => ask(saveItems, { changes })
export const putPrices = (asked: z.input<typeof planPrices.body>) => ask(planPrices, asked)
export const putPicture = (asked: z.input<typeof saveItemPicture.body>) => ask(saveItemPicture, asked)
export const putFavourites = (asked: z.input<typeof saveFavourites.body>) => ask(saveFavourites, asked)
export const sendFile = async (file: File, isApplied: boolean) =>
  ask(importCatalogue, { data: toBase64(new Uint8Array(await file.arrayBuffer())), isApplied })
export const saveCatalogue = async (language: Language): Promise<void> =>
  saveFile(await ask(exportCatalogue, { language, format: 'xlsx' }))
