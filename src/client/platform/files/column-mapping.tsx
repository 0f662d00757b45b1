// chunk: desk-parts
import { Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import css from './column-mapping.module.css'
import type { ReadFile, SaidOfHeads } from './use-mapped-file.ts'

interface MappingProps<Column extends string> {
  read: ReadFile<Column>
  /** Columns of the list in their order, with their headings. */
  columns: Readonly<Record<Column, Bilingual>>
  isPending: boolean
  onMap: (columns: SaidOfHeads<Column>) => void
}

/** Which column of the file holds what: folded away where the file was understood, open where it was not. */
export const ColumnMapping = <Column extends string>(props: MappingProps<Column>) =>
  props.read.heads.length > 0 && (
    <Suspense fallback={null}>
      <Mapping key={`${props.read.file.name} ${props.read.isNeeded}`} {...props} />
    </Suspense>
  )

function Mapping<Column extends string>({ read, columns, isPending, onMap }: MappingProps<Column>) {
  const { t, i18n } = useTranslation('lists.mapping')
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const titleId = useId()
  const [said, setSaid] = useState<Readonly<Record<string, Column | ''>>>({})
  const codes = Object.keys(columns) as Column[]
  const columnOf = ({ head, column }: ReadFile<Column>['heads'][number]) => said[head] ?? column ?? ''
  const unused = read.heads.filter(({ column }) => column === null).map(({ head }) => `\u2068${head}\u2069`)
  return (
    <details className={css.mapping} open={read.isNeeded}>
      <summary id={titleId}>
        {t(read.isRemembered ? 'remembered' : 'title')}
        {!read.isNeeded && unused.length > 0 && (
          <small>{t('unused', { heads: unused.join(language === 'ar' ? '، ' : ', ') })}</small>
        )}
      </summary>
      <form
        aria-labelledby={titleId}
        onSubmit={(event) => {
          event.preventDefault()
          onMap(read.heads.map((each) => ({ head: each.head, column: columnOf(each) || null })))
        }}
      >
        <p className={css.soft}>{t('hint')}</p>
        <ul className={css.heads}>
          {read.heads.map((each) => (
            <li key={each.head}>
              <SelectField
                label={`\u2068${each.head}\u2069`}
                value={columnOf(each)}
                onChange={(chosen) => setSaid({ ...said, [each.head]: codes.find((code) => code === chosen) ?? '' })}
              >
                <option value="">{t('none')}</option>
                {codes.map((code) => (
                  <option key={code} value={code}>
                    {columns[code][language]}
                  </option>
                ))}
              </SelectField>
              {each.sample !== '' && (
                <small className={css.soft}>
                  {t('sample')} <bdi>{each.sample}</bdi>
                </small>
              )}
            </li>
          ))}
        </ul>
        <Button type="submit" kind={read.isNeeded ? 'main' : 'plain'} isWorking={isPending}>
          {t('check')}
        </Button>
      </form>
    </details>
  )
}
