import { FamilySection } from './family-section.tsx'
import { NotesSection } from './notes-section.tsx'
import { RecordSection } from './record-section.tsx'
import { TimelineSection } from './timeline-section.tsx'

/** The parts of a student's file that this room shows by the student alone. */
export const fileSections = {
  record: RecordSection,
  family: FamilySection,
  notes: NotesSection,
  timeline: TimelineSection,
}
