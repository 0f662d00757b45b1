import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { type ClaimKind, claimKinds } from '#shared/admissions/waiting-list.rules.ts'
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
  // Whoever moves a line goes on with the same line.
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
