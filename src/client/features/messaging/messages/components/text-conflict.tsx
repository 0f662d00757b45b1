import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import type { TextStatus } from '#shared/messaging/message-text.contract.ts'
import { useFieldLabels } from '../hooks/use-field-labels.ts'
import type { TextEdit } from '../hooks/use-text-edit.ts'
import { draftOf, type TextDraft } from '../text-draft.ts'
import css from './message-texts.module.css'

interface ConflictProps {
  edit: TextEdit
  theirs: TextStatus
}

/** A colleague has saved other words meanwhile: both side by side, and the choice whose go on. Nothing is written over unasked. */
export function TextConflict({ edit, theirs }: ConflictProps) {
  const { t } = useTranslation('messaging')
  const pick = useBilingual()
  const format = useFormat()
  const labels = useFieldLabels()
  return (
    <section className={css.conflict} role="alert">
      <h3 className={common.heading}>{t('conflict.title')}</h3>
      <p>
        {theirs.setBy && <bdi>{pick(theirs.setBy.name)}</bdi>}
        {theirs.setAt && (
          <>
            {' · '}
            <bdi>{format.dateTime(theirs.setAt)}</bdi>
          </>
        )}
      </p>
      <div className={css.pair}>
        <Side title={t('conflict.theirs')} draft={draftOf(theirs.words, labels)} />
        <Side title={t('conflict.mine')} draft={edit.draft} />
      </div>
      <div className={css.actions}>
        <Button onClick={() => edit.take(theirs)}>{t('conflict.takeTheirs')}</Button>
        <Button isWorking={edit.isPending} onClick={() => void edit.save(theirs.version)}>
          {t('conflict.saveMine')}
        </Button>
      </div>
    </section>
  )
}

const Side = ({ title, draft }: { title: string; draft: TextDraft }) => (
  <div className={css.side}>
    <h4 className={common.heading}>{title}</h4>
    {(['en', 'ar'] as const).map((language) => (
      <div key={language} lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
        <p>
          <strong>{draft.title[language]}</strong>
        </p>
        {draft.paragraphs.map((paragraph) => (
          <p key={paragraph.key}>{paragraph[language]}</p>
        ))}
      </div>
    ))}
  </div>
)
