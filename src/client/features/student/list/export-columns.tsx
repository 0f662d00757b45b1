import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/contract/school.ts'
import {
  mostPaperColumns,
  type StudentColumn,
  studentColumnCodes,
  studentColumns,
} from '#shared/rules/student-columns.rules.ts'
import css from './list-tools.module.css'

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
    ? { columns: ofPaper ?? atFirst, most: mostPaperColumns, onColumns: setOfPaper }
    : { columns: ofFile, most: studentColumnCodes.length, onColumns: setOfFile }
}

const paperColumns: Readonly<Record<Language, readonly StudentColumn[]>> = {
  en: ['reference', 'nameEn', 'status', 'grade', 'entryYear'],
  ar: ['reference', 'nameAr', 'status', 'grade', 'entryYear'],
}

/** Which columns; no more than there is room for. */
export function Columns({ columns, most, onColumns }: Chosen) {
  const { t, i18n } = useTranslation('student-list')
  const toggle = (code: StudentColumn) =>
    onColumns(studentColumnCodes.filter((each) => columns.includes(each) !== (each === code)))
  const isFew = most < studentColumnCodes.length
  return (
    <fieldset>
      <legend>{isFew ? t('export.paperColumns', { most }) : t('export.columns')}</legend>
      <div className={css.choices}>
        {studentColumnCodes.map((code) => (
          <label key={code} className={css.choice}>
            <input
              type="checkbox"
              checked={columns.includes(code)}
              disabled={columns.length >= most && !columns.includes(code)}
              onChange={() => toggle(code)}
            />
            {studentColumns[code][i18n.language === 'ar' ? 'ar' : 'en']}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
