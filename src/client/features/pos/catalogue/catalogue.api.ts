import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { readCatalogue, saveCategory, saveItem } from '#shared/pos/catalogue-edit.contract.ts'

export const fetchCatalogue = () => ask(readCatalogue, {})
export const putCategory = (asked: z.input<typeof saveCategory.body>) => ask(saveCategory, asked)
export const putItem = (asked: z.input<typeof saveItem.body>) => ask(saveItem, asked)
