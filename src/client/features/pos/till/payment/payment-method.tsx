import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { PersonIcon } from '#client/ui/icons/action-icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { minor, subtract, toDecimalText } from '#shared/kernel/money.ts'
import { spendableNow } from '../../spending/rules-now.ts'
import { Field } from '../board/field.tsx'
import { useSeesBalance } from '../customer/use-sees-balance.ts'
import { sheetAtom } from '../till.atoms.ts'
import { quickCash } from './number-entry.ts'
import { spentOnThisTill } from './pay-plan.ts'
import css from './payment-method.module.css'
import type { Payment } from './use-payment.ts'

interface PaymentMethodProps {
  payment: Payment
}

function Problem({ payment: { plan, known } }: PaymentMethodProps) {
  const { t } = useTranslation('pos.till')
  if (!plan.problem || plan.problem === 'no-customer' || plan.problem === 'no-reference') return null
  const isFunds = plan.problem === 'no-funds' || plan.problem === 'over-funds'
  return (
    <p className={css.problem} role="alert">
      {t(`pay.problem.${plan.problem}`)} {isFunds && known && t(`customer.boundBy.${known.account.boundBy}`)}
    </p>
  )
}

function CashPayment({ payment: { plan, change, entry, setEntry, currency } }: PaymentMethodProps) {
  const { t } = useTranslation('pos.till')
  const isMissing = plan.rest > 0
  return (
    <>
      <div className={css.quick}>
        <Button aria-pressed={entry === ''} onClick={() => setEntry('')}>
          {t('pay.exact')}
        </Button>
        {quickCash(plan.asked, currency).map((amount) => (
          <Button key={amount} onClick={() => setEntry(toDecimalText(amount, currency))}>
            <Money bare minor={amount} currency={currency} />
          </Button>
        ))}
      </div>
      <output className={css.change} data-missing={isMissing || undefined}>
        <span>{t(isMissing ? 'pay.missing' : 'pay.change')}</span>
        <strong>
          <Money minor={isMissing ? plan.rest : change} currency={currency} />
        </strong>
      </output>
    </>
  )
}

function AccountPayment({ payment: { plan, known, tenders } }: PaymentMethodProps) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const seesBalance = useSeesBalance()
  if (!known)
    return (
      <Button icon={<PersonIcon />} onClick={() => setSheet({ kind: 'customer', backTo: 'pay' })}>
        {t('pay.chooseCustomer')}
      </Button>
    )
  const { customer, account } = known
  const taken = minor(spentOnThisTill(tenders))
  return (
    <div className={css.account}>
      <p className={css.name}>
        <bdi>{pick(customer.name)}</bdi>
      </p>
      <p>
        {t('customer.spendable')} <Money minor={subtract(spendableNow(till, customer.id), taken)} />
        {seesBalance && (
          <>
            {' '}
            · {t('customer.balance')} <Money minor={subtract(account.balance, taken)} />
          </>
        )}
      </p>
      <p className={css.soft}>{t(`customer.boundBy.${account.boundBy}`)}</p>
      {plan.limit > 0 && plan.limit < plan.due && <p className={css.soft}>{t('pay.onlyPart')}</p>}
    </div>
  )
}

function CardPayment({ payment: { card, setCard } }: PaymentMethodProps) {
  const { t } = useTranslation('pos.till')
  return (
    <div className={css.fields}>
      <p className={css.soft}>{t('pay.cardHint')}</p>
      <Field
        label={t('pay.terminalRef')}
        dir="ltr"
        maxLength={40}
        autoComplete="off"
        value={card.terminalRef}
        onChange={(event) => setCard({ ...card, terminalRef: event.target.value })}
      />
      <Field
        label={t('pay.authCode')}
        dir="ltr"
        maxLength={20}
        autoComplete="off"
        value={card.authCode}
        onChange={(event) => setCard({ ...card, authCode: event.target.value })}
      />
    </div>
  )
}

const ways = { cash: CashPayment, account: AccountPayment, card: CardPayment }

/** What the chosen way of paying needs to know, and why it cannot, where it cannot. */
export function PaymentMethod({ payment }: PaymentMethodProps) {
  const Way = ways[payment.method]
  return (
    <>
      <Way payment={payment} />
      <Problem payment={payment} />
    </>
  )
}
