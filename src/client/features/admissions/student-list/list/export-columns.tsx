import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckboxChoices } from '#client/ui/fields/choices.tsx'
import type { Language } from '#shared/kernel/fields.ts'
import {
  maxPrintColumns,
  type StudentColumn,
  studentColumnCodes,
  studentColumns,
} from '#shared/students/student-columns.rules.ts'

interface Chosen {
  columns: readonly StudentColumn[]
  /** How many there is room for. */
  most: number
  onColumns: (columns: readonly StudentColumn[]) => void
}

/** Paper has room for a few: what is chosen for it is another choice than for a file. */
export function useColumns(isPaper: boolean, language: Language): Chosen {
  const [ofFile, setOfFile] = useState<readonly StudentColumn[]>(studentColumnCodes)
  const [ofPaper, setOfPaper] = useState<readonly StudentColumn[]>()
  const atFirst = studentColumnCodes.filter((code) => paperColumns[language].includes(code))
  return isPaper
    ? { columns: ofPaper ?? atFirst, most: maxPrintColumns, onColumns: setOfPaper }
    : { columns: ofFile, most: studentColumnCodes.length, onColumns: setOfFile }
}

const paperColumns: Readonly<Record<Language, readonly StudentColumn[]>> = {
  en: ['reference', 'nameEn', 'status', 'grade', 'entryYear'],
  ar: ['reference', 'nameAr', 'status', 'grade', 'entryYear'],
}

/** Which columns; no more than there is room for. */
export function Columns({ columns, most, onColumns }: Chosen) {
  const { t, i18n } = useTranslation('admissions.student-list')
  const isFew = most < studentColumnCodes.length
  return (
    <CheckboxChoices
      title={isFew ? t('export.paperColumns', { most }) : t('export.columns')}
      values={studentColumnCodes}
      chosen={columns}
      most={most}
      onChoose={onColumns}
      word={(code) => studentColumns[code][i18n.language === 'ar' ? 'ar' : 'en']}
    />
  )
}
