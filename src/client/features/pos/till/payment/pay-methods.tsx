import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountIcon, CardIcon, CashIcon } from '#client/ui/icons/action-icons.tsx'
import type { TenderKind } from '#shared/pos/sale.contract.ts'
import css from './pay-methods.module.css'

const methods: readonly { kind: TenderKind; icon: ReactNode }[] = [
  { kind: 'cash', icon: <CashIcon size={28} /> },
  { kind: 'account', icon: <AccountIcon size={28} /> },
  { kind: 'card', icon: <CardIcon size={28} /> },
]

/** Cash, account or card; real radio buttons, so that arrow keys move between them. */
export function PayMethods({ chosen, onChoose }: { chosen: TenderKind; onChoose: (kind: TenderKind) => void }) {
  const { t } = useTranslation('pos.till')
  return (
    <fieldset className={css.methods}>
      <legend className="visually-hidden">{t('pay.how')}</legend>
      {methods.map(({ kind, icon }) => (
        <label key={kind} className={css.method} data-chosen={kind === chosen || undefined}>
          <input
            type="radio"
            name="pay-method"
            className={css.radio}
            value={kind}
            checked={kind === chosen}
            onChange={() => onChoose(kind)}
          />
          {icon}
          {t(`tender.${kind}`)}
        </label>
      ))}
    </fieldset>
  )
}
