// chunk: fees
import type { CustomTypeOptions } from 'i18next'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { createFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { Button } from '#client/ui/button.tsx'
import paper from '#client/ui/print/paper.module.css'
import { Both, Paper, PaperRow } from '#client/ui/print/paper.tsx'
import { PrintedSheet } from '#client/ui/print/printed-sheet.tsx'
import { amountInWords } from '#shared/fees/paper/amount-words.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { qrPath } from '#shared/kernel/text/qr-path.rules.ts'
import { usePrintCount } from '../hooks/use-print-count.ts'
import type { PaperLine } from './paper-line.ts'

interface SheetProps {
  line: PaperLine
  onClose: () => void
  /** Asks for a refund of what the receipt settles nothing with; undefined where there is none. */
  onRefund?: (() => void) | undefined
  /** Moves the money to other items; undefined for a reader who may not. */
  onMove?: (() => void) | undefined
}

/** A receipt on the screen and for the printer. */
export function ReceiptSheet({ line, onClose, onRefund, onMove }: SheetProps) {
  const { t } = useTranslation('fees.desk')
  useBusy(true)
  const { copy, count } = usePrintCount(line)
  const words = { print: t('paper.print'), close: t('close'), cannotPrint: t('paper.cannotPrint') }
  return (
    <PrintedSheet
      label={t('paper.final')}
      words={words}
      onClose={onClose}
      beforePrint={count}
      actions={
        <>
          {onMove && <Button onClick={onMove}>{t('move.begin')}</Button>}
          {onRefund && <Button onClick={onRefund}>{t('claim.refund')}</Button>}
        </>
      }
    >
      <ReceiptPaper line={line} copy={copy} />
    </PrintedSheet>
  )
}

type DeskWords = CustomTypeOptions['resources']['fees.desk']
type Keys<G extends 'paper' | 'method'> = `${G}.${Exclude<keyof DeskWords[G], 'copy'> & string}`
/** Words of both languages for paper. */
type Words = (key: Keys<'paper'> | Keys<'method'>) => Bilingual

/**
 * 80 mm of paper in both languages at once: provisional until the server has given its number.
 * @param copy number of the copy; 0 for the original
 */
function ReceiptPaper({ line, copy = 0 }: { line: PaperLine; copy?: number }) {
  const { i18n } = useTranslation('fees.desk')
  const school = useAtomValue(schoolAtom)
  const [en, ar] = [i18n.getFixedT('en', 'fees.desk'), i18n.getFixedT('ar', 'fees.desk')]
  const say: Words = (key) => ({ en: en(key), ar: ar(key) })
  const language = school?.language ?? 'en'
  const { amount, currency } = line
  const format = createFormat(language, school?.timeZone, currency)
  const words = { en: amountInWords(amount, currency, 'en'), ar: amountInWords(amount, currency, 'ar') }
  return (
    <Paper language={language}>
      <header className={paper.head}>
        {school && (
          <strong className={paper.school}>
            <Both text={school.name} />
          </strong>
        )}
      </header>
      <Head
        line={line}
        say={say}
        at={format.dateTime(line.at)}
        receivedOn={line.receivedOn && format.day(`${line.receivedOn}T12:00Z`)}
        copy={copy > 0 ? { en: en('paper.copy', { no: copy }), ar: ar('paper.copy', { no: copy }) } : null}
      />
      <hr className={paper.cut} />
      {line.items.map(({ name, amount: part }, no) => (
        <PaperRow key={`${no} ${name.en}`} label={name} value={format.amount(part)} />
      ))}
      {line.credit > 0 && <PaperRow label={say('paper.credit')} value={format.amount(line.credit)} />}
      <PaperRow isTotal label={say('paper.total')} value={`${currency} ${format.amount(amount)}`} />
      <p className={paper.why}>
        <Both text={words} />
      </p>
      <Foot line={line} say={say} amount={format.amount} />
    </Paper>
  )
}

interface PartProps {
  line: PaperLine
  say: Words
}

interface HeadProps extends PartProps {
  at: string
  receivedOn: string | null
  /** Null on the original. */
  copy: Bilingual | null
}

function Head({ line, say, at, receivedOn, copy }: HeadProps) {
  const { number, provisional } = line
  return (
    <>
      <p className={number ? paper.title : paper.void}>
        <Both text={number ? say('paper.final') : say('paper.provisional')} />
      </p>
      {copy && (
        <p className={paper.title}>
          <Both text={copy} />
        </p>
      )}
      <PaperRow label={say('paper.number')} value={number ?? provisional ?? ''} />
      {number && provisional && <PaperRow label={say('paper.provisionalNo')} value={provisional} />}
      <PaperRow label={say('paper.time')} value={at} />
      {receivedOn && <PaperRow label={say('paper.received')} value={receivedOn} />}
      <Said label={say('paper.payer')} text={line.payer} />
      {line.children.map((child) => (
        <Said key={child.en + child.ar} label={say('paper.child')} text={child} />
      ))}
    </>
  )
}

function Foot({ line, say, amount }: PartProps & { amount: (minor: number) => string }) {
  const lng = useTranslation().i18n.language === 'ar' ? 'ar' : 'en'
  const { number } = line
  return (
    <>
      <Said label={say('paper.method')} text={say(`method.${line.method}`)} />
      {line.reference && <PaperRow label={say('paper.reference')} value={line.reference} />}
      {line.cashier && <Said label={say('paper.cashier')} text={line.cashier} />}
      {line.openAfter !== null && <PaperRow label={say('paper.open')} value={amount(line.openAfter)} />}
      <footer className={paper.head}>
        {line.isHeld && <Both text={say('paper.held')} />}
        {!number && <Both text={say('paper.how')} />}
        {line.verifyCode && <Verify code={line.verifyCode} label={say('paper.verify')[lng]} />}
      </footer>
    </>
  )
}

const Said = ({ label, text }: { label: Bilingual; text: Bilingual }) => (
  <p className={paper.row}>
    <Both text={label} isInline />
    <Both text={text} />
  </p>
)

function Verify({ code, label }: { code: string; label: string }) {
  const qr = qrPath(`${location.origin}/verify/${code}`)
  return (
    <>
      <svg className={paper.qr} viewBox={`-2 -2 ${qr.size + 4} ${qr.size + 4}`} role="img" aria-label={label}>
        <path d={qr.path} />
      </svg>
      <bdi dir="ltr">{code}</bdi>
    </>
  )
}
