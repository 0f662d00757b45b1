import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolYear, useGrade } from '#client/i18n/use-grade.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { Promotion, SchoolClass } from '#shared/students/pupils/class.contract.ts'
import { useRights } from '../../record/hooks/use-rights.ts'
import { dropPromotion, fetchClasses } from '../pupils.api.ts'
import css from './classes.module.css'
import { ClassSheet } from './class-sheet.tsx'
import { PromotionSheet } from './promotion-sheet.tsx'

interface ClassesViewProps {
  /** The classes are read again when this changes. */
  round: number
  onChanged: () => void
  onShow: (classId: string) => void
}

/** Classes of a school year, and the step into the next one. */
export function ClassesView({ round, onChanged, onShow }: ClassesViewProps) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const may = useRights()
  const [year, setYear] = useState<number>()
  const question = useCallback(async (_round: number) => fetchClasses(year), [year])
  const { answer, failure, again } = useAnswer(useCallback(() => question(round), [question, round]))
  const [open, setOpen] = useState<'promote' | { of: SchoolClass | undefined }>()
  const done = () => {
    setOpen(undefined)
    again()
    onChanged()
  }
  if (!answer) {
    if (failure) return <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />
    return <Loading>{t('loading')}</Loading>
  }
  const { classes, currentYear, promotion } = answer
  const isCurrent = answer.year === currentYear
  return (
    <>
      <div className={css.tools}>
        <div className={common.centredActions}>
          <Button onClick={() => setYear(answer.year - 1)}>
            <span className="visually-hidden">{t('classes.previous')}</span>
            {schoolYear(answer.year - 1)}
          </Button>
          <h2 className={css.year}>{t('classes.year', { year: schoolYear(answer.year) })}</h2>
          <Button onClick={() => setYear(answer.year + 1)}>
            <span className="visually-hidden">{t('classes.next')}</span>
            {schoolYear(answer.year + 1)}
          </Button>
        </div>
        {may('pupils.manage') && (
          <div className={common.actions}>
            {isCurrent && classes.length > 0 && <Button onClick={() => setOpen('promote')}>{t('promote.open')}</Button>}
            <Button onClick={() => setOpen({ of: undefined })}>{t('classes.add')}</Button>
          </div>
        )}
      </div>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {promotion && may('pupils.manage') && <UndoPromotion promotion={promotion} onDone={done} />}
      {classes.length === 0 ? (
        <div className={css.empty}>
          <h3>{t('classes.empty.title')}</h3>
          <p>{t('classes.empty.text')}</p>
        </div>
      ) : (
        <ClassTable classes={classes} onOpen={(of) => setOpen({ of })} onShow={onShow} />
      )}
      {open === 'promote' && <PromotionSheet onClose={() => setOpen(undefined)} onDone={done} />}
      {typeof open === 'object' && (
        <ClassSheet of={open.of} year={answer.year} onClose={() => setOpen(undefined)} onDone={done} />
      )}
    </>
  )
}

interface ClassTableProps {
  classes: readonly SchoolClass[]
  onOpen: (schoolClass: SchoolClass) => void
  onShow: (classId: string) => void
}

function ClassTable({ classes, onOpen, onShow }: ClassTableProps) {
  const { t } = useTranslation('students.pupils')
  const pick = useBilingual()
  const gradeName = useGrade()
  const may = useRights()
  return (
    <table className={list.table}>
      <thead>
        <tr>
          <th scope="col">{t('panel.class')}</th>
          <th scope="col">{t('classes.grade')}</th>
          <th scope="col">{t('classes.count')}</th>
        </tr>
      </thead>
      <tbody>
        {classes.map((each) => (
          <tr key={each.id}>
            <th scope="row">
              {may('pupils.manage') ? (
                <button type="button" className={list.open} onClick={() => onOpen(each)}>
                  <bdi>{pick(each.name)}</bdi>
                </button>
              ) : (
                <bdi>{pick(each.name)}</bdi>
              )}
            </th>
            <td>{gradeName(each.grade)}</td>
            <td>
              <button type="button" className={list.open} onClick={() => onShow(each.id)}>
                {t('found', { count: each.count })}
                <span className="visually-hidden">
                  {' – '}
                  {t('classes.show', { name: `\u2068${pick(each.name)}\u2069` })}
                </span>
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface UndoPromotionProps {
  promotion: Promotion
  onDone: () => void
}

/** Says what the latest promotion was, and takes it back while it can be. */
function UndoPromotion({ promotion: { id, fromYear, count, canUndo }, onDone }: UndoPromotionProps) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(dropPromotion, { onSuccess: onDone })
  if (!canUndo) return null
  return (
    <InlineNotice tone="info" isBoxed>
      <p>{t('promote.done', { count, year: schoolYear(fromYear) })}</p>
      <Button isWorking={isPending} onClick={() => void mutate(id)}>
        {t('promote.undo')}
      </Button>
      {error && <p role="alert">{errorText(error)}</p>}
    </InlineNotice>
  )
}
