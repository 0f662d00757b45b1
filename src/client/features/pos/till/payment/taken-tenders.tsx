import { useTranslation } from 'react-i18next'
import { CloseIcon } from '#client/ui/icons/action-icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { Tender } from '#shared/pos/sale.contract.ts'
import css from './taken-tenders.module.css'

/** The parts of a split that are settled already. */
export function TakenTenders({ tenders, onRemove }: { tenders: readonly Tender[]; onRemove: (id: string) => void }) {
  const { t } = useTranslation('pos.till')
  if (tenders.length === 0) return null
  return (
    <ul className={css.list} aria-label={t('pay.taken')}>
      {tenders.map((tender) => (
        <li key={tender.id} className={css.row}>
          <span>
            {t(`tender.${tender.kind}`)}
            {tender.kind === 'card' && (
              <>
                {' '}
                <bdi dir="ltr">{tender.terminalRef}</bdi>
              </>
            )}
          </span>
          <Money minor={tender.amount} />
          <button
            type="button"
            className={css.remove}
            aria-label={t('pay.removePart', { kind: t(`tender.${tender.kind}`) })}
            onClick={() => onRemove(tender.id)}
          >
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  )
}
