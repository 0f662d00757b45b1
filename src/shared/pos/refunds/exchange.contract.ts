// chunk: till-calls
import { z } from 'zod'
import { Uuid } from '#shared/kernel/fields.ts'
import { Refund } from './refund.contract.ts'
import { Sale } from '../sale.contract.ts'

/** Goods that come back and goods that are taken instead: both documents whole, with a number each, in one operation. */
export const Exchange = z.object({ id: Uuid, refund: Refund, sale: Sale })
export type Exchange = z.infer<typeof Exchange>
