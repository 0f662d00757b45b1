import type { StudentOnPaper } from '#server/features/admissions/file/student-paper.service.ts'

/** Returns a student as lists of messages name one. */
export const findNamedStudent = ({ id, reference, nameLatin, nameArabic }: StudentOnPaper) => ({
  student_id: id,
  registration_id: reference,
  student_name: nameLatin,
  student_name_ar: nameArabic,
})
