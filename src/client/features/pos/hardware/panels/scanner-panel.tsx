// chunk: hardware-sheet
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { changeHardware, hardwareAtom } from '#client/platform/hardware/hardware-settings.ts'
import { hasNfc } from '#client/platform/hardware/nfc.ts'
import { tillAtom } from '#client/platform/offline/device.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { useWedge } from '#client/ui/fields/use-wedge.ts'
import { cardNosOf, type ScannerProfile } from '#shared/pos/printing/scanner.rules.ts'
import { nfcEvent, startNfc, stopNfc, whoseCode } from '../start-hardware.ts'
import { Panel } from './panel.tsx'
import css from './panel.module.css'

const kinds = ['text', 'hex', 'decimal'] as const
const orders = ['first', 'last'] as const

/** What came last from a reader, as this profile reads it. */
function Received({ code, profile }: { code: string; profile: ScannerProfile }) {
  const { t } = useTranslation('pos.hardware')
  const pick = useBilingual()
  // A desk keeps no list of cards.
  const hasTill = useAtomValue(tillAtom) !== null
  const codes = cardNosOf(code, profile)
  const found = whoseCode(codes)
  return (
    <>
      <dl className={css.read} data-scanned={found?.kind ?? 'nobody'}>
        <dt>{t('scanner.came')}</dt>
        <dd>
          <bdi dir="ltr">{code}</bdi>
        </dd>
        <dt>{t('scanner.read')}</dt>
        <dd>
          <bdi dir="ltr">{codes[0]}</bdi>
        </dd>
        {found && (
          <>
            <dt>{t(found.kind === 'item' ? 'scanner.item' : 'scanner.belongsTo')}</dt>
            <dd>
              <bdi>{pick(found.name)}</bdi>
            </dd>
          </>
        )}
      </dl>
      {hasTill && !found && <InlineNotice tone="warning">{t('scanner.nobody')}</InlineNotice>}
    </>
  )
}

function NfcChoice() {
  const { t } = useTranslation('pos.hardware')
  const { readsNfc } = useAtomValue(hardwareAtom)
  const [hasFailed, setHasFailed] = useState(false)
  if (!hasNfc()) return null
  const change = async (isOn: boolean) => {
    if (!isOn) stopNfc()
    const isHeard = isOn && (await startNfc())
    setHasFailed(isOn && !isHeard)
    await changeHardware({ readsNfc: isHeard })
  }
  return (
    <>
      <CheckboxField label={t('scanner.nfc')} checked={readsNfc} onChange={(isOn) => void change(isOn)} />
      {readsNfc && <p className={common.smallLine}>{t('scanner.nfcOn')}</p>}
      {hasFailed && <InlineNotice tone="warning">{t('scanner.nfcFailed')}</InlineNotice>}
    </>
  )
}

/** How the reader at this device types, tried out with a card of the school. */
export function ScannerPanel({ no }: { no: number }) {
  const { t } = useTranslation('pos.hardware')
  const { scanner } = useAtomValue(hardwareAtom)
  const [code, setCode] = useState<string>()
  useWedge(setCode)
  useEffect(() => {
    const hear = (event: Event) => setCode(String((event as CustomEvent<unknown>).detail))
    addEventListener(nfcEvent, hear)
    return () => removeEventListener(nfcEvent, hear)
  }, [])
  const change = (part: Partial<ScannerProfile>) => void changeHardware({ scanner: { ...scanner, ...part } })
  return (
    <Panel no={no} title={t('scanner.title')}>
      <ChoiceField
        label={t('scanner.numbers')}
        values={kinds}
        value={scanner.numbers}
        nameOf={(each) => t(`scanner.kind.${each}`)}
        onChange={(numbers) => change({ numbers })}
      />
      {scanner.numbers !== 'text' && (
        <ChoiceField
          label={t('scanner.order')}
          values={orders}
          value={scanner.order}
          nameOf={(each) => t(`scanner.orderOf.${each}`)}
          onChange={(order) => change({ order })}
        />
      )}
      <div className={css.pair}>
        <TextField
          label={t('scanner.prefix')}
          dir="ltr"
          maxLength={8}
          value={scanner.prefix}
          onChange={(prefix) => change({ prefix })}
        />
        <TextField
          label={t('scanner.suffix')}
          dir="ltr"
          maxLength={8}
          value={scanner.suffix}
          onChange={(suffix) => change({ suffix })}
        />
      </div>
      <NfcChoice />
      {code === undefined ? <p>{t('scanner.try')}</p> : <Received code={code} profile={scanner} />}
    </Panel>
  )
}
