// chunk: fees
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeItem } from '#shared/fees/fee-account.contract.ts'
import type { PayerName } from '#shared/fees/fee-values.contract.ts'
import type { FeeConsequence, FeeNotice } from '#shared/fees/reminders/reminder.contract.ts'
import css from '../account/components/fees.module.css'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { HoldList } from './hold-list.tsx'
import { HoldSheet } from './hold-sheet.tsx'
import { readNotices } from './reminder.api.ts'
import { NowText } from './reminder-table.tsx'

interface SectionProps {
  number: string
  items: readonly FeeItem[]
}

/** Reminders to those who pay for a child: what was sent, what stops them, and what the regulator lets follow. */
export function NoticeSection({ number, items }: SectionProps) {
  const { t } = useTranslation('fees.reminders')
  const errorText = useErrorText()
  const { nameOf, itemName } = useFeeText()
  const may = useRights()
  const { answer, failure, again } = useAnswer(useCallback(() => readNotices(number), [number]))
  const [held, setHeld] = useState<PayerName>()
  const nameOfItem = (chargeId: string) => {
    const item = items.find((each) => each.chargeId === chargeId)
    return item && itemName(item)
  }
  return (
    <section aria-label={t('section')} className={common.stack}>
      <h2 className={css.heading}>{t('section')}</h2>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer?.payers.length === 0 && answer.notices.length === 0 && <p>{t('nothing')}</p>}
      {answer?.payers.map((each) => (
        <article key={each.payer.payerId} className={css.card} aria-label={nameOf(each.payer)}>
          <p>
            <strong>
              <bdi>{nameOf(each.payer)}</bdi>
            </strong>{' '}
            · <Money minor={each.open} /> · <NowText line={each} />
          </p>
          <Consequences of={each.consequences} />
          {may('fees.bill') && (
            <p className={common.actions}>
              <Button kind="quiet" onClick={() => setHeld(each.payer)}>
                {t('hold.add')}
              </Button>
            </p>
          )}
        </article>
      ))}
      {answer && <HoldList holds={answer.holds} itemName={nameOfItem} onChanged={again} />}
      {answer && answer.notices.length > 0 && <NoticeTable notices={answer.notices} />}
      {answer && held && (
        <HoldSheet
          payer={held}
          items={items
            .filter((item) => item.payerId === held.payerId && item.open > 0)
            .map((item) => ({ chargeId: item.chargeId, name: itemName(item) }))}
          today={answer.today}
          onClose={() => setHeld(undefined)}
          onDone={() => {
            setHeld(undefined)
            again()
          }}
        />
      )}
    </section>
  )
}

/** Only what the place allows, with what it still needs. */
function Consequences({ of }: { of: readonly FeeConsequence[] }) {
  const { t } = useTranslation('fees.reminders')
  const { dayOf } = useFeeText()
  if (of.length === 0) return null
  return (
    <div>
      <p className={common.softLine}>{t('consequences')}</p>
      <ul>
        {of.map(({ consequence, maxDays, noticesMissing, from }) => (
          <li key={consequence}>
            {t(`consequence.${consequence}`)}
            {maxDays !== null && ` (${t('maxDays', { count: maxDays })})`}
            {': '}
            {noticesMissing > 0 && t('missing', { count: noticesMissing })}
            {noticesMissing === 0 && (from === null ? t('allowed') : t('allowedFrom', { on: dayOf(from) }))}
          </li>
        ))}
      </ul>
    </div>
  )
}

function NoticeTable({ notices }: { notices: readonly FeeNotice[] }) {
  const { t } = useTranslation('fees.reminders')
  const { nameOf, dayOf } = useFeeText()
  return (
    <table className={`${list.table} ${css.amounts}`}>
      <thead>
        <tr>
          <th scope="col">{t('column.sent')}</th>
          <th scope="col">{t('column.payer')}</th>
          <th scope="col" className={css.amount}>
            {t('column.open')}
          </th>
          <th scope="col">{t('column.delivery')}</th>
        </tr>
      </thead>
      <tbody>
        {notices.map((notice) => (
          <tr key={notice.noticeId}>
            <th scope="row">
              <bdi>{t('lastOf', { level: notice.level, on: dayOf(notice.sentOn) })}</bdi>
            </th>
            <td>
              <bdi>{nameOf(notice.payer)}</bdi>
            </td>
            <td className={css.amount} data-label={t('column.open')}>
              <Money bare minor={notice.open} />
            </td>
            <td>{notice.delivery === null ? '–' : t(`delivery.${notice.delivery}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
