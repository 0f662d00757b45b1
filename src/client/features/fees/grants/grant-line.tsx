// chunk: fees
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import link from '#client/ui/link.module.css'
import type { FeeDiscountRule, FeeGrant } from '#shared/fees/setup/fee-discount.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { isolated } from '../isolated.ts'
import { decideGrant, endGrant } from './grant.api.ts'

interface GrantLineProps {
  grant: FeeGrant
  /** For a grant of the rule's own amount. */
  rules?: readonly FeeDiscountRule[]
  /** By default the school's. */
  currency?: Currency
  /** Names the child, in a list of several. */
  isNamed?: boolean
  onChanged: () => void
}

/** One discount of a child: what it is, from when until when, who asked for it and why, and what may be done with it. */
export function GrantLine({ grant, rules = [], currency, isNamed = false, onChanged }: GrantLineProps) {
  const { t } = useTranslation('fees.payers')
  const pick = useBilingual()
  const format = useFormat()
  const day = (on: string) => format.day(`${on}T12:00Z`)
  const amount = grant.ownAmount ?? rules.find(({ id }) => id === grant.ruleId)?.amounts[0]
  const said = amount && ('ppm' in amount ? format.percent(amount.ppm) : format.money(amount.amount, currency))
  const { fromOn, untilOn, byName, decidedName } = grant
  return (
    <li>
      {isNamed && <ChildLink child={grant.child} />}
      <p className={common.name}>
        <bdi>{pick(grant.ruleName)}</bdi> {said && <bdi>{said}</bdi>}{' '}
        <span className={common.chip}>{t(`grant.state.${grant.state}`)}</span>
      </p>
      <p className={common.smallLine}>
        {untilOn === null
          ? t('grant.from', { from: day(fromOn) })
          : t('grant.between', { from: day(fromOn), until: day(untilOn) })}
        {byName && ` · ${t('grant.by', { name: isolated(pick(byName)) })}`}
        {decidedName && ` · ${t('grant.decidedBy', { name: isolated(pick(decidedName)) })}`}
      </p>
      <p className={common.smallLine} dir="auto">
        {[grant.reason, grant.evidenceRef].filter(Boolean).join(' · ')}
      </p>
      <GrantActions grant={grant} onChanged={onChanged} />
    </li>
  )
}

function ChildLink({ child }: Pick<FeeGrant, 'child'>) {
  const { childName } = useFeeText()
  return (
    <p className={common.smallLine}>
      <Link to="/fees/$admissionNo" params={{ admissionNo: child.number ?? child.studentId }} className={link.link}>
        <bdi>{childName(child)}</bdi>
      </Link>
    </p>
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
  const isWaiting = grant.state === 'waiting' && may('fees.approve')
  const isOwn = user?.userId === grant.byUser
  const canDecide = isWaiting && !isOwn
  const canEnd = may('fees.discount') && (grant.state === 'waiting' || grant.state === 'granted')
  const error = decide.error ?? end.error
  return (
    <>
      {isWaiting && isOwn && <p className={common.smallLine}>{t('grant.own')}</p>}
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
