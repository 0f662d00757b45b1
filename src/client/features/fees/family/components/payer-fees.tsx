import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import linkPage from '#client/ui/feedback/link-page.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { FamilyFees } from '#shared/fees/family/family-fees.contract.ts'
import type { FeeDoor } from '../fee-door.types.ts'
import { usePayerText } from '../hooks/use-payer-text.ts'
import css from './family-fees.module.css'
import { ItemForm } from './item-form.tsx'
import { Papers } from './papers.tsx'

interface PayerFeesProps {
  fees: FamilyFees
  door: FeeDoor
  isOnline: boolean
  isOneOfSeveral: boolean
  again: () => void
}

/** One payer's part: what is due, what to pay, the papers. */
export function PayerFees({ fees, door, isOnline, isOneOfSeveral, again }: PayerFeesProps) {
  const { t } = useTranslation('fees.family')
  const format = useFormat()
  const { nameOf } = usePayerText()
  const { payer, expiresAt } = fees
  const of = t('of', { name: nameOf(payer) ?? t('noName') })
  return (
    <>
      {isOneOfSeveral ? <h2 className={css.heading}>{of}</h2> : <p className={linkPage.soft}>{of}</p>}
      <Sums fees={fees} />
      {fees.items.length === 0 ? (
        <p className={linkPage.box}>{t('nothingOpen')}</p>
      ) : (
        <ItemForm fees={fees} door={door} isOnline={isOnline} isOneOfSeveral={isOneOfSeveral} again={again} />
      )}
      <Papers fees={fees} door={door} />
      {expiresAt !== null && (
        <p className={linkPage.soft}>
          {t('secret')} {t('until', { day: format.day(expiresAt) })} {t('firstNames')}
        </p>
      )}
    </>
  )
}

function Sums({ fees: { dueNow, open, credit, chequesHeld, currency } }: Pick<PayerFeesProps, 'fees'>) {
  const { t } = useTranslation('fees.family')
  const rows = [
    { name: t('sum.open'), amount: open, isShown: true },
    { name: t('sum.credit'), amount: credit, isShown: credit > 0 },
    { name: t('sum.cheques'), amount: chequesHeld, isShown: chequesHeld > 0 },
  ]
  return (
    <section className={css.sums} aria-label={t('sum.title')}>
      <p className={css.due} data-due={dueNow > 0 || undefined}>
        <span>{t('sum.dueNow')}</span>
        <strong>
          <Money minor={dueNow} currency={currency} />
        </strong>
      </p>
      <dl className={css.facts}>
        {rows
          .filter(({ isShown }) => isShown)
          .map(({ name, amount }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Money minor={amount} currency={currency} />
              </dd>
            </div>
          ))}
      </dl>
      {credit > 0 && <p className={linkPage.soft}>{t('sum.creditNote')}</p>}
    </section>
  )
}
