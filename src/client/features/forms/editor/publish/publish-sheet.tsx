import { Button } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import type { SavedCopy, Saving } from '#client/platform/offline/saved-copy.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { useEditing } from '../edit-context.ts'
import inputs from '../fields/inputs.module.css'
import { fetchEffect, publishEdit } from '../form-edit.api.ts'
import { ChangeList } from './change-list.tsx'
import { FindingList } from './finding-list.tsx'
import css from './publish-sheet.module.css'

interface PublishProps {
  copy: SavedCopy<FormDefinition>
  saving: Saving
  onPublished: (version: number) => void
  onClose: () => void
}

/** What is still to be put right; else what the new version changes, for whom, and the button that publishes it. */
export function PublishSheet({ copy, saving, onPublished, onClose }: PublishProps) {
  const { t } = useTranslation('forms.editor')
  const { published, findings, slug } = useEditing()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(() => copy.whenSaved((revision) => publishEdit(slug, revision)), {
    onSuccess: (published) => published !== undefined && onPublished(published),
  })
  const version = (published?.version ?? 0) + 1
  // What the sheet shows is what is published: it is brought to the server first.
  useEffect(() => void copy.saveNow(), [copy])
  if (findings.length > 0) {
    return (
      <Sheet title={t('publish.notYet')} onClose={onClose}>
        <FindingList onGo={onClose} />
      </Sheet>
    )
  }
  const footer = (
    <>
      <Button variant="default" size="md" data-autofocus onClick={onClose}>
        {t('publish.later')}
      </Button>
      <Button size="md" loading={isPending} disabled={saving !== 'saved'} onClick={() => void mutate()}>
        {t('publish.do')}
      </Button>
    </>
  )
  return (
    <Sheet title={t('publish.title', { version })} onClose={onClose} footer={footer} canClose={!isPending}>
      <Unsaved saving={saving} onRetry={() => void copy.saveNow()} />
      {error && (
        <InlineNotice tone="warning" isBoxed role="alert">
          {errorText(error)}
        </InlineNotice>
      )}
      {published ? <ChangeList before={published.definition} /> : <p>{t('publish.first')}</p>}
      {published && saving === 'saved' && <Effect copy={copy} />}
    </Sheet>
  )
}

/** As long as the server has not all that was written, nothing is counted or published; and why is said. */
function Unsaved({ saving, onRetry }: { saving: Saving; onRetry: () => void }) {
  const { t } = useTranslation('forms.editor')
  if (saving === 'saved') return null
  if (saving === 'waiting') return <p role="status">{t('saving.waiting')}</p>
  return (
    <InlineNotice tone="warning" isBoxed role="alert">
      <p>{t('publish.unsaved')}</p>
      <button type="button" className={inputs.button} onClick={onRetry}>
        {t('retry')}
      </button>
    </InlineNotice>
  )
}

/** What becomes of those who have begun: counted at the server, and said of phones as it is. */
function Effect({ copy }: { copy: SavedCopy<FormDefinition> }) {
  const { t } = useTranslation('forms.editor')
  const { slug } = useEditing()
  const errorText = useErrorText()
  const question = useCallback(() => copy.whenSaved((revision) => fetchEffect(slug, revision)), [copy, slug])
  const { answer, failure } = useAnswer(question)
  return (
    <section>
      <h3 className={css.title}>{t('effect.title')}</h3>
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
      {!answer && !failure && <p role="status">{t('effect.counting')}</p>}
      {answer && (
        <ul className={css.list}>
          <li>{answer.drafts === 0 ? t('effect.noDrafts') : t('effect.drafts', { count: answer.drafts })}</li>
          {answer.missing > 0 && <li data-weight="heavy">{t('effect.missing', { count: answer.missing })}</li>}
          {answer.losing > 0 && <li data-weight="heavy">{t('effect.losing', { count: answer.losing })}</li>}
          {answer.drafts > 0 && answer.missing + answer.losing === 0 && <li>{t('effect.nothing')}</li>}
        </ul>
      )}
      <h3 className={css.title}>{t('effect.phones.title')}</h3>
      <ul className={css.list}>
        {(['open', 'waiting', 'gone', 'offline', 'handedIn'] as const).map((each) => (
          <li key={each}>{t(`effect.phones.${each}`)}</li>
        ))}
      </ul>
    </section>
  )
}
