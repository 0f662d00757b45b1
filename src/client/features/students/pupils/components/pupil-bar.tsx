import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useGrade } from '#client/i18n/use-grade.ts'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { SchoolClass } from '#shared/students/pupils/class.contract.ts'
import { cardStates, listedStates, type PupilsSearch } from '../pupils-search.ts'
import css from './pupils.module.css'

interface PupilBarProps {
  search: PupilsSearch
  classes: readonly SchoolClass[]
  onChange: (search: PupilsSearch) => void
}

/** Time after the last key before the server is asked. */
const pauseMs = 250

/** Narrows the list of pupils. */
export function PupilBar({ search, classes, onChange }: PupilBarProps) {
  const { t } = useTranslation('students.pupils')
  const pick = useBilingual()
  const gradeName = useGrade()
  const put = (name: keyof PupilsSearch, value: string) => {
    const { [name]: _before, open: _open, ...rest } = search
    onChange({ ...rest, ...(value && { [name]: value }) })
  }
  const grades = [...new Set(classes.map(({ grade }) => grade))]
  const shown = classes.filter(({ grade }) => search.grade === undefined || grade === search.grade)
  return (
    <search className={css.bar} aria-label={t('filter.title')}>
      <SearchText text={search.text ?? ''} onSearch={(text) => put('text', text)} />
      <SelectField label={t('filter.grade')} value={search.grade ?? ''} onChange={(value) => put('grade', value)}>
        <option value="">{t('filter.all')}</option>
        {grades.map((grade) => (
          <option key={grade} value={grade}>
            {gradeName(grade)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('filter.class')} value={search.class ?? ''} onChange={(value) => put('class', value)}>
        <option value="">{t('filter.all')}</option>
        {shown.map(({ id, name }) => (
          <option key={id} value={id}>
            {pick(name)}
          </option>
        ))}
      </SelectField>
      <StateFields search={search} onPut={put} />
    </search>
  )
}

interface StateFieldsProps {
  search: PupilsSearch
  onPut: (name: 'state' | 'card', value: string) => void
}

function StateFields({ search, onPut }: StateFieldsProps) {
  const { t } = useTranslation('students.pupils')
  return (
    <>
      <SelectField label={t('filter.state')} value={search.state ?? ''} onChange={(value) => onPut('state', value)}>
        <option value="">{t('state.at-school')}</option>
        {listedStates.map((state) => (
          <option key={state} value={state}>
            {t(`state.${state}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('filter.card')} value={search.card ?? ''} onChange={(value) => onPut('card', value)}>
        <option value="">{t('filter.all')}</option>
        {cardStates.map((card) => (
          <option key={card} value={card}>
            {t(`card.${card}`)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

interface SearchTextProps {
  text: string
  onSearch: (text: string) => void
}

/** Asks for what is typed once nothing more is typed for a moment. */
function SearchText({ text, onSearch }: SearchTextProps) {
  const { t } = useTranslation('students.pupils')
  const [typed, setTyped] = useState(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const type = (value: string) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(value.trim()), pauseMs)
  }
  return (
    <TextField
      label={t('filter.text')}
      type="search"
      autoComplete="off"
      maxLength={100}
      value={typed}
      onChange={type}
    />
  )
}
