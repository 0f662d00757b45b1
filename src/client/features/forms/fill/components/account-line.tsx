import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { isMessageId } from '#shared/kernel/errors.ts'
import { type Copying, underAccount } from '../school-copy.ts'
import { CopyLine } from './copy-line.tsx'

/** For who is signed in: whether the draft is under the account too. */
export function AccountLine({ definition }: { definition: FormDefinition }) {
  const { t, i18n } = useTranslation('forms')
  const errorText = useErrorText()
  const [place] = useState(() => underAccount(() => (i18n.language === 'ar' ? 'ar' : 'en')))
  const say = (copying: Copying) => {
    if (isMessageId(copying)) return errorText(copying)
    return copying === 'copied' || copying === 'waiting' ? t(`account.${copying}`) : ''
  }
  return <CopyLine definition={definition} place={place} say={say} />
}
