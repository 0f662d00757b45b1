import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { StudentDocuments } from '../document.api.ts'
import css from './documents.module.css'

interface WaysProps {
  ref: Ref<HTMLDivElement>
  answer: StudentDocuments | undefined
  /** Which of them is shown, from 0; below that none. */
  at: number
  onBack: () => void
  onGo: (by: number) => void
}

/** Whose document it is, the way back to them, and to the documents before and after this one. */
export function DocumentWays({ ref, answer, at, onBack, onGo }: WaysProps) {
  const { t, i18n } = useTranslation('documents')
  const pick = useBilingual()
  const items = answer?.items ?? []
  const label = items[at]?.type.label
  const names = [answer?.student.student_name, answer?.student.student_name_ar]
  const name = (i18n.language === 'ar' ? names.toReversed() : names).find((each) => each)
  return (
    <>
      {answer && (
        <p className={css.who}>
          <bdi>{name ?? t('noName')}</bdi> ·{' '}
          <bdi dir="ltr" className="num">
            {formatReference(answer.student.registration_id)}
          </bdi>
        </p>
      )}
      <div ref={ref} className={css.ways}>
        <Button data-autofocus onClick={onBack}>
          {t('dialog.back')}
        </Button>
        {label && items.length > 1 && (
          <>
            <Button kind="quiet" data-by={-1} onClick={() => onGo(-1)}>
              {t('dialog.previous')}
            </Button>
            <Button kind="quiet" data-by={1} onClick={() => onGo(1)}>
              {t('dialog.next')}
            </Button>
            <span role="status" className={common.soft}>
              <span className="visually-hidden">{pick(label)}:</span>{' '}
              {t('dialog.place', { at: at + 1, of: items.length })}
            </span>
          </>
        )}
      </div>
    </>
  )
}
