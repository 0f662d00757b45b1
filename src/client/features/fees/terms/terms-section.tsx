// chunk: fees
import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { schoolYear } from '#client/i18n/use-grade.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import type { FeeChildTerms, FeeOption } from '#shared/fees/setup/fee-child.contract.ts'
import type { FeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import { fetchChildTerms, putFirstDay, putPlanChoice } from './child-terms.api.ts'
import { FormSheet } from './form-sheet.tsx'
import { OptionList } from './option-list.tsx'
import { OptionSheet } from './option-sheet.tsx'

interface TermsSectionProps {
  studentId: string
  setup: FeeSetup
  /** Something was changed. */
  onChanged: () => void
}

/** The sheet that is open: the plan, the first day, or an option, a new one where it is undefined. */
type Open = 'plan' | 'first-day' | { option: FeeOption | undefined }

/** What is chosen for a child: its plan and first day in a year, and the optional components that it takes. Load the words of `fees.payers` before. */
export function TermsSection({ studentId, setup, onChanged }: TermsSectionProps) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const may = useRights()
  const titleId = useId()
  const [year, setYear] = useState(setup.year)
  const { answer, failure, again } = useAnswer(useCallback(() => fetchChildTerms(studentId, year), [studentId, year]))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const changed = () => {
    close()
    again()
    onChanged()
  }
  const optional = setup.components.filter(({ isOptional }) => isOptional)
  const canAdd = may('fees.setup') && optional.some(({ isRetired }) => !isRetired)
  const sheet = { studentId, onClose: close, onDone: changed }
  return (
    <section className={common.stack} aria-labelledby={titleId}>
      <h2 id={titleId} className={common.heading}>
        {t('terms.title')}
      </h2>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      <SelectField label={t('terms.year')} value={String(year)} onChange={(chosen) => setYear(Number(chosen))}>
        {[setup.year, setup.year + 1].map((each) => (
          <option key={each} value={each}>
            {schoolYear(each)}
          </option>
        ))}
      </SelectField>
      {answer && <YearLines terms={answer} setup={setup} onOpen={may('fees.setup') ? setOpen : undefined} />}
      {answer && (canAdd || answer.options.length > 0) && (
        <>
          <h3 className={common.name}>{t('terms.options')}</h3>
          <OptionList
            options={answer.options}
            components={setup.components}
            onEdit={(option) => setOpen({ option })}
            onChanged={changed}
          />
          {canAdd && (
            <div className={common.actions}>
              <Button onClick={() => setOpen({ option: undefined })}>{t('terms.add')}</Button>
            </div>
          )}
        </>
      )}
      {answer && open === 'plan' && <PlanSheet year={year} planId={answer.planId} plans={setup.plans} {...sheet} />}
      {answer && open === 'first-day' && <FirstDaySheet year={year} firstOn={answer.firstOn} {...sheet} />}
      {typeof open === 'object' && <OptionSheet option={open.option} components={optional} {...sheet} />}
    </section>
  )
}

interface YearLinesProps {
  terms: FeeChildTerms
  setup: FeeSetup
  onOpen: ((open: 'plan' | 'first-day') => void) | undefined
}

/** Plan and first day of a year. */
function YearLines({ terms: { planId, firstOn }, setup, onOpen }: YearLinesProps) {
  const { t } = useTranslation('fees.payers')
  const pick = useBilingual()
  const format = useFormat()
  const plan = setup.plans.find(({ id }) => id === planId)
  const lines = [
    { open: 'plan', label: t('terms.plan'), value: plan ? pick(plan.name) : t('terms.asSchedule') },
    {
      open: 'first-day',
      label: t('terms.firstOn'),
      value: firstOn === null ? t('terms.wholeYear') : format.day(`${firstOn}T12:00Z`),
    },
  ] as const
  return (
    <ul className={common.list}>
      {lines.map(({ open, label, value }) => (
        <li key={open}>
          <p className={common.smallLine}>{label}</p>
          <p className={common.name}>
            <bdi>{value}</bdi>
          </p>
          {onOpen && (
            <Button kind="quiet" onClick={() => onOpen(open)}>
              {t(open === 'plan' ? 'terms.choosePlan' : 'terms.setFirst')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface YearSheetProps {
  studentId: string
  year: number
  onClose: () => void
  onDone: () => void
}

/** The plan of a child in a year: one of the school's, or the one of its schedule. */
function PlanSheet({
  studentId,
  year,
  planId,
  plans,
  onClose,
  onDone,
}: YearSheetProps & { planId: string | null; plans: readonly FeePlan[] }) {
  const { t } = useTranslation('fees.payers')
  const pick = useBilingual()
  const [chosen, setChosen] = useState(planId ?? '')
  const { mutate, isPending, error } = useMutation(putPlanChoice, { onSuccess: onDone })
  const save = () => void mutate({ studentId, year, planId: chosen === '' ? null : chosen })
  return (
    <FormSheet title={t('terms.choosePlan')} isSaving={isPending} error={error} onSave={save} onClose={onClose}>
      <SelectField label={t('terms.plan')} value={chosen} onChange={setChosen}>
        <option value="">{t('terms.asSchedule')}</option>
        {plans
          .filter(({ id, isRetired }) => !isRetired || id === planId)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {pick(name)}
            </option>
          ))}
      </SelectField>
    </FormSheet>
  )
}

/** From when a child who joined late is billed in a year. */
function FirstDaySheet({ studentId, year, firstOn, onClose, onDone }: YearSheetProps & { firstOn: string | null }) {
  const { t } = useTranslation('fees.payers')
  const [day, setDay] = useState(firstOn ?? '')
  const { mutate, isPending, error } = useMutation(putFirstDay, { onSuccess: onDone })
  const save = () => void mutate({ studentId, year, firstOn: day === '' ? null : day })
  return (
    <FormSheet title={t('terms.setFirst')} isSaving={isPending} error={error} onSave={save} onClose={onClose}>
      <DateField label={t('terms.firstOn')} hint={t('terms.firstHint')} value={day} onChange={setDay} />
    </FormSheet>
  )
}
