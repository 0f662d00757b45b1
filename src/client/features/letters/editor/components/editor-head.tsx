import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import { UndoIcon } from '#client/ui/icons/action-icons.tsx'
import { CheckIcon } from '#client/ui/icons/icons.tsx'
import { isBlocking } from '#shared/letters/letter-finding.rules.ts'
import { useEditing } from '../edit-context.ts'
import { BackToLetters } from './back-to-letters.tsx'
import css from './editor.module.css'
import { DiscardSheet } from './publish-sheet.tsx'

interface HeadProps {
  justPublished: number | undefined
  onPublish: () => void
  onReopen: () => void
}

/** Which letter it is, whether it is saved, and what can be done with it as a whole. */
export function EditorHead({ justPublished, onPublish, onReopen }: HeadProps) {
  const { t } = useTranslation('letters.editor')
  const { letter, published, isChanged, saving, canUndo, undo, findings } = useEditing()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const toRight = findings.filter(isBlocking).length
  return (
    <header className={css.head}>
      <div>
        <BackToLetters />
        <h1 className={css.title}>{t(`letter.${letter}`)}</h1>
        <p className={css.state} role="status">
          {justPublished !== undefined && !canUndo ? (
            <span className={common.good}>
              <CheckIcon size={16} /> {t('head.justPublished', { version: justPublished })}
            </span>
          ) : (
            <span>
              {published.version === 0 ? t('head.ready') : t('head.published', { version: published.version })}
            </span>
          )}{' '}
          <SavingText />
        </p>
      </div>
      <div className={css.acts}>
        <button type="button" className={css.button} disabled={!canUndo} onClick={undo}>
          <UndoIcon size={18} /> {t('head.undo')}
        </button>
        {isChanged && (
          <button type="button" className={css.button} onClick={() => setIsDiscarding(true)}>
            {t('head.discard')}
          </button>
        )}
        <Button size="md" disabled={!isChanged || saving === 'conflict'} onClick={onPublish}>
          {toRight > 0 ? t('head.toRight', { count: toRight }) : t('head.publish')}
        </Button>
      </div>
      {isDiscarding && <DiscardSheet onDiscarded={onReopen} onClose={() => setIsDiscarding(false)} />}
    </header>
  )
}

function SavingText() {
  const { t } = useTranslation('letters.editor')
  const { saving, isChanged, isOnDevice, copy } = useEditing()
  if (saving === 'saved') return isChanged ? <span>· {t('saving.saved')}</span> : null
  if (saving === 'waiting') return <span>· {t('saving.waiting')}</span>
  return (
    <span className={common.bad}>
      · {t(saving === 'failed' && isOnDevice ? 'saving.kept' : `saving.${saving}`)}{' '}
      {saving === 'failed' && (
        <button type="button" className={css.link} onClick={() => void copy.saveNow()}>
          {t('retry')}
        </button>
      )}
    </span>
  )
}
