import { type SyntheticEvent, useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LastChange } from '#client/features/school/settings/last-change.tsx'
import css from '#client/features/school/settings/settings.module.css'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ConflictNotice } from '#client/platform/editor/conflict-notice.tsx'
import { useOpening } from '#client/platform/editor/use-opening.ts'
import { readKeptDraft } from '#client/platform/editor/use-versioned-draft.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ErrorSummary } from '#client/ui/fields/error-summary.tsx'
import own from './limits.module.css'
import { LimitRows, rowId, SubjectField } from './limit-rows.tsx'
import { fieldOf, type LimitSubject, limitsOf } from './limits-draft.ts'
import { readLimits } from './till-limits.api.ts'
import { limitsDraftName, type OpenedLimits, useLimits } from './use-limits.ts'

const theirs = async () => {
  const { version, changed } = await readLimits()
  return { version, edited: changed }
}

/** Up to which amounts people and tills act without another person's approval. */
export function LimitsSection() {
  const { t } = useTranslation('pos.limits')
  const { t: settings } = useTranslation('school.settings')
  const errorText = useErrorText()
  const titleId = useId()
  const question = useCallback(async (): Promise<OpenedLimits> => {
    const [set, kept] = await Promise.all([readLimits(), readKeptDraft(limitsDraftName)])
    return { set, kept }
  }, [])
  const { opened, failure, again, reopen } = useOpening(question)
  return (
    <section aria-labelledby={titleId} className={own.limits}>
      <h2 id={titleId} className={css.section}>
        {t('title')}
      </h2>
      <p className={common.softLine}>{t('text')}</p>
      {failure && (
        <InlineNotice tone="problem">
          {errorText(failure)} <Button onClick={again}>{settings('retry')}</Button>
        </InlineNotice>
      )}
      {opened && <LastChange changed={opened.edit.set.changed} />}
      {opened && <LimitsForm key={opened.no} opened={opened.edit} onReopen={() => reopen()} />}
    </section>
  )
}

function LimitsForm({ opened, onReopen }: { opened: OpenedLimits; onReopen: () => void }) {
  const { t } = useTranslation('pos.limits')
  const { t: settings } = useTranslation('school.settings')
  const { t: editor } = useTranslation('editor')
  const errorText = useErrorText()
  const [subject, setSubject] = useState<LimitSubject>('role|operator')
  const entry = useLimits(opened, onReopen)
  const { wrong, isBack, isConflict, error, isPending, isChanged, isSaved } = entry
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    // What is wrong may belong to somebody who is not shown.
    const [first] = limitsOf(entry.draft, entry.currency).wrong
    if (first) setSubject(fieldOf(first).of)
    void entry.save()
  }
  const takeTheirs = async () => {
    await entry.drop()
    onReopen()
  }
  return (
    <form className={css.form} noValidate aria-label={t('title')} onSubmit={submit}>
      <ErrorSummary
        title={settings('wrongTitle')}
        problems={wrong
          .map((path) => fieldOf(path))
          .filter(({ of }) => of === subject)
          .map(({ act, which }) => ({
            message: `${t(`act.${act}`)}: ${t('bound.wrong')}`,
            inputId: `${rowId(act)}-${which}`,
          }))}
      />
      {isBack && <InlineNotice tone="info">{editor('back')}</InlineNotice>}
      <SubjectField set={opened.set} draft={entry.draft} subject={subject} onChange={setSubject} />
      <LimitRows entry={entry} subject={subject} />
      {isConflict && (
        <ConflictNotice
          question={theirs}
          onTheirs={() => void takeTheirs()}
          onMine={({ version }) => void entry.save(version)}
        />
      )}
      {error && (
        <InlineNotice tone="problem">
          {errorText(error)} {settings('kept')}
        </InlineNotice>
      )}
      <div className={css.foot}>
        <Button kind="main" type="submit" isWorking={isPending} disabled={!isChanged}>
          {t('save')}
        </Button>
        {isChanged && <Button onClick={() => void entry.drop()}>{settings('drop')}</Button>}
        <p role="status" className={common.softLine}>
          {isChanged ? settings('unsaved') : isSaved && t('saved')}
        </p>
      </div>
    </form>
  )
}
