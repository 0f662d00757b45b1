// chunk: fees
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { FilterBar } from '#client/ui/tables/filter-bar.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeCheque } from '#shared/fees/cheques/cheque.contract.ts'
import type { ChequePeriod } from '#shared/fees/cheques/cheque-calendar.rules.ts'
import type { ChequeAct } from '#shared/fees/cheques/cheque.rules.ts'
import css from '../account/components/fees.module.css'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import overview from '../overview/components/overview.module.css'
import { type ChequeList, listCheques } from './cheque.api.ts'
import { ChequeCalendar } from './cheque-calendar.tsx'
import { StepSheet } from './step-sheet.tsx'

const shown = ['open', 'all'] as const

/** Cheques by the date on them: what is due at the bank, and what may be done with each. */
export function ChequesView() {
  const { t } = useTranslation('fees.overview')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(listCheques)
  const [which, setWhich] = useState<(typeof shown)[number]>('open')
  const [step, setStep] = useState<{ cheque: FeeCheque; act: ChequeAct }>()
  const close = () => setStep(undefined)
  const [period, setPeriod] = useState<ChequePeriod>()
  const cheques = answer?.cheques.filter(
    ({ state, datedOn }) =>
      (which === 'all' || (state !== 'cleared' && state !== 'returned')) &&
      (!period || (period.from <= datedOn && datedOn <= period.to)),
  )
  return (
    <ListFrame
      isWide
      title={t('view.cheques')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
    >
      <FilterBar label={t('cheques.filter')}>
        <ChoiceField
          label={t('filter.state')}
          values={shown}
          value={which}
          nameOf={(each) => t(`cheques.show.${each}`)}
          onChange={setWhich}
        />
      </FilterBar>
      {answer && <Ages answer={answer} />}
      {answer && <ChequeCalendar answer={answer} chosen={period} onChoose={setPeriod} />}
      {cheques?.length === 0 && <p>{t('cheques.none')}</p>}
      {answer && cheques && cheques.length > 0 && (
        <ChequeTable cheques={cheques} toReturn={answer.toReturn} onStep={(cheque, act) => setStep({ cheque, act })} />
      )}
      {answer && step && (
        <StepSheet
          {...step}
          today={answer.today}
          bounceFee={answer.bounceFee}
          onClose={close}
          onDone={() => {
            close()
            again()
          }}
        />
      )}
    </ListFrame>
  )
}

function Ages({ answer: { ages, currency } }: { answer: ChequeList }) {
  const { t } = useTranslation('fees.overview')
  return (
    <dl className={overview.ageing} aria-label={t('cheques.ages')}>
      {(['due', 'postDated', 'atBank'] as const).map((age) => (
        <div key={age}>
          <dt>{t(`cheques.age.${age}`)}</dt>
          <dd>
            <Money minor={ages[age]} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface TableProps {
  cheques: readonly FeeCheque[]
  toReturn: readonly string[]
  onStep: (cheque: FeeCheque, act: ChequeAct) => void
}

function ChequeTable({ cheques, toReturn, onStep }: TableProps) {
  const { t } = useTranslation('fees.overview')
  return (
    <table className={`${list.table} ${css.amounts}`}>
      <thead>
        <tr>
          {(['dated', 'cheque', 'payer'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`cheques.column.${column}`)}
            </th>
          ))}
          <th scope="col" className={css.amount}>
            {t('cheques.column.amount')}
          </th>
          <th scope="col">{t('cheques.column.state')}</th>
          <th scope="col">{t('cheques.column.next')}</th>
        </tr>
      </thead>
      <tbody>
        {cheques.map((cheque) => (
          <ChequeRow
            key={cheque.chequeId}
            cheque={cheque}
            isToReturn={toReturn.includes(cheque.chequeId)}
            onStep={(act) => onStep(cheque, act)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  cheque: FeeCheque
  /** Nothing is owed that it is for. */
  isToReturn: boolean
  onStep: (act: ChequeAct) => void
}

function ChequeRow({ cheque, isToReturn, onStep }: RowProps) {
  const { t } = useTranslation('fees.overview')
  const { dayOf, nameOf } = useFeeText()
  const may = useRights()
  const { datedOn, number, bank, payer, studentId, amount, state, cleared, acts } = cheque
  return (
    <tr>
      <th scope="row">
        <bdi>{dayOf(datedOn)}</bdi>
      </th>
      <td>
        <bdi dir="ltr" className="num">
          {number}
        </bdi>{' '}
        <small className={list.soft}>
          <bdi>{bank}</bdi>
        </small>
      </td>
      <td>
        {studentId === null ? (
          <bdi>{nameOf(payer)}</bdi>
        ) : (
          <Link to="/fees/$admissionNo" params={{ admissionNo: studentId }} className={list.open}>
            <bdi>{nameOf(payer)}</bdi>
          </Link>
        )}
      </td>
      <td className={css.amount} data-label={t('cheques.column.amount')}>
        <Money bare minor={amount} />
      </td>
      <td>
        <span className={common.chip}>{t(`cheques.state.${state}`)}</span>
        {state === 'part-cleared' && (
          <small>
            {t('cheques.cleared')} <Money bare minor={cleared} />
          </small>
        )}
        {isToReturn && <small className={list.soft}>{t('cheques.toReturn')}</small>}
      </td>
      <td>
        {may('fees.receive') && (
          <div className={common.actions}>
            {acts.map((act) => (
              <Button
                key={act}
                kind="quiet"
                aria-label={`${t(`cheques.act.${act}`)}: ${number}`}
                onClick={() => onStep(act)}
              >
                {t(`cheques.act.${act}`)}
              </Button>
            ))}
          </div>
        )}
      </td>
    </tr>
  )
}
