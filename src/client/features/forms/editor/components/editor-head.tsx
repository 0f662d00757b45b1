import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import type { SavedCopy } from '#client/platform/offline/saved-copy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { UndoIcon } from '#client/ui/icons/action-icons.tsx'
import { CheckIcon } from '#client/ui/icons/icons.tsx'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import inputs from '../fields/inputs.module.css'
import { undoId } from '../focus.ts'
import { discardEdit } from '../form-edit.api.ts'
import type { useFormEdit } from '../hooks/use-form-edit.ts'
import { addressOf } from '../public-address.ts'
import css from './editor.module.css'

interface DiscardProps {
  slug: string
  copy: SavedCopy<FormDefinition>
  /** Never published: the form goes with its changes. */
  isNew: boolean
  onReopen: () => void
  onClose: () => void
}

/** Throws the changes away; names what goes, because nothing brings it back. */
function DiscardSheet({ slug, copy, isNew, onReopen, onClose }: DiscardProps) {
  const { t } = useTranslation('forms.editor')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const discard = async () => {
    await copy.saveNow()
    await discardEdit(slug, copy.revision)
    copy.drop()
    if (isNew) await navigate({ to: '/forms', search: {} })
    else onReopen()
  }
  const { mutate, error } = useMutation(discard)
  const footer = (
    <>
      <Button variant="default" size="md" data-autofocus onClick={onClose}>
        {t('discard.keep')}
      </Button>
      <Button color="red" size="md" onClick={() => void mutate()}>
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

type HeadProps = ReturnType<typeof useFormEdit> & {
  justPublished: number | undefined
  onPublish: () => void
  onReopen: () => void
}

/** The form's name, whether it is saved, and what can be done with it as a whole. */
export function EditorHead({ editing, copy, saving, isChanged, removed, canUndo, undo, ...more }: HeadProps) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const { form, published, slug, findings } = editing
  const address = addressOf(slug, form.purpose)
  return (
    <header className={css.head}>
      <div className={css.names}>
        <Link to="/forms" className={css.back}>
          {t('back')}
        </Link>
        <h1 className={css.title}>
          <bdi>{pick(form.title) || t('untitled')}</bdi>
        </h1>
        <p className={css.state} role="status">
          {more.justPublished !== undefined && !canUndo ? (
            <span className={css.good}>
              <CheckIcon size={16} /> {t('head.justPublished', { version: more.justPublished })}
            </span>
          ) : (
            <span>{published ? t('head.published', { version: published.version }) : t('head.unpublished')}</span>
          )}{' '}
          <SavingText saving={saving} isChanged={isChanged} onRetry={() => void copy.saveNow()} />
          {removed !== undefined && <span> · {t('head.removed', { name: removed })}</span>}
        </p>
      </div>
      <div className={css.acts}>
        {published && address && (
          <a className={css.open} href={address} target="_blank" rel="noreferrer">
            {t('head.open')}
          </a>
        )}
        <button type="button" id={undoId} className={inputs.button} disabled={!canUndo} onClick={undo}>
          <UndoIcon size={18} /> {t('head.undo')}
        </button>
        {isChanged && (
          <button type="button" className={inputs.button} onClick={() => setIsDiscarding(true)}>
            {t('head.discard')}
          </button>
        )}
        <Button size="md" disabled={!isChanged || saving === 'conflict'} onClick={more.onPublish}>
          {findings.length > 0 ? t('head.toRight', { count: findings.length }) : t('head.publish')}
        </Button>
      </div>
      {isDiscarding && (
        <DiscardSheet
          slug={slug}
          copy={copy}
          isNew={!published}
          onReopen={more.onReopen}
          onClose={() => setIsDiscarding(false)}
        />
      )}
    </header>
  )
}

interface SavingProps {
  saving: HeadProps['saving']
  isChanged: boolean
  onRetry: () => void
}

function SavingText({ saving, isChanged, onRetry }: SavingProps) {
  const { t } = useTranslation('forms.editor')
  if (saving === 'saved') return isChanged ? <span>· {t('saving.saved')}</span> : null
  if (saving === 'waiting') return <span>· {t('saving.waiting')}</span>
  return (
    <span className={common.bad}>
      · {t(`saving.${saving}`)}{' '}
      {saving === 'failed' && (
        <button type="button" className={css.link} onClick={onRetry}>
          {t('retry')}
        </button>
      )}
    </span>
  )
}
