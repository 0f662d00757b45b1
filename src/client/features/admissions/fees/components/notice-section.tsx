import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import css from '../../offers/components/offer-section.module.css'
import type { StudentFile } from '../../student-file/student.api.ts'
import { useActorRoles } from '../../transitions/hooks/use-actor-roles.ts'
import type { Decision } from '../../transitions/hooks/use-decision.ts'
import { FormalityRecord, RecordFormality } from './formality-record.tsx'

interface NoticeProps {
  file: StudentFile
  decision: Decision
}

/** What the regulator has to be told of a refusal, by when, and whether it was. */
export function NoticeSection({ file, decision }: NoticeProps) {
  const { t, i18n } = useTranslation('admissions')
  const actsAs = useActorRoles()
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  const { notice } = file
  if (!notice) return null
  const { filed } = notice
  const mayFile = actsAs('registrar', 'head')
  return (
    <section aria-labelledby={titleId} className={css.section}>
      <h3 id={titleId}>
        {t('notice.title')}{' '}
        <span className={css.chip} data-state={filed ? 'accepted' : 'expired'}>
          {filed ? t('notice.done') : t('notice.due', { day: formatDay(notice.dueOn, i18n.language) })}
        </span>
      </h3>
      <p className={css.soft}>{t('notice.text')}</p>
      {filed && <FormalityRecord recorded={filed} />}
      {mayFile && filed && !isOpen && (
        <div className={css.actions}>
          <Button onClick={() => setOpen(true)}>{t('formalities.correct')}</Button>
        </div>
      )}
      {mayFile && (!filed || isOpen) && (
        <RecordFormality
          words={{
            form: t('notice.title'),
            on: t('notice.on'),
            number: t('notice.number'),
            record: t('notice.record'),
            wrong: t('notice.wrong'),
          }}
          recorded={filed}
          needsNumber
          isWorking={decision.isPending}
          onSend={(said) => decision.send(file, { kind: 'notice-filed', noticeId: notice.id, ...said })}
          onDone={() => setOpen(false)}
        />
      )}
    </section>
  )
}
