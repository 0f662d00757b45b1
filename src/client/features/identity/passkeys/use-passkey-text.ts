// chunk: other-ways
import { useTranslation } from 'react-i18next'
import { useRefusedText } from '#client/i18n/refused-text.ts'
import { refusedBecause } from '#client/platform/refused.ts'
import { PasskeyCancelled } from '#client/platform/session/passkey.ts'

/** Says why a passkey was not used or made. Load the words of `identity.second-factor` and `errors` before. */
export function usePasskeyText(): (thrown: unknown) => string {
  const { t } = useTranslation('identity.second-factor')
  const refusedText = useRefusedText()
  return (thrown) => (thrown instanceof PasskeyCancelled ? t('passkey.cancelled') : refusedText(refusedBecause(thrown)))
}
