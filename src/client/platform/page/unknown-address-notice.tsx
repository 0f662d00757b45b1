// chunk: settle
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import { loadWords } from '#client/i18n/i18n.ts'
import { addressText } from './address-text.rules.ts'
import css from './unknown-address-notice.module.css'

/** Tells that there is no page at an address. Stays until it is closed: it covers nothing that is typed into. */
function UnknownAddress({ address }: { address: string }) {
  const { t } = useTranslation(['address', 'common'])
  const [isOpen, setIsOpen] = useState(true)
  return (
    <div role="status">
      {isOpen && (
        <div className={css.notice}>
          <p className={css.text}>
            {t('unknown')} <bdi className={css.address}>{address}</bdi> {t('home')}
          </p>
          <button type="button" className={css.close} onClick={() => setIsOpen(false)}>
            {t('common:close')}
          </button>
        </div>
      )}
    </div>
  )
}

const place = document.createElement('div')
const root = createRoot(place)
let shown = 0

/** Shows the notice for this address, in place of an earlier one. Without its words nothing is shown. */
export async function showUnknownAddress(path: string): Promise<void> {
  await loadWords('address')
  document.body.append(place)
  shown += 1
  root.render(<UnknownAddress key={shown} address={addressText(path)} />)
}
