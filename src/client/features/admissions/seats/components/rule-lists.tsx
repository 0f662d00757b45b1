import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { type ClaimKind, claimKinds } from '#shared/admissions/waiting-list.rules.ts'
import { PupilNumbering } from '#shared/pos/pupil-number.rules.ts'
import { numberExample } from '../number-example.ts'
import { moved } from '../rules-draft.ts'
import css from './rules-sheet.module.css'

interface OrderProps {
  order: readonly ClaimKind[]
  onChange: (order: ClaimKind[]) => void
}

/** Which reasons for priority count, the first first: moved by buttons, so that a keyboard does it too. */
export function ClaimOrder({ order, onChange }: OrderProps) {
  const { t } = useTranslation('admissions')
  const list = useRef<HTMLFieldSetElement>(null)
  const focus = useRef<string>(undefined)
  // Anyone who moves a line goes on with the same line.
  useEffect(() => {
    if (focus.current) list.current?.querySelector<HTMLElement>(`[data-move="${focus.current}"]:enabled`)?.focus()
    focus.current = undefined
  })
  const move = (index: number, kind: ClaimKind, by: -1 | 1) => {
    const isAtEnd = index + by === (by < 0 ? 0 : order.length - 1)
    focus.current = `${kind} ${isAtEnd ? -by : by}`
    onChange(moved(order, index, by))
  }
  const missing = claimKinds.filter((kind) => !order.includes(kind))
  const name = (kind: ClaimKind) => t(`claim.${kind}`)
  return (
    <fieldset ref={list} className={css.order}>
      <legend>{t('rules.claimOrder')}</legend>
      <ol>
        {order.map((kind, index) => (
          <li key={kind}>
            <span>{name(kind)}</span>
            {([-1, 1] as const).map((by) => (
              <Button
                key={by}
                data-move={`${kind} ${by}`}
                disabled={index + by < 0 || index + by >= order.length}
                aria-label={`${t(by < 0 ? 'rules.earlier' : 'rules.later')}: ${name(kind)}`}
                onClick={() => move(index, kind, by)}
              >
                {t(by < 0 ? 'rules.earlier' : 'rules.later')}
              </Button>
            ))}
            <Button
              kind="quiet"
              aria-label={`${t('rules.drop')}: ${name(kind)}`}
              onClick={() => onChange(order.filter((each) => each !== kind))}
            >
              {t('rules.drop')}
            </Button>
          </li>
        ))}
      </ol>
      {missing.length > 0 && (
        <div className={css.missing}>
          <span>{t('rules.notCounted')}</span>
          {missing.map((kind) => (
            <Button key={kind} onClick={() => onChange([...order, kind])}>
              {t('rules.count', { claim: name(kind) })}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  )
}

interface NumbersProps {
  numbering: PupilNumbering
  isWrong: boolean
  onChange: (numbering: PupilNumbering) => void
}

/** How anyone who joins is numbered, with what comes of it. */
export function PupilNumbers({ numbering, isWrong, onChange }: NumbersProps) {
  const { t } = useTranslation('admissions')
  const { prefix, withYear, digits } = numbering
  const invalid = isWrong || undefined
  return (
    <fieldset className={css.ends}>
      <legend>{t('rules.pupilNumbers')}</legend>
      <div className={common.row}>
        <TextField
          label={t('rules.numbers.prefix')}
          dir="ltr"
          maxLength={8}
          autoComplete="off"
          value={prefix}
          aria-invalid={invalid}
          onChange={(typed) => onChange({ ...numbering, prefix: typed.toUpperCase() })}
        />
        <SelectField
          label={t('rules.numbers.digits')}
          value={digits}
          onChange={(chosen) => onChange({ ...numbering, digits: Number(chosen) })}
        >
          {[3, 4, 5, 6, 7, 8].map((count) => (
            <option key={count}>{count}</option>
          ))}
        </SelectField>
      </div>
      <CheckboxField
        label={t('rules.numbers.withYear')}
        checked={withYear}
        onChange={(isChecked) => onChange({ ...numbering, withYear: isChecked })}
      />
      {PupilNumbering.safeParse(numbering).success && (
        <p>{t('rules.numbers.example', { number: numberExample(numbering) })}</p>
      )}
      {isWrong && <InlineNotice tone="problem">{t('rules.wrong.pupilNumbers')}</InlineNotice>}
    </fieldset>
  )
}
