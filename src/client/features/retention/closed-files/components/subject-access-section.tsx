import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '#client/features/admissions/offers/components/offer-section.module.css'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { useJobs } from '#client/platform/use-jobs.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import type { Language } from '#shared/kernel/fields.ts'
import type { SubjectAccess } from '#shared/retention/subject-access.contract.ts'
import { listAccesses, saveAccess, startAccess } from '../subject-access.api.ts'

const runningOf = (accesses: readonly SubjectAccess[]) => accesses.filter(({ state }) => state === 'running')
const languages: readonly Language[] = ['en', 'ar']

/** What the school holds of a child, as one file for its family: put together by the server, fetched here. */
export function SubjectAccessSection({ studentId }: { studentId: string }) {
  const { t, i18n } = useTranslation('retention')
  const errorText = useErrorText()
  const titleId = useId()
  const [language, setLanguage] = useState<Language>(i18n.language === 'ar' ? 'ar' : 'en')
  const question = useCallback(() => listAccesses(studentId), [studentId])
  const { answer, failure, again } = useJobs(question, runningOf)
  const starting = useCommand((asked: Language, id) => startAccess(studentId, asked, id), { onSuccess: again })
  const isRunning = answer !== undefined && runningOf(answer).length > 0
  return (
    <section aria-labelledby={titleId} className={css.section}>
      <h3 id={titleId}>{t('access.title')}</h3>
      <p className={css.soft}>{t('access.hint')}</p>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {answer?.map((access) => (
        <Access key={access.id} access={access} />
      ))}
      <div className={css.actions}>
        <ChoiceField
          label={t('access.language')}
          values={languages}
          value={language}
          nameOf={(each) => t(`access.languages.${each}`)}
          onChange={setLanguage}
        />
        <Button disabled={isRunning} isWorking={starting.isPending} onClick={() => void starting.mutate(language)}>
          {t('access.ask')}
        </Button>
      </div>
      {starting.error && <InlineNotice tone="problem">{errorText(starting.error)}</InlineNotice>}
    </section>
  )
}

function Access({ access: { id, state, done, total, startedAt, endsAt, language, by } }: { access: SubjectAccess }) {
  const { t } = useTranslation('retention')
  const errorText = useErrorText()
  const pick = useBilingual()
  const format = useFormat()
  const saving = useMutation(() => saveAccess(id))
  const progress =
    total === 0 ? t('access.begun') : t('access.making', { done: format.count(done), total: format.count(total) })
  return (
    <div className={css.actions}>
      <span role="status">
        {state === 'running' ? progress : t('access.ready', { until: format.dateTime(endsAt) })}{' '}
        <span className={css.soft}>
          {t(`access.languages.${language}`)}{' '}
          {t('access.by', { name: `\u2068${pick(by.name)}\u2069`, at: format.dateTime(startedAt) })}
        </span>
      </span>
      {state === 'done' && (
        <Button isWorking={saving.isPending} onClick={() => void saving.mutate()}>
          {t('access.save')}
        </Button>
      )}
      {saving.error && <InlineNotice tone="problem">{errorText(saving.error)}</InlineNotice>}
    </div>
  )
}
