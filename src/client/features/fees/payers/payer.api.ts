// chunk: fees
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { endFeePageLink, feePageLinks, makeFeePageLink } from '#shared/fees/family/fee-page-link.contract.ts'
import { feeStatement } from '#shared/fees/family/fee-paper.contract.ts'
import {
  addGuardianAsPayer,
  feePayersOfStudent,
  findFeePayers,
  saveFeePayer,
  setFeeShares,
} from '#shared/fees/setup/fee-payer.contract.ts'

export const fetchPayers = (studentId: string) => ask(feePayersOfStudent, { studentId })
export const findPayers = async (text: string) => (await ask(findFeePayers, { text })).payers
export const putPayer = (asked: z.input<typeof saveFeePayer.body>) => ask(saveFeePayer, asked)
export const addGuardian = (studentId: string, guardianId: string) => ask(addGuardianAsPayer, { studentId, guardianId })
export const putShares = (asked: z.input<typeof setFeeShares.body>) => ask(setFeeShares, asked)
export const fetchPageLinks = async (payerId: string) => (await ask(feePageLinks, { payerId })).links
export const makePageLink = (asked: z.input<typeof makeFeePageLink.body>) => ask(makeFeePageLink, asked)
export const endPageLink = (linkId: string) => ask(endFeePageLink, { linkId })
export const fetchStatement = (asked: z.input<typeof feeStatement.body>) => ask(feeStatement, asked)
export type StudentPayers = z.infer<typeof feePayersOfStudent.reply>
