import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { editId, useEditing } from '../edit-context.ts'
import { valueAt } from '../edit-tree.ts'
import { FindingLines, findingId, isMissing, useFindingsAt } from '../publish/findings.tsx'
import css from './inputs.module.css'

const languages = ['en', 'ar'] as const

interface BothProps {
  path: string
  name: ReactNode
  help?: string
  isLong?: boolean
  /** Empty in both languages it is left out. */
  isOptional?: boolean
  /** In place of putting it at its path. */
  onWrite?: (text: Bilingual) => void
}

/** A text in both languages, side by side, each in its own direction. */
export function BothInput({ path, name, help, isLong = false, isOptional = false, onWrite }: BothProps) {
  const { t } = useTranslation('forms.editor')
  const { form, put } = useEditing()
  const text = (valueAt(form, path) as Bilingual | undefined) ?? { en: '', ar: '' }
  const write = (lng: 'en' | 'ar', written: string) => {
    const next = { ...text, [lng]: written }
    if (onWrite) return onWrite(next)
    put(path, isOptional && next.en === '' && next.ar === '' ? undefined : next)
  }
  return (
    <fieldset className={css.group}>
      <legend className={css.name}>
        {name} {isOptional && <span className={common.softPart}>{t('optional')}</span>}
      </legend>
      {help && <p className={common.smallLine}>{help}</p>}
      <div className={css.pair}>
        {languages.map((lng) => (
          <LanguageInput
            key={lng}
            path={`${path}.${lng}`}
            lng={lng}
            value={text[lng]}
            isLong={isLong}
            onWrite={(written) => write(lng, written)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface LanguageProps {
  path: string
  lng: 'en' | 'ar'
  value: string
  isLong: boolean
  onWrite: (text: string) => void
}

function LanguageInput({ path, lng, value, isLong, onWrite }: LanguageProps) {
  const { t } = useTranslation('forms.editor')
  const found = useFindingsAt(path)
  const isWrong = found.length > 0
  const common = {
    id: editId(path),
    className: css.input,
    lang: lng,
    dir: lng === 'ar' ? 'rtl' : 'ltr',
    value,
    'aria-invalid': isWrong,
    'data-lacking': (isWrong && found.every(isMissing)) || undefined,
    'aria-describedby': isWrong ? findingId(path) : undefined,
  }
  return (
    <label className={css.language}>
      {t(`language.${lng}`)}
      {isLong ? (
        <textarea {...common} onChange={(event) => onWrite(event.currentTarget.value)} />
      ) : (
        <input {...common} autoComplete="off" onChange={(event) => onWrite(event.currentTarget.value)} />
      )}
      <FindingLines path={path} />
    </label>
  )
}

interface SelectProps {
  path: string
  name: string
  help?: string
  value: string
  choices: readonly (readonly [value: string, name: string])[]
  onChoose: (value: string) => void
  isReadOnly?: boolean
}

export function SelectRow({ path, name, help, value, choices, onChoose, isReadOnly = false }: SelectProps) {
  const isWrong = useFindingsAt(path).length > 0
  return (
    <div className={css.group}>
      <label className={css.name} htmlFor={editId(path)}>
        {name}
      </label>
      {help && <p className={common.smallLine}>{help}</p>}
      <select
        id={editId(path)}
        className={`${css.input} ${css.middle}`}
        value={value}
        disabled={isReadOnly}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? findingId(path) : undefined}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {choices.map(([each, label]) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </select>
      <FindingLines path={path} />
    </div>
  )
}

interface NumberProps {
  path: string
  name: string
  /** What is there when nothing is typed; without it the member is left out. */
  empty?: number
}

/** A whole number. */
export function NumberRow({ path, name, empty }: NumberProps) {
  const { form, put } = useEditing()
  const value = valueAt(form, path)
  const isWrong = useFindingsAt(path).length > 0
  return (
    <div className={css.group}>
      <label className={css.name} htmlFor={editId(path)}>
        {name}
      </label>
      <input
        id={editId(path)}
        className={`${css.input} ${css.short}`}
        type="number"
        dir="ltr"
        value={typeof value === 'number' ? value : ''}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? findingId(path) : undefined}
        onChange={(event) => {
          const number = Math.trunc(event.currentTarget.valueAsNumber)
          put(path, Number.isNaN(number) ? empty : number)
        }}
      />
      <FindingLines path={path} />
    </div>
  )
}

export function CheckRow({
  name,
  help,
  isOn,
  onTurn,
}: {
  name: string
  help?: string
  isOn: boolean
  onTurn: (isOn: boolean) => void
}) {
  return (
    <label className={css.check}>
      <input type="checkbox" checked={isOn} onChange={(event) => onTurn(event.currentTarget.checked)} />
      <span>
        {name} {help && <span className={common.smallLine}>{help}</span>}
      </span>
    </label>
  )
}
