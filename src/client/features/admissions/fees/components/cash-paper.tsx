import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { createFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import paper from '#client/ui/print/paper.module.css'
import { Both, Paper, PaperRow } from '#client/ui/print/paper.tsx'
import { PrintedSheet } from '#client/ui/print/printed-sheet.tsx'
import type { IncludedTax } from '#shared/fees/tax/fee-tax.contract.ts'
import type { CashLine } from './cash-line.ts'

/** A receipt on the screen and for the printer, with the ways to print and to close it. */
export function CashPaper({ line, onClose }: { line: CashLine; onClose: () => void }) {
  const { t } = useTranslation('admissions.cash')
  useBusy(true)
  const words = { print: t('print'), close: t('close'), cannotPrint: t('cannotPrint') }
  return (
    <PrintedSheet label={t('paper.final')} words={words} onClose={onClose}>
      <Receipt line={line} />
    </PrintedSheet>
  )
}

/** 80 mm of paper in both languages at once: provisional until the server has given its number. */
function Receipt({ line }: { line: CashLine }) {
  const { i18n } = useTranslation('admissions.cash')
  const school = useAtomValue(schoolAtom)
  const [en, ar] = [i18n.getFixedT('en', 'admissions.cash'), i18n.getFixedT('ar', 'admissions.cash')]
  const language = school?.language ?? 'en'
  const format = createFormat(language, school?.timeZone, line.currency)
  const { number, provisional, paysFor, state } = line
  const isOpen = state === 'open'
  return (
    <Paper language={language}>
      <header className={paper.head}>
        {school && (
          <strong className={paper.school}>
            <Both text={school.name} />
          </strong>
        )}
      </header>
      <p className={number ? paper.title : paper.void}>
        <Both
          text={{
            en: en(`paper.${number ? 'final' : 'provisional'}`),
            ar: ar(`paper.${number ? 'final' : 'provisional'}`),
          }}
        />
      </p>
      <PaperRow label={{ en: en('paper.number'), ar: ar('paper.number') }} value={number ?? provisional} />
      {number && (
        <PaperRow label={{ en: en('paper.provisionalNo'), ar: ar('paper.provisionalNo') }} value={provisional} />
      )}
      <PaperRow label={{ en: en('paper.time'), ar: ar('paper.time') }} value={format.dateTime(line.takenAt)} />
      <PaperRow label={{ en: en('paper.reference'), ar: ar('paper.reference') }} value={line.reference} />
      <hr className={paper.cut} />
      <p className={paper.row}>
        <Both text={{ en: en('paper.for'), ar: ar('paper.for') }} isInline />
        <Both text={{ en: en(`for.${paysFor}`), ar: ar(`for.${paysFor}`) }} />
      </p>
      <PaperRow
        isTotal
        label={{ en: en('paper.total'), ar: ar('paper.total') }}
        note={line.currency}
        value={format.amount(line.amount)}
      />
      {line.tax && line.tax.taxCode !== 'none' && <TaxRow tax={line.tax} amount={format.amount(line.tax.tax)} />}
      <p className={paper.row}>
        <Both text={{ en: en('paper.method'), ar: ar('paper.method') }} isInline />
        <Both text={{ en: en('paper.cash'), ar: ar('paper.cash') }} isInline />
      </p>
      <p className={paper.row}>
        <Both text={{ en: en('paper.cashier'), ar: ar('paper.cashier') }} isInline />
        <Both text={line.cashier} />
      </p>
      {(!number || isOpen) && (
        <footer className={paper.head}>
          <Both text={{ en: en(number ? 'paper.open' : 'paper.how'), ar: ar(number ? 'paper.open' : 'paper.how') }} />
        </footer>
      )}
    </Paper>
  )
}

/** Tax that the amount contains, with its rate; what is exempt says so. */
function TaxRow({ tax: { taxCode, taxPpm }, amount }: { tax: IncludedTax; amount: string }) {
  const { i18n } = useTranslation('admissions.cash')
  const [en, ar] = [i18n.getFixedT('en', 'admissions.cash'), i18n.getFixedT('ar', 'admissions.cash')]
  const key = taxCode === 'exempt' ? 'paper.exempt' : 'paper.tax'
  const rate = String(taxPpm / 10_000)
  return <PaperRow label={{ en: en(key, { rate }), ar: ar(key, { rate }) }} value={amount} />
}
