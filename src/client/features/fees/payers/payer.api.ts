// chunk: fees
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
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
export type StudentPayers = z.infer<typeof feePayersOfStudent.reply>
