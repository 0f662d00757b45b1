// chunk: hardware-sheet
import { printerPaths } from '#shared/sync/device-condition.contract.ts'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  changeHardware,
  hardwareAtom,
  type HardwareSettings,
  type PrinterPath,
} from '#client/platform/hardware/hardware-settings.ts'
import { baudRates, chooseSerial, hasSerial } from '#client/platform/hardware/ports/serial-port.ts'
import { listNetworkPrinters } from '#client/platform/hardware/ports/server-printer.ts'
import { chooseUsb, hasUsb } from '#client/platform/hardware/ports/usb-port.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { PrintIcon } from '#client/ui/icons/action-icons.tsx'
import type { NetworkPrinter } from '#shared/pos/printing/network-printer.contract.ts'
import { PaperStatus } from '../paper-status.tsx'
import { printShown } from '../paper-printing.ts'
import { TestPaper } from '../test-paper.tsx'
import { Panel } from './panel.tsx'

const change = (part: Partial<HardwareSettings>) => void changeHardware(part)

/** Four digits of hex for each part, as the machine's own list of devices writes them. */
const cableName = ({ vendorId = 0, productId = 0 }: NonNullable<HardwareSettings['cable']>): string =>
  [vendorId, productId].map((id) => id.toString(16).padStart(4, '0').toUpperCase()).join(':')

/** The printer on a cable: chosen in the browser's own list, by a tap. */
function CableChoice({ path }: { path: 'usb' | 'serial' }) {
  const { t } = useTranslation('pos.hardware')
  const { cable, baudRate } = useAtomValue(hardwareAtom)
  const isThere = path === 'usb' ? hasUsb() : hasSerial()
  if (!isThere)
    return <InlineNotice tone="warning">{t(path === 'usb' ? 'printer.noUsb' : 'printer.noSerial')}</InlineNotice>
  const choose = async () => {
    const chosen = await (path === 'usb' ? chooseUsb() : chooseSerial())
    if (chosen) await changeHardware({ cable: chosen })
  }
  return (
    <>
      <div className={common.centredActions}>
        <Button onClick={() => void choose()}>{t('printer.choose')}</Button>
        <span>
          {cable ? <bdi dir="auto">{t('printer.chosen', { id: cableName(cable) })}</bdi> : t('printer.notChosen')}
        </span>
      </div>
      {path === 'serial' && (
        <ChoiceField
          label={t('printer.speed')}
          values={baudRates.map(String)}
          value={String(baudRate)}
          nameOf={(each) => each}
          onChange={(each) => change({ baudRate: Number(each) })}
        />
      )}
    </>
  )
}

function PathFields({ path }: { path: PrinterPath }) {
  const { t } = useTranslation('pos.hardware')
  const settings = useAtomValue(hardwareAtom)
  return (
    <>
      {(path === 'usb' || path === 'serial') && <CableChoice path={path} />}
      {(path === 'network' || path === 'server') && <NetworkChoice by={path === 'server' ? 'server' : 'browser'} />}
      {path === 'browser' ? (
        <CheckboxField
          label={t('printer.driver')}
          checked={settings.doesDriverOpenDrawer}
          onChange={(doesDriverOpenDrawer) => change({ doesDriverOpenDrawer })}
        />
      ) : (
        <CheckboxField
          label={t('printer.automatic')}
          checked={settings.isAutomatic}
          onChange={(isAutomatic) => change({ isAutomatic })}
        />
      )}
    </>
  )
}

/** The way to the printer, and a page to try it. */
export function PrinterPanel() {
  const { t } = useTranslation('pos.hardware')
  const { path } = useAtomValue(hardwareAtom)
  const till = useTill()
  const { mutate, isPending, error } = useMutation((doc: string) => printShown(doc, 'test'))
  const [tried, setTried] = useState<string>()
  const print = () => {
    // A number of its own each time: no trial is a copy of another.
    const doc = `${t('paper.title')} ${till.newId().slice(-6).toUpperCase()}`
    setTried(doc)
    void mutate(doc)
  }
  return (
    <Panel no={1} title={t('printer.title')}>
      <ChoiceField
        label={t('printer.how')}
        values={printerPaths}
        value={path}
        nameOf={(each) => t(`printer.path.${each}`)}
        onChange={(each) => change({ path: each, address: '', cable: null })}
      />
      <p className={common.smallLine}>{t(`printer.about.${path}`)}</p>
      <PathFields path={path} />
      <Button icon={<PrintIcon />} isWorking={isPending} data-action="print-test" onClick={print}>
        {t('printer.test')}
      </Button>
      {error && <InlineNotice tone="problem">{t('why.not-ready')}</InlineNotice>}
      {tried && <PaperStatus doc={tried} />}
      <TestPaper />
    </Panel>
  )
}

/** One of the printers that the server's settings name: an address that is typed here is called by nobody. */
function NetworkChoice({ by }: { by: NetworkPrinter['by'] }) {
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
