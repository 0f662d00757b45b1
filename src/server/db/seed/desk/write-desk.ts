import type { Tx } from '#server/kernel/db.ts'
import type { DemoSchool } from '../demo-types.ts'
import { type DeskDeps, writeApplications } from './write-applications.ts'
import { writeAppointments } from './write-appointments.ts'
import { writeDocuments } from './write-documents.ts'
import { writeRecords } from './write-records.ts'
import { writeScoring } from './write-scoring.ts'

/** What stands in the files of students besides their way: so that every screen of the desk shows something at the first start. */
export async function writeDesk(tx: Tx, school: DemoSchool, deps: DeskDeps): Promise<void> {
  await writeApplications(tx, school, deps)
  await writeRecords(tx, school, deps)
  await writeDocuments(tx, school, deps)
  await writeScoring(tx, school, deps)
  await writeAppointments(tx, school, deps)
}
