import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { readPicture } from '../face-desk.api.ts'
import css from './desk-page.module.css'

/** The picture that the school keeps with a face; in memory while it is shown, and in no cache. */
export function StoredPicture({ customerId }: { customerId: CustomerId }) {
  const { t } = useTranslation('faces.administration')
  const { answer } = useAnswer(useCallback(() => readPicture(customerId), [customerId]))
  if (!answer) return null
  return <img className={css.kept} src={`data:image/jpeg;base64,${answer}`} alt={t('face.picture')} />
}
