// chunk: hardware-sheet
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeHardware, hardwareAtom } from '#client/platform/hardware/hardware-settings.ts'
import { listNetworkPrinters } from '#client/platform/hardware/ports/server-printer.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import type { NetworkPrinter } from '#shared/pos/printing/network-printer.contract.ts'

/** One of the printers that the server's settings name: an address that is typed here is called by nobody. */
export function NetworkChoice({ by }: { by: NetworkPrinter['by'] }) {
  const { t } = useTranslation('pos.hardware')
  const { address } = useAtomValue(hardwareAtom)
  const [named, setNamed] = useState<NetworkPrinter[]>()
  useEffect(() => {
    let isHere = true
    void listNetworkPrinters().then((found) => isHere && setNamed(found))
    return () => {
      isHere = false
    }
  }, [])
  if (!named) return null
  // Without the server the one that was chosen before stays.
  const addresses = [
    ...new Set([...named.filter((each) => each.by === by).map((each) => each.address), address]),
  ].filter((each) => each !== '')
  if (addresses.length === 0) return <InlineNotice tone="warning">{t('printer.noNetwork')}</InlineNotice>
  return (
    <SelectField
      label={t('printer.address')}
      dir="ltr"
      value={address}
      onChange={(chosen) => void changeHardware({ address: chosen })}
    >
      <option value="">{t('printer.pick')}</option>
      {addresses.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </SelectField>
  )
}
