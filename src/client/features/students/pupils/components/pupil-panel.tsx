import { Link } from '@tanstack/react-router'
import { useCallback, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { CloseIcon } from '#client/ui/icons/action-icons.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import link from '#client/ui/link.module.css'
import facts from '#client/ui/tables/facts.module.css'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { SchoolClass } from '#shared/students/pupils/class.contract.ts'
import type { ListedPupil } from '#shared/students/pupils/pupil.contract.ts'
import { useRights } from '../../record/hooks/use-rights.ts'
import { usePupilText } from '../hooks/use-pupil-text.ts'
import { fetchPupil } from '../pupils.api.ts'
import { CardSection } from './card-section.tsx'
import { ClassChange, Leaving } from './pupil-changes.tsx'
import css from './pupils.module.css'

interface PupilPanelProps {
  customerId: CustomerId
  classes: readonly SchoolClass[]
  onClose: () => void
  /** Something of the pupil is changed: the list is another one. */
  onChanged: () => void
}

/** One pupil beside the list: class, status and card, and what is done about them. */
export function PupilPanel({ customerId, classes, onClose, onChanged }: PupilPanelProps) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const may = useRights()
  const titleId = useId()
  const { answer, failure, again } = useAnswer(useCallback(() => fetchPupil(customerId), [customerId]))
  const changed = () => {
    again()
    onChanged()
  }
  return (
    <section className={css.panel} aria-labelledby={titleId}>
      <header className={css.panelHead}>
        <h2 id={titleId}>{answer ? <Names pupil={answer} /> : t('panel.label')}</h2>
        <button type="button" className={css.close} aria-label={t('close')} onClick={onClose}>
          <CloseIcon />
        </button>
      </header>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && (
        <>
          <Facts pupil={answer} classes={classes} />
          {may('pupils.manage') && (
            <div className={css.changes}>
              {answer.active && <ClassChange pupil={answer} classes={classes} onDone={changed} />}
              <Leaving pupil={answer} onDone={changed} />
            </div>
          )}
          <CardSection customerId={customerId} isActive={answer.active} onChanged={changed} />
        </>
      )}
    </section>
  )
}

/** Both names, the reader's first. */
function Names({ pupil: { name } }: { pupil: ListedPupil }) {
  const { i18n } = useTranslation('students.pupils')
  const [first, second] = i18n.language === 'ar' ? (['ar', 'en'] as const) : (['en', 'ar'] as const)
  return (
    <>
      <bdi lang={first}>{name[first]}</bdi>
      {name[first] !== name[second] && (
        <bdi lang={second} className={css.otherName}>
          {name[second]}
        </bdi>
      )}
    </>
  )
}

function Facts({ pupil, classes }: { pupil: ListedPupil; classes: readonly SchoolClass[] }) {
  const { t, i18n } = useTranslation('students.pupils')
  const may = useRights()
  const { classOf, stateOf } = usePupilText(classes)
  return (
    <>
      <dl className={facts.facts}>
        <dt>{t('panel.number')}</dt>
        <dd>
          <bdi dir="ltr" className="num">
            {pupil.admissionNo}
          </bdi>
        </dd>
        <dt>{t('panel.class')}</dt>
        <dd>
          <bdi>{classOf(pupil) || t('panel.noClass')}</bdi>
        </dd>
        {pupil.birthDate !== null && (
          <>
            <dt>{t('panel.birthDate')}</dt>
            <dd>{formatDay(pupil.birthDate, i18n.language)}</dd>
          </>
        )}
        <dt>{t('panel.state')}</dt>
        <dd>{stateOf(pupil)}</dd>
        {pupil.leaveReason !== null && (
          <>
            <dt>{t('panel.reason')}</dt>
            <dd>{t(`reason.${pupil.leaveReason}`)}</dd>
          </>
        )}
      </dl>
      <p className={css.links}>
        {pupil.studentId !== null && (
          <Link to="/student/$id" params={{ id: pupil.studentId }} className={link.link}>
            {t('panel.file')}
          </Link>
        )}
        {may('accounts.see') && (
          <Link to="/pos/CustomerAccountSummary" search={{ account: pupil.customerId }} className={link.link}>
            {t('panel.account')}
          </Link>
        )}{' '}
        {may('fees.see') && (
          <Link to="/fees/$admissionNo" params={{ admissionNo: pupil.admissionNo }} className={link.link}>
            {t('panel.fees')}
          </Link>
        )}
      </p>
    </>
  )
}
