import type { NamedStudent } from '#shared/contract/seat.ts'

/** The name in the reader's own script first, then the other; either may be missing, and sometimes both. */
export function namesOf(
  { student_name: latin, student_name_ar: arabic }: Pick<NamedStudent, 'student_name' | 'student_name_ar'>,
  lng: string,
): string[] {
  const names = lng === 'ar' ? [arabic, latin] : [latin, arabic]
  return names.filter((name) => name !== null && name !== '') as string[]
}
