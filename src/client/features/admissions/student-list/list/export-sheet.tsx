import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFile } from '#client/platform/files/use-file.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { CheckboxChoices, RadioChoices } from '#client/ui/fields/choices.tsx'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { maxRows } from '#shared/kernel/letter/letter-fields.rules.ts'
import { localeOf } from '#shared/kernel/text/format-day.rules.ts'
import { type ListFormat, listFormats } from '#shared/lists/spreadsheet.rules.ts'
import {
  type ExportColumn,
  exportColumnCodes,
  exportColumns,
  isGuardianColumn,
} from '#shared/students/export-columns.rules.ts'
import { maxPrintColumns, studentColumnCodes } from '#shared/students/student-columns.rules.ts'
import { exportStudents } from '../list.api.ts'
import { filterOf, sortOf } from '../student-filter.ts'
import type { StudentSearch } from '../student-search.ts'
import css from './list-tools.module.css'

interface Chosen {
  columns: readonly ExportColumn[]
  /** How many there is room for. */
  most: number
  onColumns: (columns: readonly ExportColumn[]) => void
}

/** Paper has room for a few: what is chosen for it is another choice than for a file. */
function useColumns(isPaper: boolean, language: Language): Chosen {
  const [ofFile, setOfFile] = useState<readonly ExportColumn[]>(studentColumnCodes)
  const [ofPaper, setOfPaper] = useState<readonly ExportColumn[]>()
  const atFirst = studentColumnCodes.filter((code) => paperColumns[language].includes(code))
  return isPaper
    ? { columns: ofPaper ?? atFirst, most: maxPrintColumns, onColumns: setOfPaper }
    : { columns: ofFile, most: exportColumnCodes.length, onColumns: setOfFile }
}

const paperColumns: Readonly<Record<Language, readonly ExportColumn[]>> = {
  en: ['reference', 'nameEn', 'status', 'grade', 'entryYear'],
  ar: ['reference', 'nameAr', 'status', 'grade', 'entryYear'],
}

/** Which columns; no more than there is room for. */
function Columns({ columns, most, onColumns }: Chosen) {
  const { t, i18n } = useTranslation('admissions.student-list')
  const may = useRights()
  const isFew = most < exportColumnCodes.length
  return (
    <CheckboxChoices
      title={isFew ? t('export.paperColumns', { most }) : t('export.columns')}
      values={exportColumnCodes.filter((code) => !isGuardianColumn(code) || may('students.see'))}
      chosen={columns}
      most={most}
      onChoose={onColumns}
      word={(code) => exportColumns[code][i18n.language === 'ar' ? 'ar' : 'en']}
    />
  )
}

interface ExportProps {
  search: StudentSearch
  found: number | undefined
  /** Who is selected; everybody that is found where nobody is. */
  ids?: readonly string[] | undefined
  /** What it is opened with. */
  as: ListFormat
  onClose: () => void
}

/** What goes into the file or on paper, and in which language. */
export function ExportSheet({ search, found: matching, ids, as, onClose }: ExportProps) {
  const { t, i18n } = useTranslation('admissions.student-list')
  const [format, setFormat] = useState<ListFormat>(as)
  const [language, setLanguage] = useState<Language>(i18n.language === 'ar' ? 'ar' : 'en')
  const isPaper = format === 'pdf'
  const chosen = useColumns(isPaper, language)
  const { isPending, error, isDone, save } = useFile()
  const found = ids?.length ?? matching
  const asked = { ...whomOf(search, ids), columns: [...chosen.columns], format, language }
  const isTooLong = isPaper && found !== undefined && found > maxRows
  // What is known before anything is pressed is said where the eye begins.
  const hindrance = <Blocker isTooLong={isTooLong} problem={error} onXlsx={() => setFormat('xlsx')} isPaper={isPaper} />
  return (
    <Sheet
      title={t(isPaper ? 'export.printTitle' : 'export.title')}
      onClose={onClose}
      canClose={!isPending}
      footer={
        <Button
          kind="main"
          isWorking={isPending}
          disabled={chosen.columns.length === 0 || isTooLong}
          onClick={() => void save(() => exportStudents(asked))}
        >
          {t('export.save')}
        </Button>
      }
    >
      <div className={common.form}>
        <p className={common.softLine}>
          {found !== undefined && <>{t(ids ? 'pick.count' : 'export.found', { count: found })} </>}
          {t(ids ? 'export.pickedText' : isPaper ? 'export.paperText' : 'export.text')}
        </p>
        {isTooLong && hindrance}
        <RadioChoices
          title={t('export.format')}
          name="format"
          values={listFormats}
          chosen={format}
          onChoose={setFormat}
          word={(each) => t(`export.${each}`)}
        />
        <RadioChoices
          title={t('export.language')}
          name="language"
          values={['en', 'ar']}
          chosen={language}
          onChoose={setLanguage}
          word={(each) => t(`export.in.${each}`)}
        />
        <Columns {...chosen} />
        {!isTooLong && hindrance}
        <p role="status" className={common.softLine}>
          {isDone && t('export.done')}
        </p>
      </div>
    </Sheet>
  )
}

const whomOf = (search: StudentSearch, ids: readonly string[] | undefined) => ({
  filter: filterOf(search),
  sort: sortOf(search),
  ...(ids && { ids: [...ids] }),
})

interface BlockerProps {
  isTooLong: boolean
  problem: MessageId | undefined
  isPaper: boolean
  onXlsx: () => void
}

/** What stands against it; a list that paper can't hold goes into a table file. */
function Blocker({ isTooLong, problem, isPaper, onXlsx }: BlockerProps) {
  const { t, i18n } = useTranslation('admissions.student-list')
  const errorText = useErrorText()
  const most = new Intl.NumberFormat(localeOf(i18n.language)).format(maxRows)
  if (!isTooLong && !problem) return null
  const isCut = isTooLong || (isPaper && problem === 'request.too-large')
  return (
    <div role="alert" className={common.form}>
      <p className={css.wrong}>{isCut ? t('export.tooLong', { most }) : problem && errorText(problem)}</p>
      {isCut && (
        <p>
          <Button onClick={onXlsx}>{t('export.asXlsx')}</Button>
        </p>
      )}
    </div>
  )
}
