import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { fetchOrRecall } from '#client/platform/offline/last-data.ts'
import { type StudentFilter, studentList } from '#shared/admissions/student.contract.ts'
import { studentData, studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { seatList, seatSet } from '#shared/students/seat.contract.ts'
import { registrationData } from '#shared/students/student-record.contract.ts'
import type { StudentSort } from '../student-list/student-filter.ts'

/** Where a page of a list begins. */
export interface ListPlace {
  /** What the page before said comes next. */
  after: string
  /** So far down that the device does not remember it. */
  isDeep: boolean
}

export const listStudents = (filter: StudentFilter, sort: StudentSort, from?: ListPlace) =>
  // What somebody searched for is a name, as a rule: of that nothing is kept.
  (filter.text || from?.isDeep ? ask : fetchOrRecall)(studentList, { filter, sort, ...(from && { after: from.after }) })
export const readStudent = (studentId: string) =>
  fetchOrRecall(studentData, { student_id: studentId }, (file) => ({
    ...file,
    // What numbers end in, and that a child needs support, stay on no device.
    identity: file.identity.map((line) => ({
      ...line,
      stated: [],
      checked: line.checked && { ...line.checked, numberEnd: '' },
    })),
    notice: null,
  }))
/** The files that are registered under a number. @throws AppError request.not-found, access.denied */
export const readRegistration = async (number: string) =>
  (await ask(registrationData, { enroll_number: number })).students
export const readSeats = () => fetchOrRecall(seatList, {})
export const setSeats = (input: z.input<typeof seatSet.body>) => ask(seatSet, input)
export const updateStudent = (input: z.input<typeof studentUpdate.body>) => ask(studentUpdate, input)

export type StudentPage = z.infer<typeof studentList.reply>
/** What is said of a whole list, with its first page. */
export type ListAbout = NonNullable<StudentPage['about']>
export type StudentFile = z.infer<typeof studentData.reply>
export type StudentChange = z.input<typeof studentUpdate.body>['change']
export type OpenTransition = StudentFile['moves'][number]
