// chunk: fees
import facts from '#client/ui/tables/facts.module.css'
import list from '#client/ui/tables/list-table.module.css'
import { schoolYear } from '#client/i18n/use-grade.ts'
import type { ChildLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import css from '../account/components/fees.module.css'
import { bothNames } from '../receipt/both-names.ts'
import { type LeavingLanguage, stepText } from './leaving-words.ts'

interface StatementProps {
  leaving: ChildLeaving
  in: LeavingLanguage
  /** For one of several payers: what all of them paid is not shown. */
  isShared?: boolean
}

/** What is kept and returned, each step with its rule, in one language: on the screen, and on paper once for each language. */
export function LeavingStatement({ leaving, in: language, isShared = false }: StatementProps) {
  const { lng, t, format } = language
  const { child, currency, sum } = leaving
  const dayOf = (day: string) => format.day(`${day}T12:00Z`)
  const name = bothNames(child)[lng] || t('erased')
  return (
    <article lang={lng} dir={lng === 'ar' ? 'rtl' : 'ltr'}>
      <dl className={facts.facts}>
        <dt>{t('child')}</dt>
        <dd>
          <bdi>{name}</bdi>
        </dd>
        <dt>{t('requestedOn')}</dt>
        <dd>{dayOf(sum.requestedOn)}</dd>
        <dt>{t('reasonLabel')}</dt>
        <dd>{t(`reason.${sum.reason}`)}</dd>
        <dt>{t('term')}</dt>
        <dd>{t('termOf', { term: sum.term, year: schoolYear(sum.year), on: dayOf(sum.termStartsOn) })}</dd>
        <dt>{t('rule')}</dt>
        <dd>{t(sum.regulator === null ? 'ruleOwn' : `regulator.${sum.regulator}`)}</dd>
      </dl>
      <ComponentTable leaving={leaving} in={language} isShared={isShared} />
      <PayerTable leaving={leaving} in={language} />
      {sum.unbilled > 0 && <p>{t('unbilled', { amount: format.money(sum.unbilled, currency) })}</p>}
      {sum.toDeposit !== undefined && sum.toDeposit > 0 && (
        <p>{t('toDeposit', { amount: format.money(sum.toDeposit, currency) })}</p>
      )}
      {sum.seatLeft > 0 && <p>{t('seatLeft', { amount: format.money(sum.seatLeft, currency) })}</p>}
    </article>
  )
}

/** An amount as the language of the statement writes it, whatever that of the page. */
const Amount = ({ in: { format }, minor }: { in: LeavingLanguage; minor: number }) => (
  <bdi dir="ltr" className="num">
    {format.amount(minor)}
  </bdi>
)

function ComponentTable({ leaving: { sum, currency }, in: language, isShared = false }: StatementProps) {
  const { lng, t } = language
  const columns = (['annual', 'termFee', 'paid', 'kept'] as const).filter((each) => !isShared || each !== 'paid')
  return (
    <table className={`${list.table} ${css.amounts}`}>
      <thead>
        <tr>
          <th scope="col">{t('component')}</th>
          {columns.map((column) => (
            <th key={column} scope="col" className={css.amount}>
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sum.components.map((each) => (
          <tr key={each.component.code}>
            <th scope="row">
              <bdi>{each.component.name[lng]}</bdi>
              {each.lines.map((line) => (
                <small key={line.rule} className={list.soft}>
                  {stepText(language, line, currency)}
                </small>
              ))}
            </th>
            {columns.map((column) => (
              <td key={column} className={css.amount} data-label={t(`column.${column}`)}>
                <Amount in={language} minor={each[column]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('total')}</th>
          {columns.map((column) => (
            <td key={column} className={css.amount} data-label={t(`column.${column}`)}>
              <Amount in={language} minor={sum.components.reduce((all, each) => all + each[column], 0)} />
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

function PayerTable({ leaving: { sum }, in: language }: StatementProps) {
  const { lng, t } = language
  const columns = ['paid', 'kept', 'returned', 'due'] as const
  if (sum.payers.length === 0) return <p>{t('nothingBilled')}</p>
  return (
    <table className={`${list.table} ${css.amounts}`}>
      <thead>
        <tr>
          <th scope="col">{t('payer')}</th>
          {columns.map((column) => (
            <th key={column} scope="col" className={css.amount}>
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sum.payers.map(({ payer, ...amounts }) => (
          <tr key={payer.payerId}>
            <th scope="row">
              <bdi>{bothNames(payer)[lng] || t('erased')}</bdi>
            </th>
            {columns.map((column) => (
              <td key={column} className={css.amount} data-label={t(`column.${column}`)}>
                <Amount in={language} minor={amounts[column]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
