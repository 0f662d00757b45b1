// chunk: till-sheets
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useNow } from '#client/platform/use-now.ts'
import { CloseIcon } from '#client/ui/icons/action-icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { AccountView } from '#local/pos/till.types.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import { clearCustomer } from '../cart/cart.actions.ts'
import { AllergenMarks } from '../../pictures/allergen-marks.tsx'
import { sheetAtom } from '../till.atoms.ts'
import css from './customer-card.module.css'
import { useSeesBalance } from './use-sees-balance.ts'

const refreshMs = 30_000

interface KnownCustomerProps {
  customer: Customer
  account: AccountView
  snapshotAt: string | null
}

function Account({ account, snapshotAt }: Pick<KnownCustomerProps, 'account' | 'snapshotAt'>) {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const now = useNow(refreshMs)
  const seesBalance = useSeesBalance()
  return (
    <>
      <dl className={css.money}>
        {seesBalance && (
          <div>
            <dt>{t('customer.balance')}</dt>
            <dd>
              <Money minor={account.balance} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('customer.spendable')}</dt>
          <dd>
            <Money minor={account.spendable} />
          </dd>
        </div>
      </dl>
      <p className={css.small}>
        {t(`customer.boundBy.${account.boundBy}`)}
        {snapshotAt && ` · ${t('customer.asOf', { age: format.ago(snapshotAt, now) })}`}
      </p>
    </>
  )
}

/** The customer who is being served, with what may be spent and what must not be eaten. */
export function KnownCustomer({ customer, account, snapshotAt }: KnownCustomerProps) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const allergenNames = useAllergenNames()
  const openSheet = useSetAtom(sheetAtom)
  return (
    <section className={css.card} aria-label={t('customer.title')}>
      <div className={css.head}>
        <button
          type="button"
          className={css.name}
          aria-haspopup="dialog"
          onClick={() => openSheet({ kind: 'customer' })}
        >
          <bdi>{pick(customer.name)}</bdi>
        </button>
        <button type="button" className={css.drop} aria-label={t('customer.drop')} onClick={clearCustomer}>
          <CloseIcon />
        </button>
      </div>
      <p className={css.small}>
        <bdi>{customer.className}</bdi> · <bdi dir="ltr">{customer.admissionNo}</bdi>
      </p>
      <Account account={account} snapshotAt={snapshotAt} />
      {customer.allergens.length > 0 && (
        <p className={css.allergens}>
          <AllergenMarks allergens={customer.allergens} clash={customer.allergens} />
          {t('customer.allergens', { allergens: allergenNames(customer.allergens) })}
        </p>
      )}
    </section>
  )
}
