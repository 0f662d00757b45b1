// chunk: fees
import { useAtomValue } from 'jotai'
import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import type { FeeDiscountRule, FeeGrant } from '#shared/fees/setup/fee-discount.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { decideGrant, endGrant, fetchGrants } from './grant.api.ts'
import { GrantSheet } from './grant-sheet.tsx'

interface GrantSectionProps {
  studentId: string
  /** Rules of the school; sibling rules are left out here. */
  rules: readonly FeeDiscountRule[]
  currency: Currency
  onChanged?: (() => void) | undefined
}

/** Discounts granted to a child: those that hold, wait or have ended, and a new one. Load the words of `fees.payers` before. */
export function GrantSection({ studentId, rules, currency, onChanged }: GrantSectionProps) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const may = useRights()
  const titleId = useId()
  const { answer, failure, again } = useAnswer(useCallback(() => fetchGrants(studentId), [studentId]))
  const [isOpen, setIsOpen] = useState(false)
  const changed = () => {
    setIsOpen(false)
    again()
    onChanged?.()
  }
  const granted = rules.filter(({ kind, isRetired }) => kind !== 'sibling' && !isRetired)
  return (
    <section className={common.stack} aria-labelledby={titleId}>
      <h2 id={titleId} className={common.heading}>
        {t('grant.title')}
      </h2>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {answer?.length === 0 && <p className={common.softLine}>{t('grant.none')}</p>}
      {answer && (
        <ul className={common.list}>
          {answer.map((grant) => (
            <GrantLine key={grant.id} grant={grant} rules={rules} currency={currency} onChanged={changed} />
          ))}
        </ul>
      )}
      {may('fees.discount') && granted.length > 0 && (
        <div className={common.actions}>
          <Button onClick={() => setIsOpen(true)}>{t('grant.add')}</Button>
        </div>
      )}
      {isOpen && (
        <GrantSheet
          studentId={studentId}
          rules={granted}
          currency={currency}
          onClose={() => setIsOpen(false)}
          onDone={changed}
        />
      )}
    </section>
  )
}

interface GrantLineProps {
  grant: FeeGrant
  rules: readonly FeeDiscountRule[]
  currency: Currency
  onChanged: () => void
}

function GrantLine({ grant, rules, currency, onChanged }: GrantLineProps) {
  const { t } = useTranslation('fees.payers')
  const pick = useBilingual()
  const format = useFormat()
  const day = (on: string) => format.day(`${on}T12:00Z`)
  const amount = grant.ownAmount ?? rules.find(({ id }) => id === grant.ruleId)?.amounts[0]
  const said = amount && ('ppm' in amount ? format.percent(amount.ppm) : format.money(amount.amount, currency))
  const { fromOn, untilOn, byName, decidedName } = grant
  return (
    <li>
      <p className={common.name}>
        <bdi>{pick(grant.ruleName)}</bdi> {said && <bdi>{said}</bdi>}{' '}
        <span className={common.chip}>{t(`grant.state.${grant.state}`)}</span>
      </p>
      <p className={common.smallLine}>
        {untilOn === null
          ? t('grant.from', { from: day(fromOn) })
          : t('grant.between', { from: day(fromOn), until: day(untilOn) })}
        {byName && ` · ${t('grant.by', { name: pick(byName) })}`}
        {decidedName && ` · ${t('grant.decidedBy', { name: pick(decidedName) })}`}
      </p>
      <p className={common.smallLine} dir="auto">
        {[grant.reason, grant.evidenceRef].filter(Boolean).join(' · ')}
      </p>
      <GrantActions grant={grant} onChanged={onChanged} />
    </li>
  )
}

/** What may be done with a grant: another person decides, the person who granted it ends it. */
function GrantActions({ grant, onChanged }: { grant: FeeGrant; onChanged: () => void }) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const may = useRights()
  const { user } = useAtomValue(sessionAtom)
  const [untilOn, setUntilOn] = useState<string>()
  const decide = useMutation(decideGrant, { onSuccess: onChanged })
  const end = useMutation(endGrant, { onSuccess: onChanged })
  const canDecide = grant.state === 'waiting' && may('fees.approve') && user?.userId !== grant.byUser
  const canEnd = may('fees.discount') && (grant.state === 'waiting' || grant.state === 'granted')
  const error = decide.error ?? end.error
  return (
    <>
      <div className={common.row}>
        {canDecide && (
          <>
            <Button kind="main" isWorking={decide.isPending} onClick={() => void decide.mutate(grant.id, true)}>
              {t('grant.approve')}
            </Button>
            <Button isWorking={decide.isPending} onClick={() => void decide.mutate(grant.id, false)}>
              {t('grant.refuse')}
            </Button>
          </>
        )}
        {canEnd && untilOn === undefined && (
          <Button kind="quiet" onClick={() => setUntilOn('')}>
            {t('grant.end')}
          </Button>
        )}
        {untilOn !== undefined && (
          <>
            <DateField label={t('grant.untilOn')} value={untilOn} onChange={setUntilOn} />
            <Button
              isWorking={end.isPending}
              disabled={untilOn === ''}
              onClick={() => void end.mutate(grant.id, untilOn)}
            >
              {t('grant.endNow')}
            </Button>
          </>
        )}
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}
