// chunk: fees
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import link from '#client/ui/link.module.css'
import facts from '#client/ui/tables/facts.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeAccount, FeeAccountPayer } from '#shared/fees/fee-account.contract.ts'
import { useFeeText } from '../hooks/use-fee-text.ts'
import css from './fees.module.css'

interface CardsProps {
  account: FeeAccount
  /** Payer whose items alone are shown. */
  only: string | undefined
  onOnly: (payerId: string | undefined) => void
}

/** Who pays for the child: which share, what is due now and next, and what the school holds of theirs. */
export function PayerCards({ account, only, onOnly }: CardsProps) {
  const { t } = useTranslation('fees.desk')
  const { child, payers, deposit } = account
  return (
    <div role="group" aria-label={t('payer.title')} className={css.cards}>
      {payers.map((payer) => (
        <PayerCard key={payer.payerId} payer={payer} account={account}>
          {payers.length > 1 && (
            <Button
              aria-pressed={only === payer.payerId}
              onClick={() => onOnly(only === payer.payerId ? undefined : payer.payerId)}
            >
              {t(only === payer.payerId ? 'payer.all' : 'payer.only')}
            </Button>
          )}
        </PayerCard>
      ))}
      {payers.length === 0 && <NoPayer child={child} />}
      {deposit > 0 && (
        <p className={css.deposit}>
          {t('payer.deposit')} <Money minor={deposit} currency={account.currency} />
        </p>
      )}
    </div>
  )
}

function NoPayer({ child }: Pick<FeeAccount, 'child'>) {
  const { t } = useTranslation('fees.desk')
  const may = useRights()
  return (
    <p>
      {t('payer.none')}{' '}
      {may('students.see') && (
        <Link to="/student/$id" params={{ id: child.studentId }} className={link.link}>
          {t('account.file')}
        </Link>
      )}
    </p>
  )
}

interface CardProps {
  payer: FeeAccountPayer
  account: FeeAccount
  children: React.ReactNode
}

function PayerCard({ payer, account: { currency, items }, children }: CardProps) {
  const { t } = useTranslation('fees.desk')
  const { nameOf, dayOf } = useFeeText()
  const { dueNow, next, open, credit, chequesHeld, code } = payer
  return (
    <article className={css.card} aria-label={nameOf(payer)}>
      <header>
        <h2 className={css.name}>
          <bdi>{nameOf(payer)}</bdi>
        </h2>
        <p className={css.soft}>
          {t(`payer.kind.${payer.kind}`)}
          <Shares payer={payer} items={items} />
        </p>
      </header>
      <p className={css.due} data-due={dueNow > 0 || undefined}>
        <span>{t('payer.dueNow')}</span>
        <strong>
          <Money minor={dueNow} currency={currency} />
        </strong>
      </p>
      <dl className={facts.facts}>
        <dt>{t('payer.next')}</dt>
        <dd>
          {next ? (
            <>
              <Money minor={next.amount} currency={currency} /> · <bdi>{dayOf(next.on)}</bdi>
            </>
          ) : (
            t('payer.nothingNext')
          )}
        </dd>
        <dt>{t('payer.open')}</dt>
        <dd>
          <Money minor={open} currency={currency} />
        </dd>
        <dt>{t('payer.credit')}</dt>
        <dd>
          <Money minor={credit} currency={currency} />
        </dd>
        <dt>{t('payer.cheques')}</dt>
        <dd>
          <Money minor={chequesHeld} currency={currency} />
        </dd>
        <dt>{t('payer.code')}</dt>
        <dd>
          <bdi dir="ltr" className="num">
            {code}
          </bdi>
        </dd>
      </dl>
      {children}
    </article>
  )
}

/** "75% of Tuition, 100% of all other fees". */
function Shares({ payer: { shares }, items }: { payer: FeeAccountPayer; items: FeeAccount['items'] }) {
  const { t } = useTranslation('fees.desk')
  const pick = useBilingual()
  const format = useFormat()
  const names = new Map(items.map(({ component }) => [component.code, component.name]))
  const said = shares.map(({ component, ppm }) => {
    const name = component === null ? undefined : names.get(component)
    const percent = format.percent(ppm)
    if (component === null) return t(shares.length === 1 ? 'payer.share' : 'payer.shareAll', { percent })
    return t('payer.shareOf', { percent, component: name ? pick(name) : component })
  })
  return said.map((each) => (
    <span key={each}>
      {' · '}
      {each}
    </span>
  ))
}
