import type { z } from 'zod'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { StudentChange } from '#shared/admissions/student-change.contract.ts'
import { recordConsents } from '../eligibility/consent-record.service.ts'
import { waiveForm, withdrawFormWaiver } from '../eligibility/form-waiver.service.ts'
import { recordFormality } from '../eligibility/formality-record.service.ts'
import { checkIdentity } from '../eligibility/identity-record.service.ts'
import { placeCash, returnCash } from '../fees/cash-record.service.ts'
import { payFeeBack, receiveFee, reverseFee } from '../fees/fee-record.service.ts'
import { fileNotice } from '../fees/notice-record.service.ts'
import { setAllergens, settleTillAccount } from '../joining/account-record.service.ts'
import { setFamilyAccess } from '../joining/family-record.service.ts'
import type { DeskDecider } from './student-step.types.ts'

type Kind =
  | 'formality'
  | 'identity'
  | 'application-fee'
  | 'fee-refund'
  | 'fee-reversal'
  | 'cash-return'
  | 'cash-place'
  | 'notice-filed'
  | 'account-settled'
  | 'allergens'
  | 'family-access'
  | 'waive-form'
  | 'withdraw-form-waiver'
  | 'paper-consent'

/** What was checked, received or told outside of the steps, as the desk writes it down. */
export function writeDown(
  tx: Tx,
  by: DeskDecider,
  student: Student,
  { asked, commandId }: { asked: Extract<z.output<typeof StudentChange>, { kind: Kind }>; commandId: string },
): Promise<Student> {
  switch (asked.kind) {
    case 'formality':
      return recordFormality(tx, by, student, { commandId, ...asked.said })
    case 'identity':
      return checkIdentity(tx, by, student, { commandId, ...asked.said })
    case 'application-fee':
      return receiveFee(tx, by, student, { ...asked, commandId })
    case 'fee-refund':
      return payFeeBack(tx, by, student, { ...asked, commandId })
    case 'fee-reversal':
      return reverseFee(tx, by, student, { ...asked, commandId })
    case 'cash-return':
      return returnCash(tx, by, student, asked)
    case 'cash-place':
      return placeCash(tx, by, student, { ...asked, commandId })
    case 'notice-filed':
      return fileNotice(tx, by, student, asked)
    case 'account-settled':
      return settleTillAccount(tx, by, student, { ...asked, commandId })
    case 'waive-form':
      return waiveForm(tx, by, student, { ...asked, commandId })
    case 'withdraw-form-waiver':
      return withdrawFormWaiver(tx, by, student, { ...asked, commandId })
    case 'paper-consent':
      return recordConsents(tx, by, student, { ...asked, commandId })
    case 'allergens':
      return setAllergens(tx, by, student, asked.allergens)
    case 'family-access':
      return setFamilyAccess(tx, by, student, asked)
  }
}
