import { atom } from 'jotai'
import { userAtom } from '#client/platform/session/session.ts'
import type { OpId } from '#shared/kernel/ids.ts'
import { hasPermission } from '#shared/kernel/roles.ts'

/** What is laid over the till. There is one place for it, so never two at once. */
export type OpenSheet =
  | { kind: 'item'; itemId: string; lineId?: string }
  | { kind: 'clash' | 'line'; lineId: string }
  | { kind: 'receipt'; saleId: string; isNew: boolean }
  | { kind: 'void'; saleId: string }
  | { kind: 'customer'; backTo?: 'pay' | 'topUp' }
  | { kind: 'cash'; corrects?: OpId }
  | { kind: 'topUp'; customerId: string; corrects?: OpId }
  | { kind: 'refund'; receipt: string; corrects?: OpId }
  | { kind: 'refundReceipt'; refundId: string; isNew: boolean }
  | { kind: 'topUpReceipt'; topUpId: string; isNew: boolean }
  | {
      kind:
        | 'discount'
        | 'pay'
        | 'menu'
        | 'x'
        | 'z'
        | 'sales'
        | 'close'
        | 'keys'
        | 'device'
        | 'hardware'
        | 'park'
        | 'parked'
        | 'noReceipt'
    }

export const sheetAtom = atom<OpenSheet | null>(null)

/** A passing word to the operator; never asks for anything. */
export interface Notice {
  tone: 'good' | 'calm' | 'warn'
  key: 'added' | 'customerSet' | 'unknownCode' | 'scanLater' | 'soldOut' | 'cartFirst' | 'notWaiting' | 'drawerUnknown'
  /** What was scanned or chosen, shown isolated. */
  subject: string
}

export const noticeAtom = atom<Notice | null>(null)

export const categoryAtom = atom<string | null>(null)
export const queryAtom = atom('')

/** Whether this person may give a discount themselves. */
export const mayGiveDiscountAtom = atom((get) => hasPermission(get(userAtom)?.authority ?? [], 'discount.give'))
