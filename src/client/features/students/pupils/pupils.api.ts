import type { z } from 'zod'
import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { type Language, OpId } from '#shared/kernel/fields.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import type { LeaveReason } from '#shared/pos/leave-reason.rules.ts'
import { assignCard, cardHistory, endCard, issueCards } from '#shared/pos/card.contract.ts'
import {
  listClasses,
  previewPromotion,
  promoteClasses,
  removeClass,
  saveClass,
  undoPromotion,
} from '#shared/students/pupils/class.contract.ts'
import {
  listPupils,
  type PupilFilter,
  pupilsExport,
  readPupil,
  setPupilClass,
  setPupilLeaving,
  setPupilReturned,
} from '#shared/students/pupils/pupil.contract.ts'
import {
  checkPupilImport,
  pupilImports,
  pupilsRefused,
  pupilTemplate,
  runPupilImport,
} from '#shared/students/pupils/pupil-import.contract.ts'

export const fetchPupils = (filter: PupilFilter, after?: CustomerId, limit = 50) =>
  ask(listPupils, { filter, limit, ...(after && { after }) })
export const exportPupils = (filter: PupilFilter, how: ExportHow<'pupils'>) => ask(pupilsExport, { filter, ...how })
export const fetchPupil = async (customerId: CustomerId) => (await ask(readPupil, { customerId })).pupil
export const putClassOf = (customerId: CustomerId, classId: string, from: string | null) =>
  ask(setPupilClass, { customerId, classId, from })
export const putLeaving = (customerId: CustomerId, leftOn: string, leaveReason: LeaveReason) =>
  ask(setPupilLeaving, { customerId, leftOn, leaveReason })
export const putReturned = (customerId: CustomerId) => ask(setPupilReturned, { customerId })

export const fetchCards = async (customerId: CustomerId) => (await ask(cardHistory, { customerId })).cards
export const putCard = (customerId: CustomerId, cardNo: string) => ask(assignCard, { customerId, cardNo })
export const putCardEnd = (customerId: CustomerId, cardNo: string, end: 'lost' | 'returned') =>
  ask(endCard, { customerId, cardNo, end })
export const makeCards = async (customerIds: readonly CustomerId[]) =>
  (await ask(issueCards, { customerIds: [...customerIds] })).cards

export const fetchClasses = (year?: number) => ask(listClasses, year === undefined ? {} : { year })
export const putClass = (asked: z.input<typeof saveClass.body>) => ask(saveClass, asked)
export const dropClass = (id: string, seen: number) => ask(removeClass, { id, seen })
export const fetchPromotion = () => ask(previewPromotion, {})
export const putPromotion = (asked: z.input<typeof promoteClasses.body>) => ask(promoteClasses, asked)
export const dropPromotion = (id: string) => ask(undoPromotion, { id })

export const fetchImports = () => ask(pupilImports, {})
export const fetchRefused = async (id: string) => (await ask(pupilsRefused, { id })).refused
export const runImport = (id: string, isRunning: boolean) => ask(runPupilImport, { id, isRunning })
/** @param commandId the same for every try of one file */
export const sendPupils = async (
  file: File,
  commandId: string,
  columns?: z.input<typeof checkPupilImport.body>['columns'],
) =>
  ask(checkPupilImport, {
    commandId: OpId.parse(commandId),
    fileName: file.name.slice(-200),
    data: toBase64(new Uint8Array(await file.arrayBuffer())),
    ...(columns && { columns }),
  })
export const saveTemplate = async (language: Language): Promise<void> =>
  saveFile(await ask(pupilTemplate, { language, format: 'xlsx' }))
