import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { deleteLetterDraft } from '#client/platform/offline/letter-drafts.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { isBlocking, type LetterFinding } from '#shared/letters/letter-finding.rules.ts'
import { blockId, useEditing } from '../edit-context.ts'
import { useFieldName } from '../hooks/use-field-name.ts'
import { discardEdit, publishEdit } from '../letter-edit.api.ts'
import css from './editor.module.css'

/** What is to be put right, and what is only told; each leads to its block. */
function FindingList({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation('letters.editor')
  const { findings, template } = useEditing()
  const fieldName = useFieldName()
  const where = ({ block }: LetterFinding) => {
    const kind = block === null ? undefined : template.blocks[block]?.kind
    return block === null || !kind ? t('whole') : t('blockNo', { kind: t(`kind.${kind}`), no: block + 1 })
  }
  const go = (block: number | null) => {
    onGo()
    if (block !== null) requestAnimationFrame(() => document.getElementById(blockId(block))?.focus())
  }
  return (
    <ul className={css.findings}>
      {findings.map((finding) => {
        const { code, block, lang, field } = finding
        return (
          <li key={`${code} ${block} ${lang} ${field}`} data-bad={isBlocking(finding) || undefined}>
            <button type="button" className={css.link} onClick={() => go(block)}>
              {where(finding)}
            </button>{' '}
            {t(`finding.${code}`, {
              field: field ? fieldName(field) : '',
              language: lang ? t(`language.${lang}`) : '',
            })}
          </li>
        )
      })}
    </ul>
  )
}

interface PublishProps {
  onPublished: (version: number) => void
  onClose: () => void
}

/** What is still to be put right; else what publishing means, and the button that does it. */
export function PublishSheet({ onPublished, onClose }: PublishProps) {
  const { t } = useTranslation('letters.editor')
  const { copy, findings, letter, published, saving } = useEditing()
  const errorText = useErrorText()
  const { mutate, error, isPending } = useMutation(() => copy.whenSaved((revision) => publishEdit(letter, revision)), {
    onSuccess: (version) => version !== undefined && onPublished(version),
  })
  // What the sheet speaks of is what is published: it is brought to the server first.
  useEffect(() => void copy.saveNow(), [copy])
  const isReady = !findings.some(isBlocking)
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
  const title = isReady ? t('publish.title', { version: published.version + 1 }) : t('publish.notYet')
  return (
    <Sheet title={title} onClose={onClose} footer={footer} canClose={!isPending}>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {saving !== 'saved' && <p role="status">{t(`saving.${saving}`)}</p>}
      {isReady && <p>{t('publish.means')}</p>}
      {findings.length > 0 && <FindingList onGo={onClose} />}
    </Sheet>
  )
}

/** Throws the draft away, once somebody has said so twice. */
export function DiscardSheet({ onDiscarded, onClose }: { onDiscarded: () => void; onClose: () => void }) {
  const { t } = useTranslation('letters.editor')
  const { copy, letter } = useEditing()
  const errorText = useErrorText()
  const discard = async () => {
    await copy.saveNow()
    await discardEdit(letter, copy.revision)
    copy.drop()
    await deleteLetterDraft(letter)
  }
  const { mutate, error, isPending } = useMutation(discard, { onSuccess: onDiscarded })
  const footer = (
    <>
      <Button variant="default" size="md" data-autofocus onClick={onClose}>
        {t('discard.keep')}
      </Button>
      <Button color="red" size="md" loading={isPending} onClick={() => void mutate()}>
        {t('discard.do')}
      </Button>
    </>
  )
  return (
    <Sheet title={t('discard.title')} size="narrow" onClose={onClose} footer={footer}>
      <p>{t('discard.text')}</p>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}
