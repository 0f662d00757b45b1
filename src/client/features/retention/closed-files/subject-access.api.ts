import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import * as access from '#shared/retention/subject-access.contract.ts'

export const listAccesses = async (studentId: string) =>
  (await ask(access.subjectAccesses, { student_id: studentId })).accesses
/** @param commandId the same for every try of one press */
export const startAccess = (studentId: string, language: Language, commandId: OpId) =>
  ask(access.startSubjectAccess, { student_id: studentId, language, commandId })
export const saveAccess = async (id: string): Promise<void> => saveFile(await ask(access.subjectAccessFile, { id }))
