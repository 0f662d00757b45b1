import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { CheckboxChoices, RadioChoices } from '#client/ui/fields/choices.tsx'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { localeOf } from '#shared/kernel/text/format-day.rules.ts'
import { type ExportedList, type ListColumn, maxExported } from '#shared/lists/list-columns.rules.ts'
import { type SheetFormat, sheetFormats } from '#shared/lists/spreadsheet.rules.ts'
import css from './export-sheet.module.css'
import { useFile } from './use-file.ts'

type Column = ListColumn<ExportedList>

interface ExportSheetProps {
  /** All that the list has, in their order. */
  columns: readonly Column[]
  fetchFile: (how: {
    isChosen: (column: string) => boolean
    format: SheetFormat
    language: Language
  }) => Promise<FileReply>
  onClose: () => void
}

/** What goes into the file, for which program, and in which language. */
export function ExportSheet({ columns, fetchFile, onClose }: ExportSheetProps) {
  const { t, i18n } = useTranslation('lists')
  const [format, setFormat] = useState<SheetFormat>('xlsx')
  const [language, setLanguage] = useState<Language>(i18n.language === 'ar' ? 'ar' : 'en')
  const [chosen, setChosen] = useState<readonly string[]>(columns)
  const { isPending, error, isDone, save } = useFile()
  const isChosen = (column: string) => chosen.includes(column)
  return (
    <Sheet
      title={t('title')}
      onClose={onClose}
      canClose={!isPending}
      footer={
        <Button
          kind="main"
          isWorking={isPending}
          disabled={chosen.length === 0}
          onClick={() => void save(() => fetchFile({ isChosen, format, language }))}
        >
          {t('save')}
        </Button>
      }
    >
      <div className={css.form}>
        <p className={css.soft}>{t('text')}</p>
        <RadioChoices
          title={t('format')}
          name="format"
          values={sheetFormats}
          chosen={format}
          onChoose={setFormat}
          word={(each) => t(each)}
        />
        <RadioChoices
          title={t('language')}
          name="language"
          values={['en', 'ar']}
          chosen={language}
          onChoose={setLanguage}
          word={(each) => t(`in.${each}`)}
        />
        <CheckboxChoices
          title={t('columns')}
          values={columns}
          chosen={columns.filter(isChosen)}
          onChoose={setChosen}
          word={(code) => t(`column.${code}`)}
        />
        <Outcome problem={error} isDone={isDone} />
      </div>
    </Sheet>
  )
}

interface OutcomeProps {
  problem: MessageId | undefined
  isDone: boolean
}

/** What came of it; a list that no file takes is narrowed. */
function Outcome({ problem, isDone }: OutcomeProps) {
  const { t, i18n } = useTranslation('lists')
  const errorText = useErrorText()
  const most = new Intl.NumberFormat(localeOf(i18n.language)).format(maxExported)
  return (
    <>
      {problem && (
        <InlineNotice tone="problem">
          {problem === 'request.too-large' ? t('tooLong', { most }) : errorText(problem)}
        </InlineNotice>
      )}
      <p role="status" className={css.soft}>
        {isDone && t('done')}
      </p>
    </>
  )
}
