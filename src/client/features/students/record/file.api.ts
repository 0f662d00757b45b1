import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { fetchOrRecall } from '#client/platform/offline/last-data.ts'
import type { WorkQueue } from '#shared/students/student-next.rules.ts'
import * as notes from '#shared/students/student-notes.contract.ts'
import * as record from '#shared/students/student-record.contract.ts'
import { type StudentWork, studentWork } from '#shared/students/student-work.contract.ts'

/** A page of a queue as a device may remember it: who was refused with support needs is known from no line. */
export const withoutNotices = (work: StudentWork): StudentWork => ({
  ...work,
  rows: work.rows.map((row) => (row.next?.of === 'notice' ? { ...row, next: null } : row)),
})

export const readRecord = (studentId: string) => ask(record.studentRecord, { student_id: studentId })
export const saveRecord = (input: z.input<typeof record.saveStudentProfile.body>) =>
  ask(record.saveStudentProfile, input)
export const eraseRecord = (input: z.input<typeof record.eraseStudentProfile.body>) =>
  ask(record.eraseStudentProfile, input)
export const listReports = (studentId: string) => ask(record.reportList, { student_id: studentId })
export const readTimeline = (studentId: string, only?: 'messages', after?: string) =>
  ask(record.studentTimeline, { student_id: studentId, ...(only && { only }), ...(after && { after }) })
export const readNotes = (studentId: string) => ask(notes.studentNotes, { student_id: studentId })
export const writeNote = (input: z.input<typeof notes.addNote.body>) => ask(notes.addNote, input)
export const strikeNote = (input: z.input<typeof notes.strikeNote.body>) => ask(notes.strikeNote, input)
export const giveTask = (input: z.input<typeof notes.addTask.body>) => ask(notes.addTask, input)
export const finishTask = (input: z.input<typeof notes.finishTask.body>) => ask(notes.finishTask, input)

/** A queue's first page is remembered on this device, but not who was refused with support needs, or of whom there is something to read. */
export const readWork = (queue: WorkQueue, after?: string) =>
  queue === 'notices' || queue === 'canteen-notes' || after
    ? ask(studentWork, { queue, after })
    : fetchOrRecall(studentWork, { queue }, withoutNotices)
