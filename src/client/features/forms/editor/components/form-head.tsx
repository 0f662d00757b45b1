import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import editor from '#client/platform/editor/editor.module.css'
import { EditorHead } from '#client/platform/editor/editor-head.tsx'
import { discardEdit } from '../form-edit.api.ts'
import type { useFormEdit } from '../hooks/use-form-edit.ts'
import { addressOf } from '../public-address.ts'
import css from './form-editor.module.css'

type HeadProps = ReturnType<typeof useFormEdit> & {
  justPublished: number | undefined
  onPublish: () => void
  onReopen: () => void
}

/** The form's name, whether it is saved, and what can be done with it as a whole. */
export function FormHead({ editing, onReopen, ...edit }: HeadProps) {
  const { t } = useTranslation(['forms.editor', 'editor'])
  const pick = useBilingual()
  const navigate = useNavigate()
  const { form, published, slug, findings } = editing
  const address = addressOf(slug, form.purpose)
  return (
    <EditorHead
      {...edit}
      back={<BackToForms />}
      title={<bdi>{pick(form.title) || t('untitled')}</bdi>}
      state={published ? t('editor:head.published', { version: published.version }) : t('head.unpublished')}
      problems={findings.length}
      isNew={!published}
      discard={(revision) => discardEdit(slug, revision)}
      onDiscarded={() => (published ? onReopen() : navigate({ to: '/forms', search: {} }))}
    >
      {published && address && (
        <a className={css.open} href={address} target="_blank" rel="noreferrer">
          {t('head.open')}
        </a>
      )}
    </EditorHead>
  )
}

/** The way from one form to all of them. */
export function BackToForms() {
  const { t } = useTranslation('forms.editor')
  return (
    <Link to="/forms" className={editor.back}>
      {t('back')}
    </Link>
  )
}
