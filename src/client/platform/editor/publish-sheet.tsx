import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { useMutation } from '../use-mutation.ts'
import css from './editor.module.css'
import type { Saving } from './saved-copy.ts'
import type { CopyHandle } from './use-working-copy.ts'

interface PublishProps {
  copy: CopyHandle
  saving: Saving
  /** The version that it becomes. */
  version: number
  /** Nothing is left that has to be put right. */
  isReady: boolean
  publish: (revision: number) => Promise<number>
  onPublished: (version: number) => void
  onClose: () => void
  /** What publishing means, where it is ready, and what is to be put right. */
  children: ReactNode
}

/** What is still to be put right; else what the new version means, and the button that publishes it. */
export function PublishSheet({ copy, saving, version, isReady, publish, ...more }: PublishProps) {
  const { t } = useTranslation('editor')
  const errorText = useErrorText()
  const { onPublished, onClose, children } = more
  const { mutate, isPending, error } = useMutation(() => copy.whenSaved(publish), {
    onSuccess: (published) => published !== undefined && onPublished(published),
  })
  // What the sheet shows is what is published: it is brought to the server first.
  useEffect(() => void copy.saveNow(), [copy])
  const footer = (
    <>
      <Button variant="default" size="md" data-autofocus onClick={onClose}>
        {t('publish.later')}
      </Button>
      {isReady && (
        <Button size="md" loading={isPending} disabled={saving !== 'saved'} onClick={() => void mutate()}>
          {t('publish.do')}
        </Button>
      )}
    </>
  )
  const title = isReady ? t('publish.title', { version }) : t('publish.notYet')
  return (
    <Sheet title={title} onClose={onClose} footer={footer} canClose={!isPending}>
      {isReady && <Unsaved saving={saving} onRetry={() => void copy.saveNow()} />}
      {error && (
        <InlineNotice tone="warning" isBoxed role="alert">
          {errorText(error)}
        </InlineNotice>
      )}
      {children}
    </Sheet>
  )
}

/** As long as the server has not all that was written, nothing is counted or published; and why is said. */
function Unsaved({ saving, onRetry }: { saving: Saving; onRetry: () => void }) {
  const { t } = useTranslation('editor')
  if (saving === 'saved') return null
  if (saving === 'waiting') return <p role="status">{t('saving.waiting')}</p>
  return (
    <InlineNotice tone="warning" isBoxed role="alert">
      <p>{t('publish.unsaved')}</p>
      <button type="button" className={css.button} onClick={onRetry}>
        {t('retry')}
      </button>
    </InlineNotice>
  )
}
