import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import type { SavedCopy } from '#client/platform/offline/saved-copy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { discardEdit } from '../form-edit.api.ts'

interface DiscardProps {
  slug: string
  copy: SavedCopy<FormDefinition>
  /** Never published: the form goes with its changes. */
  isNew: boolean
  onReopen: () => void
  onClose: () => void
}

/** Throws the changes away; names what goes, because nothing brings it back. */
export function DiscardSheet({ slug, copy, isNew, onReopen, onClose }: DiscardProps) {
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
