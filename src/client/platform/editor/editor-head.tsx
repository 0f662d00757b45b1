import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { UndoIcon } from '#client/ui/icons/action-icons.tsx'
import { CheckIcon } from '#client/ui/icons/icons.tsx'
import { useMutation } from '../use-mutation.ts'
import css from './editor.module.css'
import type { Saving } from './saved-copy.ts'
import type { CopyHandle } from './use-working-copy.ts'

interface SavingProps {
  copy: DiscardProps['copy']
  saving: Saving
  /** What the server has not got yet is kept on this device, should the page be closed. */
  isOnDevice?: boolean
  /** It differs from what is published. */
  isChanged: boolean
}

interface EditorHeadProps extends DiscardProps, SavingProps {
  back: ReactNode
  title: ReactNode
  /** Which version is used now. */
  state: string
  justPublished: number | undefined
  /** What the last step has removed, said until the next. */
  removed?: string | undefined
  /** How much is to be put right before it can be published. */
  problems: number
  canUndo: boolean
  undo: () => void
  onPublish: () => void
  /** More that can be done with it as a whole. */
  children?: ReactNode
}

/** The button that undoes the last step: where the focus goes when what had it was removed. */
export const undoId = 'edit-undo'

/** What is edited, whether it is saved, and what can be done with it as a whole. */
export function EditorHead({ back, title, state, justPublished, children, ...edit }: EditorHeadProps) {
  const { t } = useTranslation('editor')
  const [isDiscarding, setIsDiscarding] = useState(false)
  const { isChanged, saving, removed, problems, canUndo } = edit
  return (
    <header className={css.head}>
      <div className={css.names}>
        {back}
        <h1 className={css.title}>{title}</h1>
        <p className={css.state} role="status">
          {justPublished !== undefined && !canUndo ? (
            <span className={css.good}>
              <CheckIcon size={16} /> {t('head.justPublished', { version: justPublished })}
            </span>
          ) : (
            <span>{state}</span>
          )}{' '}
          <SavingText {...edit} />
          {removed !== undefined && <span> · {t('head.removed', { name: removed })}</span>}
        </p>
      </div>
      <div className={css.acts}>
        {children}
        <button type="button" id={undoId} className={css.button} disabled={!canUndo} onClick={edit.undo}>
          <UndoIcon size={18} /> {t('head.undo')}
        </button>
        {isChanged && (
          <button type="button" className={css.button} onClick={() => setIsDiscarding(true)}>
            {t('head.discard')}
          </button>
        )}
        <Button size="md" disabled={!isChanged || saving === 'conflict'} onClick={edit.onPublish}>
          {problems > 0 ? t('head.toRight', { count: problems }) : t('head.publish')}
        </Button>
      </div>
      {isDiscarding && <DiscardSheet {...edit} onClose={() => setIsDiscarding(false)} />}
    </header>
  )
}

function SavingText({ copy, saving, isOnDevice = false, isChanged }: SavingProps) {
  const { t } = useTranslation('editor')
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

interface DiscardProps {
  copy: CopyHandle
  /** Never published: all of it goes with its changes. */
  isNew: boolean
  /** Throws the working copy away at the server. */
  discard: (revision: number) => Promise<unknown>
  onDiscarded: () => unknown
}

/** Throws the changes away; names what goes, because nothing brings it back. */
function DiscardSheet({ copy, isNew, discard, onDiscarded, onClose }: DiscardProps & { onClose: () => void }) {
  const { t } = useTranslation('editor')
  const errorText = useErrorText()
  const discardAll = async () => {
    await copy.saveNow()
    await discard(copy.revision)
    copy.drop()
  }
  const { mutate, error, isPending } = useMutation(discardAll, {
    onSuccess: async () => {
      await onDiscarded()
    },
  })
  const footer = (
    <>
      <Button variant="default" size="md" data-autofocus onClick={onClose}>
        {t('discard.keep')}
      </Button>
      <Button color="red" size="md" loading={isPending} onClick={() => void mutate()}>
        {t(isNew ? 'discard.doNew' : 'discard.do')}
      </Button>
    </>
  )
  return (
    <Sheet title={t('discard.title')} size="narrow" onClose={onClose} footer={footer}>
      <p>{t(isNew ? 'discard.textNew' : 'discard.text')}</p>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}
