import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import {
  type FamilyFees,
  familyFeePaper,
  familyFeeStatement,
  myFeePaper,
  myFees,
  myFeeStatement,
  openFamilyFees,
  payFamilyFees,
  payMyFees,
} from '#shared/fees/family/family-fees.contract.ts'
import { onlineReceipt, onlineReturn } from '#shared/fees/online/online-payment.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { FeeDoor } from './fee-door.types.ts'

/*
 * What the page of a payer does. Fetched after the first paint: it brings the client of the server along.
 */

const cut = (token: string) => token.slice(0, 100)

/** Reads what the payers of a link or of an account owe; several only for an account. */
export async function readFees(door: FeeDoor): Promise<FamilyFees[]> {
  if (door.token === undefined) return (await ask(myFees, {})).fees
  return [(await ask(openFamilyFees, { token: cut(door.token) })).fees]
}

interface Paying {
  payerId: string
  items: readonly { chargeId: string; open: number }[]
  language: Language
}

/** Begins an online payment. @returns its id and the address of the gateway's page */
export function beginPayment(door: FeeDoor, { payerId, items, language }: Paying) {
  const intentId = newCommandId()
  const wished = items.map(({ chargeId, open }) => ({ chargeId, amount: minor(open) }))
  const asked = { intentId, items: wished, language }
  return door.token === undefined
    ? ask(payMyFees, { ...asked, payerId })
    : ask(payFamilyFees, { ...asked, token: cut(door.token) })
}

/** Saves a document of the payer. */
export async function savePaper(door: FeeDoor, payerId: string, documentId: string): Promise<void> {
  const { token } = door
  saveFile(
    token === undefined
      ? await ask(myFeePaper, { payerId, documentId })
      : await ask(familyFeePaper, { token: cut(token), documentId }),
  )
}

/** Saves the statement of the payer as of a day. */
export async function saveStatement(
  door: FeeDoor,
  { payerId, ...asked }: { payerId: string; asOf: string; language: Language },
): Promise<void> {
  const { token } = door
  saveFile(
    token === undefined
      ? await ask(myFeeStatement, { payerId, ...asked })
      : await ask(familyFeeStatement, { token: cut(token), ...asked }),
  )
}

/** Asks what became of a payment: the server asks the bank. */
export const askReturn = (intentId: string, token = '') => ask(onlineReturn, { intentId, returnToken: cut(token) })

export const saveReceipt = async (intentId: string, token = ''): Promise<void> =>
  saveFile(await ask(onlineReceipt, { intentId, returnToken: cut(token) }))
