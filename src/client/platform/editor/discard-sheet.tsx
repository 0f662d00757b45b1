import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { useMutation } from '../use-mutation.ts'
import type { CopyHandle } from './use-working-copy.ts'

export interface DiscardProps {
  copy: CopyHandle
  /** Never published: all of it goes with its changes. */
  isNew: boolean
  /** Throws the working copy away at the server. */
  discard: (revision: number) => Promise<unknown>
  onDiscarded: () => unknown
}

/** Throws the changes away; names what goes, because nothing brings it back. */
export function DiscardSheet({ copy, isNew, discard, onDiscarded, onClose }: DiscardProps & { onClose: () => void }) {
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
