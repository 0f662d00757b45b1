import { useTranslation } from 'react-i18next'
import { EditorHead } from '#client/platform/editor/editor-head.tsx'
import { deleteLetterDraft } from '#client/platform/offline/letter-drafts.ts'
import { isBlocking } from '#shared/letters/letter-finding.rules.ts'
import { useEditing } from '../edit-context.ts'
import { discardEdit } from '../letter-edit.api.ts'
import { BackToLetters } from './back-to-letters.tsx'

interface HeadProps {
  justPublished: number | undefined
  onPublish: () => void
  onReopen: () => void
}

/** Which letter it is, whether it is saved, and what can be done with it as a whole. */
export function LetterHead({ justPublished, onPublish, onReopen }: HeadProps) {
  const { t } = useTranslation(['letters.editor', 'editor'])
  const { letter, published, findings, ...edit } = useEditing()
  const discard = async (revision: number) => {
    await discardEdit(letter, revision)
    await deleteLetterDraft(letter)
  }
  return (
    <EditorHead
      {...edit}
      back={<BackToLetters />}
      title={t(`letter.${letter}`)}
      state={published.version === 0 ? t('head.ready') : t('editor:head.published', { version: published.version })}
      justPublished={justPublished}
      problems={findings.filter(isBlocking).length}
      isNew={false}
      discard={discard}
      onDiscarded={onReopen}
      onPublish={onPublish}
    />
  )
}
