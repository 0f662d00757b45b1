import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { MethodChoice } from '../../fees/components/payment-form.tsx'
import type { PayMethod } from '../../fees/deposit-draft.ts'
import css from '../../offers/components/offer-section.module.css'
import type { StudentFile } from '../../student-file/student.api.ts'
import { useActorRoles } from '../../transitions/hooks/use-actor-roles.ts'
import { type Decision, useDecision } from '../../transitions/hooks/use-decision.ts'
import { AllergenNote } from './allergen-note.tsx'

/** Who sees the child at home, by an account of their own, and who keeps the record says whether. */
function FamilyAccess({ file, decision }: { file: StudentFile; decision: Decision }) {
  const { t } = useTranslation('admissions.joining')
  const may = useRights()
  const titleId = useId()
  const { family } = file
  if (!family || family.length === 0) return null
  return (
    <div role="group" aria-labelledby={titleId} className={common.tightStack}>
      <h4 id={titleId}>{t('family.title')}</h4>
      <ul className={css.people}>
        {family.map(({ email, name, hasAccount, isGiven }) => (
          <li key={email}>
            {name && (
              <>
                <bdi>{name}</bdi> ·{' '}
              </>
            )}
            <bdi dir="ltr">{email}</bdi>
            <p className={css.soft}>{t(isGiven ? (hasAccount ? 'family.sees' : 'family.invited') : 'family.ended')}</p>
            {may('students.record') && may('students.decide') && (
              <Button
                isWorking={decision.isPending}
                onClick={() => void decision.send(file, { kind: 'family-access', email, isGiven: !isGiven })}
              >
                {t(isGiven ? 'family.take' : 'family.give')} <span className="visually-hidden">{name ?? email}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface AccountSectionProps {
  file: StudentFile
  onStale: () => void
  onChanged?: ((student: StudentRow) => void) | undefined
}

type Account = NonNullable<StudentFile['account']>

/** The account at the tills of the person who joined: its number, whether it is open, what finance has to settle, what tills warn of. */
export function AccountSection({ file, onStale, onChanged }: AccountSectionProps) {
  const { t, i18n } = useTranslation('admissions.joining')
  const errorText = useErrorText()
  const may = useRights()
  const titleId = useId()
  const decision = useDecision({ onStale, onChanged })
  const { account } = file
  if (!account) return null
  const { admissionNo, state, buysFrom, isOurs, allergens } = account
  return (
    <section aria-labelledby={titleId} className={css.section}>
      <h3 id={titleId}>
        {t('account.title')}{' '}
        <span className={css.chip} data-state={chips[state]}>
          {t(`account.state.${state}`)}
        </span>
      </h3>
      <p>
        {t('account.number')}{' '}
        <strong>
          <bdi dir="ltr" className="num">
            {admissionNo}
          </bdi>
        </strong>
      </p>
      {state !== 'waiting' && <p className={css.soft}>{t(isOurs ? 'account.ours' : 'account.linked')}</p>}
      {state === 'waiting' && buysFrom && <p>{t('account.from', { day: formatDay(buysFrom, i18n.language) })}</p>}
      {decision.error && <InlineNotice tone="problem">{errorText(decision.error)}</InlineNotice>}
      {state === 'closing' && <Settle file={file} account={account} decision={decision} />}
      {allergens && state !== 'closed' && <AllergenNote file={file} allergens={allergens} decision={decision} />}
      {may('accounts.see') && (
        <div className={css.actions}>
          <Link to="/pos/CustomerAccountSummary" search={{ account: account.customerId }} className={css.look}>
            {t('account.look')}
          </Link>
        </div>
      )}
      <FamilyAccess file={file} decision={decision} />
    </section>
  )
}

const chips = { waiting: 'superseded', open: 'accepted', closing: 'expired', closed: 'superseded' } as const

/** There is money on the account of a place that was given up: finance settles it, others are told that it does. */
function Settle({ file, account, decision }: { file: StudentFile; account: Account; decision: Decision }) {
  const { t } = useTranslation('admissions.joining')
  const actsAs = useActorRoles()
  const [method, setMethod] = useState<PayMethod>('transfer')
  const { balance, currency } = account
  if (balance === null || balance === 0) return <p>{t('account.settle.tell')}</p>
  return (
    <div className={common.tightStack}>
      <p>{t(balance > 0 ? 'account.settle.text' : 'account.settle.owes')}</p>
      <p>
        <strong>{t('account.settle.balance')}</strong> <Money minor={balance} currency={currency} />
      </p>
      {actsAs('finance') && (
        <div className={css.line}>
          <MethodChoice method={method} onChange={setMethod} />
          <Button
            isWorking={decision.isPending}
            onClick={() => void decision.send(file, { kind: 'account-settled', balance, method })}
          >
            {t('account.settle.record')}
          </Button>
        </div>
      )}
    </div>
  )
}
