import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { NextIcon } from '#client/ui/icons/place-icons.tsx'
import type { NamedOperator } from '../pos-sign-in.actions.ts'
import css from './operator-list.module.css'

/** The people this till knows. Who may not use a PIN now is sent to the password. */
export function OperatorList({ operators, onChoose }: OperatorListProps) {
  const { t } = useTranslation('identity.sign-in')
  const pick = useBilingual()
  return (
    <ul className={css.list}>
      {operators.map((operator) => (
        <li key={operator.userId}>
          <button type="button" className={css.operator} onClick={() => onChoose(operator)}>
            <span>
              <bdi>{pick(operator.name)}</bdi>
              {!operator.usable && <small className={css.hint}>{t('pos.needsPassword')}</small>}
            </span>
            <NextIcon />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface OperatorListProps {
  operators: readonly NamedOperator[]
  onChoose: (operator: NamedOperator) => void
}
