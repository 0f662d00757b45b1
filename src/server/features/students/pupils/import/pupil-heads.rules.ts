import { foldText } from '#shared/kernel/text/search.rules.ts'
import { guardianHeads } from '#shared/students/guardian-heads.rules.ts'
import type { PupilColumn } from '#shared/students/pupils/pupil-import.contract.ts'

/* Headings by which schools' own lists name a pupil and its guardian, besides those of our template. */

const guardianParts: Readonly<Record<string, PupilColumn>> = {
  guardian1NameEn: 'guardianName',
  guardian1NameAr: 'guardianName',
  guardian1Phone: 'guardianPhone',
  guardian1Email: 'guardianEmail',
}

const pupilWords: Readonly<Partial<Record<PupilColumn, readonly string[]>>> = {
  admissionNo: [
    'admission no',
    'student number',
    'student no',
    'student ID',
    'pupil number',
    'رقم الطالب',
    'الرقم المدرسي',
  ],
  nameEn: ['name', 'student name', 'pupil name', 'full name', 'English name'],
  nameAr: ['Arabic name', 'name in Arabic', 'اسم الطالب', 'الاسم', 'الاسم الكامل'],
  grade: ['year group', 'المرحلة', 'الصف الدراسي'],
  classEn: ['section', 'class section', 'class name'],
  birthDate: ['date of birth', 'DOB', 'birthday', 'الميلاد'],
  cardNo: ['card', 'card no', 'البطاقة'],
  guardianName: ['parent', 'father', 'mother', 'الأب', 'الأم'],
}

/** Columns by such a heading, folded. */
export const otherPupilHeads: ReadonlyMap<string, PupilColumn> = new Map([
  ...guardianHeads.flatMap(([head, code]): [string, PupilColumn][] => {
    const column = guardianParts[code]
    return column ? [[foldText(head), column]] : []
  }),
  ...Object.entries(pupilWords).flatMap(([column, heads]) =>
    heads.map((head): [string, PupilColumn] => [foldText(head), column as PupilColumn]),
  ),
])
