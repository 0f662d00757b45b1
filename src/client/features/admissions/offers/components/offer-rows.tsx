import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { depositFrom, feeKinds, maxDeposit } from '#shared/admissions/offers/offer-money.rules.ts'
import { type Currency, parseDecimalText } from '#shared/kernel/money.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { StudentFile } from '../../student-file/student.api.ts'
import type { OfferDraft, OfferPart } from '../offer-draft.ts'
import offerStyles from './offer-section.module.css'

/** Each by its own name, in both languages. */
const languages = [
  ['en', 'English'],
  ['ar', 'العربية'],
] as const

interface RowsProps<T> {
  rows: readonly T[]
  onChange: (rows: T[]) => void
}

interface ManyProps<T> extends RowsProps<T> {
  part: OfferPart
  blank: T
  most: number
  least: number
  children: (row: T, put: (more: Partial<T>) => void, no: string) => ReactNode
}

/** Rows that can be added and taken away; each of their inputs is named with its number. */
function Many<T>({ part, rows, blank, most, least, onChange, children }: ManyProps<T>) {
  const { t } = useTranslation('students')
  const name = t(`offer.${part}`)
  return (
    <div role="group" aria-label={name} data-part={part} className={css.form}>
      <strong>{name}</strong>
      {rows.map((row, index) => {
        const no = rows.length > 1 ? ` ${index + 1}` : ''
        return (
          // Rows have no name but their place.
          <div key={index} className={offerStyles.pair}>
            {children(
              row,
              (more) => onChange(rows.map((each, at) => (at === index ? { ...each, ...more } : each))),
              no,
            )}
            {rows.length > least && (
              <Button
                kind="quiet"
                aria-label={`${t('offer.remove')}: ${name}${no}`}
                onClick={() => onChange(rows.filter((_row, at) => at !== index))}
              >
                {t('offer.remove')}
              </Button>
            )}
          </div>
        )
      })}
      {rows.length < most && (
        <Button aria-label={`${t('offer.add')}: ${name}`} onClick={() => onChange([...rows, blank])}>
          {t('offer.add')}
        </Button>
      )}
    </div>
  )
}

interface TextProps {
  label: string
  value: string
  type?: 'text' | 'email'
  lang?: 'en' | 'ar'
  onChange: (value: string) => void
}

const Text = ({ label, value, type = 'text', lang, onChange }: TextProps) => (
  <TextField
    label={label}
    type={type}
    dir={lang ? (lang === 'ar' ? 'rtl' : 'ltr') : type === 'email' ? 'ltr' : 'auto'}
    lang={lang}
    value={value}
    onChange={onChange}
  />
)

export function FeeRows(props: RowsProps<OfferDraft['fees'][number]>) {
  const { t } = useTranslation('students')
  return (
    <Many {...props} part="fees" blank={{ of: 'other', en: '', ar: '', amount: '' }} most={20} least={0}>
      {(row, put, no) => (
        <>
          <ChoiceField
            label={t('offer.feeKind') + no}
            values={feeKinds}
            nameOf={(kind) => t(`offer.feeKinds.${kind}`)}
            value={row.of}
            onChange={(chosen) => put({ of: chosen })}
          />
          <Text label={t('offer.english') + no} lang="en" value={row.en} onChange={(en) => put({ en })} />
          <Text label={t('offer.arabic') + no} lang="ar" value={row.ar} onChange={(ar) => put({ ar })} />
          <Text label={t('offer.amount') + no} value={row.amount} onChange={(amount) => put({ amount })} />
        </>
      )}
    </Many>
  )
}

export function ConditionRows(props: RowsProps<OfferDraft['conditions'][number]>) {
  const { t } = useTranslation('students')
  return (
    <Many {...props} part="conditions" blank={{ en: '', ar: '' }} most={20} least={0}>
      {(row, put, no) => (
        <>
          <Text label={t('offer.english') + no} lang="en" value={row.en} onChange={(en) => put({ en })} />
          <Text label={t('offer.arabic') + no} lang="ar" value={row.ar} onChange={(ar) => put({ ar })} />
        </>
      )}
    </Many>
  )
}

export function SignerRows(props: RowsProps<OfferDraft['signers'][number]>) {
  const { t } = useTranslation('students')
  return (
    <Many {...props} part="signers" blank={{ name: '', email: '', language: 'en' }} most={4} least={1}>
      {(row, put, no) => (
        <>
          <Text label={t('offer.signer') + no} value={row.name} onChange={(name) => put({ name })} />
          <Text label={t('offer.email') + no} type="email" value={row.email} onChange={(email) => put({ email })} />
          <SelectField
            label={t('offer.language') + no}
            value={row.language}
            onChange={(chosen) => put({ language: chosen === 'ar' ? 'ar' : 'en' })}
          >
            {languages.map(([language, name]) => (
              <option key={language} value={language}>
                {name}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </Many>
  )
}

interface HintsProps {
  file: StudentFile
  typed: OfferDraft
  currency: Currency
}

/** What the regulator allows of the money that is being typed; the server decides by the same. */
export function MoneyHints({ file, typed, currency }: HintsProps) {
  const { t, i18n } = useTranslation('students')
  const format = useFormat()
  const { money, student } = file
  if (!money) return null
  const fees = typed.fees.map(({ of, amount }) => ({ of, amount: parseDecimalText(amount.trim(), currency) ?? 0 }))
  const most = maxDeposit(money, { fees })
  const isDay = /^\d{4}-\d\d-\d\d$/.test(typed.startOn)
  const from = isDay && student.entryYear !== null ? depositFrom(money, typed, student.entryYear) : null
  const amount = (minor: number) => `\u2068${format.money(minor, currency)}\u2069`
  const said = [
    most !== null && t('offer.capPercent', { percent: money.depositPercent, most: amount(most) }),
    from !== null && t('offer.capMonths', { day: formatDay(from, i18n.language) }),
    money.applicationFee !== null &&
      fees.some(({ of }) => of === 'application') &&
      t('offer.capFee', { most: amount(money.applicationFee) }),
  ].filter((line) => line !== false)
  return said.map((line) => (
    <p key={line} className={common.soft}>
      {line}
    </p>
  ))
}
