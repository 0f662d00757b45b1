import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useWeekdayNames } from '#client/i18n/weekday-names.ts'
import common from '#client/ui/common.module.css'
import facts from '#client/ui/tables/facts.module.css'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import { add, type Minor } from '#shared/kernel/money.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { AccountStatement, StatementLine } from '#shared/pos/pupil-account.contract.ts'
import css from './accounts.module.css'

interface StatementProps {
  statement: AccountStatement
  /** Cash that this device took and that the statement does not hold. */
  kept: Minor
  /** Whether it is what this device remembers, which is nothing of what the school pays. */
  isRecalled: boolean
}

/** Everything that moved an account, and what the school paid of it. */
export function Statement({ statement, kept, isRecalled }: StatementProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  const { balance, entitledToday, coveredToday, dailyLimit, overdraft, lines, isCut } = statement
  return (
    <>
      <dl className={facts.facts}>
        <dt>{t('statement.balance')}</dt>
        <dd>
          <Money minor={add(balance, kept)} />
        </dd>
        {kept !== 0 && (
          <>
            <dt>{t('kept.part')}</dt>
            <dd>
              <Money minor={kept} />
            </dd>
          </>
        )}
        <dt>{t('statement.dailyLimit')}</dt>
        <dd>{dailyLimit === null ? t('statement.noLimit') : <Money minor={dailyLimit} />}</dd>
        {overdraft > 0 && (
          <>
            <dt>{t('statement.overdraft')}</dt>
            <dd>
              <Money minor={overdraft} />
            </dd>
          </>
        )}
        {!isRecalled && (
          <>
            <dt>{t('statement.today')}</dt>
            <dd>
              {entitledToday + coveredToday === 0 ? (
                t('statement.nothingToday')
              ) : (
                <>
                  <Money minor={entitledToday} /> · {t('statement.used')} <Money minor={coveredToday} />
                </>
              )}
            </dd>
          </>
        )}
      </dl>
      <Said statement={statement} />
      <h3>{t('statement.title')}</h3>
      {lines.length === 0 ? <p className={common.soft}>{t('statement.empty')}</p> : <Lines lines={lines} />}
      {isCut && <p className={common.soft}>{t('statement.cut')}</p>}
    </>
  )
}

/** What was said about what the school pays, the newest first. */
function Said({ statement: { entitlements } }: { statement: AccountStatement }) {
  const { t, i18n } = useTranslation('pos.pupil-accounts')
  const pick = useBilingual()
  const format = useFormat()
  const names = useWeekdayNames('short')
  const day = (text: string) => formatDay(text, i18n.language)
  if (entitlements.length === 0) return null
  return (
    <>
      <h3>{t('entitlement.title')}</h3>
      <ul className={css.said}>
        {entitlements.toReversed().map(({ amount, weekdays, from, until, at, by }) => (
          <li key={`${at} ${from} ${amount}`}>
            {amount === 0
              ? t('entitlement.ended', { from: day(from) })
              : t(until === null ? 'entitlement.saidOpen' : 'entitlement.said', {
                  amount: format.money(amount),
                  days: weekdays.map((n) => names[n]).join(t('listComma')),
                  from: day(from),
                  until: until === null ? '' : day(until),
                })}{' '}
            <small className={common.soft}>{t('entitlement.by', { name: pick(by), at: format.dateTime(at) })}</small>
          </li>
        ))}
      </ul>
    </>
  )
}

const columns = ['at', 'what', 'amount', 'school', 'after'] as const

function Lines({ lines }: { lines: readonly StatementLine[] }) {
  const { t } = useTranslation('pos.pupil-accounts')
  return (
    <table className={list.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`statement.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ line }: { line: StatementLine }) {
  const { t } = useTranslation('pos.pupil-accounts')
  const format = useFormat()
  const pick = useBilingual()
  const { kind, way, note, other, at, receiptNo, amount, covered, after, short } = line
  return (
    <tr>
      <th scope="row">{format.dateTime(at)}</th>
      <td>
        {t(`statement.kind.${kind}`)}
        {way && ` · ${t(`statement.way.${way}`)}`}{' '}
        {receiptNo && (
          <bdi dir="ltr" className="num">
            {receiptNo}
          </bdi>
        )}
        {(other || note) && (
          <small>
            {other && (
              <>
                <bdi>{pick(other.name)}</bdi> <bdi dir="ltr">{other.admissionNo}</bdi>
              </>
            )}
            {note && <bdi>{note}</bdi>}
          </small>
        )}
        {short && (
          <small>
            {t('statement.short.paid', { entitled: format.money(short.entitled), covered: format.money(covered) })}{' '}
            {short.elsewhere.map(({ receiptNo: other, amount: part }) => (
              <span key={other}>
                {t('statement.short.elsewhere', { amount: format.money(part), receiptNo: `⁦${other}⁩` })}{' '}
              </span>
            ))}
            {t('statement.short.rest', { rest: format.money(-(amount + covered)) })}
          </small>
        )}
      </td>
      <td>
        <Money bare minor={amount} />
      </td>
      <td>{covered === 0 ? '–' : <Money bare minor={covered} />}</td>
      <td>
        <Money bare minor={after} />
      </td>
    </tr>
  )
}
