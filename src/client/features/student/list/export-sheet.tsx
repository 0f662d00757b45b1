import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { useBusy } from '#client/platform/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import type { Language } from '#shared/contract/school.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { type SheetFormat, sheetFormats } from '#shared/rules/sheet.rules.ts'
import { type StudentColumn, studentColumnCodes, studentColumns } from '#shared/rules/student-columns.rules.ts'
import { filterOf, sortOf } from '../student-filter.ts'
import type { StudentSearch } from '../student-search.ts'
import { exportStudents } from './list.api.ts'
import css from './list-tools.module.css'

interface ExportProps {
  search: StudentSearch
  found: number | undefined
  onClose: () => void
}

/** What goes into the file, in which language and for which program. */
export function ExportSheet({ search, found, onClose }: ExportProps) {
  const { t, i18n } = useTranslation('student-list')
  const errorText = useErrorText()
  const [format, setFormat] = useState<SheetFormat>('xlsx')
  const [language, setLanguage] = useState<Language>(i18n.language === 'ar' ? 'ar' : 'en')
  const [columns, setColumns] = useState<readonly StudentColumn[]>(studentColumnCodes)
  const { isWorking, problem, isDone, save } = useExport()
  return (
    <Sheet
      title={t('export.title')}
      onClose={onClose}
      canClose={!isWorking}
      footer={
        <Button
          kind="main"
          isWorking={isWorking}
          disabled={columns.length === 0}
          onClick={() => void save({ search, format, language, columns })}
        >
          {t('export.save')}
        </Button>
      }
    >
      <div className={css.form}>
        <p className={css.soft}>
          {found !== undefined && <>{t('export.found', { count: found })} </>}
          {t('export.text')}
        </p>
        <Choice
          title={t('export.format')}
          name="format"
          values={sheetFormats}
          chosen={format}
          onChoose={setFormat}
          word={(each) => t(`export.${each}`)}
        />
        <Choice
          title={t('export.language')}
          name="language"
          values={['en', 'ar']}
          chosen={language}
          onChoose={setLanguage}
          word={(each) => t(`export.in.${each}`)}
        />
        <Columns columns={columns} onColumns={setColumns} />
        {problem && (
          <p role="alert" className={css.wrong}>
            {errorText(problem)}
          </p>
        )}
        <p role="status" className={css.soft}>
          {isDone && t('export.done')}
        </p>
      </div>
    </Sheet>
  )
}

interface ColumnsProps {
  columns: readonly StudentColumn[]
  onColumns: (columns: readonly StudentColumn[]) => void
}

function Columns({ columns, onColumns }: ColumnsProps) {
  const { t, i18n } = useTranslation('student-list')
  const toggle = (code: StudentColumn) =>
    onColumns(studentColumnCodes.filter((each) => columns.includes(each) !== (each === code)))
  return (
    <fieldset>
      <legend>{t('export.columns')}</legend>
      <div className={css.choices}>
        {studentColumnCodes.map((code) => (
          <label key={code} className={css.choice}>
            <input type="checkbox" checked={columns.includes(code)} onChange={() => toggle(code)} />
            {studentColumns[code][i18n.language === 'ar' ? 'ar' : 'en']}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface ChoiceProps<V extends string> {
  title: string
  name: string
  values: readonly V[]
  chosen: V
  word: (value: V) => string
  onChoose: (value: V) => void
}

const Choice = <V extends string>({ title, name, values, chosen, word, onChoose }: ChoiceProps<V>) => (
  <fieldset>
    <legend>{title}</legend>
    <div className={css.choices}>
      {values.map((value) => (
        <label key={value} className={css.choice}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
          {word(value)}
        </label>
      ))}
    </div>
  </fieldset>
)

interface Asked {
  search: StudentSearch
  format: SheetFormat
  language: Language
  columns: readonly StudentColumn[]
}

/** Asks for the file and hands it to the browser, which saves it. */
function useExport() {
  const [state, setState] = useState<{ isWorking: boolean; isDone?: true; problem?: MessageId }>({ isWorking: false })
  useBusy(state.isWorking)
  const save = async ({ search, columns, ...more }: Asked) => {
    setState({ isWorking: true })
    try {
      const asked = { filter: filterOf(search), sort: sortOf(search), columns: [...columns], ...more }
      const { name, bytes } = await exportStudents(asked)
      const href = URL.createObjectURL(new Blob([Uint8Array.from(bytes)]))
      Object.assign(document.createElement('a'), { href, download: name }).click()
      setTimeout(() => URL.revokeObjectURL(href), 60_000)
      setState({ isWorking: false, isDone: true })
    } catch (error) {
      setState({ isWorking: false, problem: messageIdOf(error) })
    }
  }
  return { ...state, save }
}
