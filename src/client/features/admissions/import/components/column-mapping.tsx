import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { type ImportColumn, importColumnCodes, importColumns } from '#shared/admissions/import/import-columns.rules.ts'
import type { ReadFile } from '../hooks/use-check.ts'
import css from './import.module.css'

interface MappingProps {
  read: ReadFile
  isPending: boolean
  onMap: (columns: { head: string; column: ImportColumn | null }[]) => void
}

/** Which column of the file holds what: folded away where the file was understood, open where it was not. */
export function ColumnMapping({ read, isPending, onMap }: MappingProps) {
  const { t, i18n } = useTranslation('admissions.import')
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const titleId = useId()
  const [said, setSaid] = useState<Readonly<Record<string, ImportColumn | ''>>>({})
  const columnOf = ({ head, column }: ReadFile['heads'][number]) => said[head] ?? column ?? ''
  return (
    <details className={css.mapping} open={read.isNeeded}>
      <summary id={titleId}>{t(read.isRemembered ? 'mapping.remembered' : 'mapping.title')}</summary>
      <form
        aria-labelledby={titleId}
        onSubmit={(event) => {
          event.preventDefault()
          onMap(read.heads.map((each) => ({ head: each.head, column: columnOf(each) || null })))
        }}
      >
        <p className={css.soft}>{t('mapping.hint')}</p>
        <ul className={css.heads}>
          {read.heads.map((each) => (
            <li key={each.head}>
              <SelectField
                label={`\u2068${each.head}\u2069`}
                value={columnOf(each)}
                onChange={(chosen) => {
                  const column = importColumnCodes.find((code) => code === chosen) ?? ''
                  setSaid({ ...said, [each.head]: column })
                }}
              >
                <option value="">{t('mapping.none')}</option>
                {importColumnCodes.map((code) => (
                  <option key={code} value={code}>
                    {importColumns[code][language]}
                  </option>
                ))}
              </SelectField>
              {each.sample !== '' && (
                <small className={css.soft}>
                  {t('mapping.sample')} <bdi>{each.sample}</bdi>
                </small>
              )}
            </li>
          ))}
        </ul>
        <Button type="submit" kind={read.isNeeded ? 'main' : 'plain'} isWorking={isPending}>
          {t('mapping.check')}
        </Button>
      </form>
    </details>
  )
}
