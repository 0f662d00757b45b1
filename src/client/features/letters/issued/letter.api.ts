import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import { letterPdf, studentLetters } from '#shared/letters/issued-letter.contract.ts'

export const readLetters = (studentId: string) => ask(studentLetters, { student_id: studentId })

/** Saves one letter's PDF. @throws AppError letter.not-made, letter.differs */
export const saveLetter = async (studentId: string, id: string): Promise<void> =>
  saveFile(await ask(letterPdf, { student_id: studentId, id }))
