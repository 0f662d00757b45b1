// chunk: account
import { useTranslation } from 'react-i18next'

interface SentToProps {
  words: 'verify.sentTo' | 'forgot.sentTo' | 'otp.sentTo'
  address: string
}

/** Where a mail has gone, if there is an account: the address keeps its own direction inside the sentence. */
export function SentTo({ words, address }: SentToProps) {
  const { t } = useTranslation('identity.account')
  return <>{t(words, { address: `\u2068${address}\u2069` })}</>
}
